/** The API's own pattern for `externalReference`; an empty field sends none. */
export function isValidReference(reference: string): boolean {
  return reference === '' || /^[A-Za-z0-9 \-_.:/#]{1,100}$/.test(reference);
}
