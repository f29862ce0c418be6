import { createHash } from 'node:crypto';

/** RFC 7638, written out for a P-256 key. */
export function calculateJwkThumbprint({
  x,
  y,
}: {
  readonly x?: string | undefined;
  readonly y?: string | undefined;
}): string {
  return createHash('sha256')
    .update(`{"crv":"P-256","kty":"EC","x":"${x ?? ''}","y":"${y ?? ''}"}`)
    .digest('base64url');
}
