import { z } from 'zod';
import type { Journal } from './journal.ts';

/** The key of `meta` that says how far these records were verified on request. */
export const verifiedKey = 'verified';

/** How far these records were verified, and when that ended or was stopped. */
export interface Verified {
  readonly atMs: number;
  /** The link that the walk of the chain came to. */
  readonly chain: { readonly seq: number; readonly hash: string };
  /** Each other part, by the number of the last event that was there when all of it was read. */
  readonly parts: Readonly<Record<string, number>>;
}

const verifiedForm = z.strictObject({
  atMs: z.int(),
  chain: z.strictObject({ seq: z.int().nonnegative(), hash: z.string() }),
  parts: z.record(z.string(), z.int().nonnegative()),
});

/**
 * Null where nothing was noted, and where the link lies in this chain no more: other records were put in the place of
 * these.
 */
export function readVerified(journal: Pick<Journal, 'meta' | 'hashAt' | 'copyStatus'>): Verified | null {
  const text = journal.meta(verifiedKey);
  const read = text === null ? undefined : verifiedForm.safeParse(parsed(text)).data;
  if (read === undefined || journal.copyStatus() !== 'own') return null;
  return journal.hashAt(read.chain.seq) === read.chain.hash ? read : null;
}

/** Notes it, or with null that nothing was verified. Where the records cannot be written it stays unnoted. */
export function noteVerified(journal: Pick<Journal, 'transaction'>, verified: Verified | null): void {
  journal.transaction((tx) => tx.setMeta(verifiedKey, JSON.stringify(verified)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
