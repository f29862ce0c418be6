import { timingSafeEqual } from 'node:crypto';

/** Who may use the counter: the one browser that opened the printed address first. */
export interface Entry {
  readonly token: string;
  /** The cookie's value for the right token, the first time only. */
  redeem(token: string): string | null;
  admits(cookieHeader: string | undefined): boolean;
  cookieName(): string;
}

/** The port is in the cookie's name: browsers share cookies between the ports of a host. */
export function createEntry(randomName: () => string, port: () => number): Entry {
  const token = randomName();
  const cookie = randomName();
  let redeemed = false;
  const cookieName = (): string => `counterfoil-${port()}`;
  return {
    token,
    cookieName,
    redeem: (given) => {
      if (redeemed || !equal(given, token)) return null;
      redeemed = true;
      return cookie;
    },
    admits: (header) =>
      redeemed && cookiesOf(header).some(([name, value]) => name === cookieName() && equal(value, cookie)),
  };
}

function cookiesOf(header: string | undefined): (readonly [string, string])[] {
  return (header ?? '').split(';').map((pair) => {
    const at = pair.indexOf('=');
    return at === -1 ? (['', ''] as const) : ([pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const);
  });
}

function equal(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
