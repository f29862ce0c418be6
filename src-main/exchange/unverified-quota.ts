import type { RawAnswer } from '../core/ports.ts';
import { fieldValue } from '../signatures/message.ts';

interface Quota {
  readonly answers: number;
  readonly bytes: number;
}

/** An answer that lies sealed and that cannot be verified so far. `reason` null: it was never judged. */
export interface UnverifiedAnswer {
  readonly reason: string | null;
  readonly sealedBytes: number;
}

/**
 * How many of them are kept for one order, and for one card or invoice that is asked for by itself. Pages without a
 * signature can never be verified: they take no room from those that may hold the codes once a key is known.
 */
const quotas: { readonly signed: Quota; readonly unsigned: Quota } = {
  signed: { answers: 24, bytes: 32 * 1024 * 1024 },
  unsigned: { answers: 6, bytes: 1024 * 1024 },
};

/** Whether the answer may be sealed beside those already kept before it is judged. */
export function hasRoomFor(unverified: readonly UnverifiedAnswer[], raw: RawAnswer): boolean {
  const isUnsigned = fieldValue(raw.headers, 'signature') === null;
  const quota = isUnsigned ? quotas.unsigned : quotas.signed;
  const kept = unverified.filter(({ reason }) => (reason === 'signature_missing') === isUnsigned);
  const bytes = kept.reduce((sum, { sealedBytes }) => sum + sealedBytes, 0);
  // The body is written in base64 beside its headers.
  return kept.length < quota.answers && bytes + raw.body.byteLength * 1.4 <= quota.bytes;
}
