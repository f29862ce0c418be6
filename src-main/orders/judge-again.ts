import { knownId, type OperationId } from '../core/ids.ts';
import { JournalUnavailable } from '../journal/journal-failure.ts';
import { judgeAgain } from './answer.ts';
import type { AttemptContext } from './context.ts';
import { unverified, type UnverifiedAttempt } from './machine/order.ts';

/**
 * Answers that could not be believed when they came are judged again from their sealed bytes whenever keys or the clock
 * are known better: an order whose codes were in such an answer completes with its codes.
 */

/**
 * Judges those of one order again, with keys read anew where the key of one is not known. True where one of them is
 * believed now.
 */
export async function judgeOrderAgain(context: AttemptContext, operationId: OperationId): Promise<boolean> {
  const before = unverifiedOf(context, operationId).length;
  judgeThese(context, operationId);
  const wantsKeys = unverifiedOf(context, operationId).some(({ ended }) => ended.reason === 'unknown_key');
  if (wantsKeys && (await context.session.serviceKeys.refresh())) judgeThese(context, operationId);
  return unverifiedOf(context, operationId).length < before;
}

/** Judges those of every order again. A journal that cannot be read now is asked the next time. */
export function judgeAllAgain(context: AttemptContext): void {
  try {
    for (const subject of context.journal.subjects('answer-unverified')) {
      const unbelieved = context.journal.projected(subject)?.view['unverified'];
      if (typeof unbelieved === 'number' && unbelieved > 0) judgeThese(context, knownId<OperationId>(subject));
    }
  } catch (error) {
    if (!(error instanceof JournalUnavailable)) throw error;
  }
}

function judgeThese(context: AttemptContext, operationId: OperationId): void {
  for (const attempt of unverifiedOf(context, operationId)) judgeAgain(context, operationId, attempt);
}

function unverifiedOf({ book }: AttemptContext, operationId: OperationId): readonly UnverifiedAttempt[] {
  const facts = book.find(operationId);
  return facts === null ? [] : unverified(facts);
}
