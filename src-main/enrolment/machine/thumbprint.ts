/** The forms in which a deployment shows the thumbprint of a key. */
export type ThumbprintForm = 'rfc7638' | 'spki-sha256-hex' | 'spki-sha256-base64url';

/** Whether two thumbprints are the same in this form; hex has no case, base64 may be padded. */
export function isSameThumbprint(form: ThumbprintForm, own: string, shown: string): boolean {
  const isHex = form === 'spki-sha256-hex';
  return own === (isHex ? shown.toLowerCase().replaceAll(':', '') : shown.replace(/=$/, ''));
}
