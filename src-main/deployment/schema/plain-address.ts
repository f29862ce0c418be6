import { domainToUnicode } from 'node:url';

/**
 * Addresses that everybody on the way reads alike: what a parser, a proxy or the service would write in another way is
 * signed by us in one form and verified in the other (RFC 9421 section 2.2), or leads out of the path.
 */

const address = /^https?:\/\/(\[[0-9a-f:.]+\]|[^/?#@\\:%\s]+)(:\d{1,5})?(\/[^]*)?$/i;
/** What stands in a part of a path as it is (RFC 3986 section 3.3). */
const asItIs = /^[\w.~!$&'()*+,;=:@-]$/;
/** What others decode again, or read as a border. */
const neverEncoded = ['%', '/', '\\'];

export const plainPath =
  'a path without ?, #, empty parts and the parts . and .., and with nothing encoded but what must be (no %2e, no %2f)';
/** A question at the end of an address (RFC 3986 section 3.4). */
export const plainQuery = /\?[\w.~!$&'()*+,;=:@/?%-]+$/;
const plainHost = 'https://HOST with the host as it is sent: without a user, a dot at its end or other digits';

/** Whether a path is one that nobody writes in another way; it begins with a slash, and may end with one. */
export function isPlainPath(path: string): boolean {
  return path
    .replace(/\/$/, '')
    .split('/')
    .slice(1)
    .every((part) => part !== '' && part !== '.' && part !== '..' && isEncodedAsNeeded(part));
}

function isEncodedAsNeeded(part: string): boolean {
  return [...part.matchAll(/%([0-9a-f]{2})|[^]/gi)].every(([sign, code]) => {
    if (code === undefined) return asItIs.test(sign);
    const byte = Number.parseInt(code, 16);
    const meant = String.fromCharCode(byte);
    const isControl = byte < 0x20 || byte === 0x7f;
    return !isControl && !asItIs.test(meant) && !neverEncoded.includes(meant);
  });
}

/** What is wrong with the form of an address that can be read; null where nothing is. */
export function addressFormFault(text: string): string | null {
  const [, host, , path = '/'] = address.exec(text) ?? [];
  if (host === undefined || !URL.canParse(text) || !isAsSent(host.toLowerCase(), new URL(text).hostname))
    return plainHost;
  return isPlainPath(path) ? null : plainPath;
}

/** Letters of other writings are sent as RFC 3490 says; other digits and dots, and numbers as a host, become others. */
function isAsSent(host: string, hostname: string): boolean {
  return !host.endsWith('.') && (host.startsWith('[') || [hostname, domainToUnicode(hostname)].includes(host));
}
