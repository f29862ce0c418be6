/** What the API allows of `externalReference`; a counter may keep some of it for itself. */
export const longestReference = 100;

/** The API's own letters for `externalReference`; an empty field sends none. */
export function isValidReference(reference: string, maximum: number): boolean {
  return reference.length <= maximum && /^[A-Za-z0-9 \-_.:/#]*$/.test(reference);
}
