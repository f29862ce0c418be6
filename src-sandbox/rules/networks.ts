import { BlockList, isIP } from 'node:net';

/** A network such as 192.0.2.0/24, or undefined when the text names none. */
export function parseNetwork(
  text: string,
): { readonly address: string; readonly prefix: number; readonly family: 'ipv4' | 'ipv6' } | undefined {
  const match = /^([0-9a-fA-F:.]+)\/(\d{1,3})$/.exec(text);
  const [, address = '', digits = ''] = match ?? [];
  const version = isIP(address);
  const prefix = Number(digits);
  if (version === 0 || prefix > (version === 4 ? 32 : 128)) return undefined;
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** Whether the address is in one of the networks; a key without networks may call from anywhere. */
export function isAllowedFrom(cidrs: readonly string[], remoteAddress: string): boolean {
  if (cidrs.length === 0) return true;
  const list = new BlockList();
  for (const network of cidrs.map(parseNetwork)) {
    if (network !== undefined) list.addSubnet(network.address, network.prefix, network.family);
  }
  const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/, '');
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
