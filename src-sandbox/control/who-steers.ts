import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';

/**
 * A token for one start of the service. It lies in the folder too, for whoever may read that: the codes lie there as
 * well.
 */
export function newControlToken(dir: string): string {
  const token = randomBytes(24).toString('base64url');
  const file = join(dir, 'control-token');
  rmSync(file, { force: true });
  writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
  return token;
}

/** Why a request may not steer the service; null where it may. */
export interface Refused {
  readonly status: 401 | 403;
  readonly error: string;
}

/**
 * Only who started the service, or may read its folder, steers it: with the token, under the address that it named. A
 * page in a browser on this computer cannot, also not under a name of its own that it has led to this address since.
 */
export function refusalOf(
  headers: IncomingHttpHeaders,
  { host, token }: { readonly host: string; readonly token: string },
): Refused | null {
  if (headers.host !== host) return { status: 403, error: 'not this host' };
  if (headers.origin !== undefined) return { status: 403, error: 'not for browsers' };
  return isSame(headers.authorization ?? '', `Bearer ${token}`)
    ? null
    : { status: 401, error: 'the control token is missing or wrong' };
}

/** In a time that tells nothing of how much of it was right. */
function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(hashOf(given), hashOf(wanted));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
