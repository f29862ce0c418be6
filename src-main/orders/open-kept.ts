import type { Failure } from '../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Journal } from '../journal/journal.ts';
import { decodeAnswer, type KeptAnswer } from '../partner-api/kept-answer.ts';
import type { Vault } from '../vault/vault.ts';

/**
 * A kept answer out of its seal; of the bytes that were sealed none stay. Errors: `codes_unavailable` (detail `purged`
 * or `answer_missing`), `seal_failed`.
 */
export function openKept(
  { journal, vault }: { readonly journal: Pick<Journal, 'sealed'>; readonly vault: Vault },
  sealedId: string,
): Result<KeptAnswer, Failure> {
  const record = journal.sealed(sealedId);
  if (record === null || record === 'purged')
    return err({ code: 'codes_unavailable', detail: record ?? 'answer_missing' });
  const plaintext = vault.unseal(sealedId, record);
  if (!plaintext.ok) return plaintext;
  const answer = decodeAnswer(plaintext.value);
  plaintext.value.fill(0);
  return answer === null ? err({ code: 'seal_failed' }) : ok(answer);
}
