import { z } from 'zod';

import type { RawAnswer } from '../core/ports.ts';

/** The plaintext of a sealed answer: everything that is needed to verify it again later, offline. */

const kept = z.object({
  version: z.literal(1),
  status: z.number().int(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.base64(),
});

export function encodeAnswer({ status, headers, body }: RawAnswer): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ version: 1, status, headers, body: Buffer.from(body).toString('base64') }));
}

/** The answer in an unsealed plaintext; null where it was not written by `encodeAnswer`. */
export function decodeAnswer(plaintext: Uint8Array): RawAnswer | null {
  const parsed = kept.safeParse(JSON.parse(new TextDecoder().decode(plaintext)));
  if (!parsed.success) return null;
  return { status: parsed.data.status, headers: parsed.data.headers, body: Buffer.from(parsed.data.body, 'base64') };
}
