import { isIPv4, isIPv6 } from 'node:net';

/**
 * Whether `text` is a network in the one form that leaves no doubt: address and prefix length, no leading zeros, IPv6
 * as RFC 5952 writes it, and no bit set beyond the prefix (10.0.0.1/8 names an address and a network at once).
 */
export function isCanonicalNetwork(text: string): boolean {
  const parts = /^([0-9a-f:.]+)\/(0|[1-9]\d{0,2})$/.exec(text);
  const [, address = '', prefix = ''] = parts ?? [];
  const bits = addressBits(address);
  const length = Number(prefix);
  return bits !== null && length <= bits.length && !bits.slice(length).includes('1');
}

/** The address as a string of 32 or 128 binary digits, or null when it is none or is written in another form. */
function addressBits(address: string): string | null {
  if (isIPv4(address))
    return address
      .split('.')
      .map((octet) => binary(Number(octet), 8))
      .join('');
  // An address with a dotted tail is one that the canonical form writes otherwise.
  if (!isIPv6(address) || address.includes('.') || new URL(`http://[${address}]/`).hostname !== `[${address}]`)
    return null;
  return ipv6Groups(address)
    .map((group) => binary(Number.parseInt(group, 16), 16))
    .join('');
}

/** All eight of an address: `::` stands for those of nothing but zeros. */
function ipv6Groups(address: string): readonly string[] {
  const zeros = '0:'.repeat(8 - writtenGroups(address).length);
  return writtenGroups(address.replace('::', `:${zeros}`));
}

function writtenGroups(text: string): readonly string[] {
  return text.split(':').filter((group) => group !== '');
}

function binary(value: number, digits: number): string {
  return value.toString(2).padStart(digits, '0');
}
