const digits = /^\d{1,15}$/;

/** The number that a text writes in at most 15 digits; null where it is anything else, as after damage to a disk. */
export function wholeNumberIn(text: string | null | undefined): number | null {
  return typeof text === 'string' && digits.test(text) ? Number(text) : null;
}
