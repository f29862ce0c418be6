import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { SoldCardId } from '../../core/ids.ts';
import { ok, type Result } from '../../core/result.ts';
import { recordSignature } from '../../exchange/kept-answer.ts';
import type { Journal } from '../../journal/journal.ts';
import { recordCodes } from '../../orders/codes/order-codes.ts';
import type { Judged, Verified } from '../../partner-api/judge.ts';
import { decide, type RevealInput } from '../machine/decide.ts';
import type { NewRevealEvent } from '../machine/events.ts';
import { nameOf, type RevealSubject } from '../machine/subject.ts';
import type { RevealContext } from './context.ts';
import { readRevealAnswer } from './read-answer.ts';
import { rowOfReveal } from './stored-events.ts';

type Records = Pick<RevealContext, 'journal' | 'records'>;
type RevealResult = Result<readonly SoldCardId[], Failure>;

/** Records an event of a reveal where those of its subject belong: those of an order make its row anew. */
export function recordReveal(
  { journal, records }: Records,
  subject: RevealSubject,
  event: NewRevealEvent<'reveal-started' | 'reveal-failed' | 'codes-revealed'>,
): Result<unknown, Failure> {
  return subject.kind === 'order'
    ? recordCodes(records, subject.operationId, event.kind, event.body)
    : journal.append(rowOfReveal(event));
}

/** Feeds a judged answer to the machine; where it is verified, its signature speaks of this subject from now on. */
export function dispatchJudged(
  context: Records,
  subject: RevealSubject,
  kept: Omit<Extract<RevealInput, { readonly kind: 'judged' }>, 'kind' | 'answer'>,
  judged: Judged,
): RevealResult {
  const answer = readRevealAnswer(context.journal, subject, judged);
  const verified = judged.kind === 'verified' ? judged : null;
  return dispatch(context, subject, { kind: 'judged', ...kept, answer }, verified);
}

/**
 * Feeds an input to the machine and makes what follows durable. Gives the cards whose codes now lie here; what cannot
 * be written down brought nothing.
 */
export function dispatch(
  context: Records,
  subject: RevealSubject,
  input: RevealInput,
  answer: Verified | null = null,
): RevealResult {
  const { events, outcome } = decide(subject, input);
  const signed = answer === null || !outcome.ok ? ok(undefined) : signFor(context.journal, answer, nameOf(subject));
  const written = signed.ok ? recordAll(context, subject, events) : signed;
  if (written.ok || !outcome.ok) return outcome;
  return dispatch(context, subject, { kind: 'failed', attempt: input.attempt, failure: written.error });
}

function signFor(journal: Journal, answer: Verified, name: string): Result<void, Failure> {
  return journal.transaction((tx) => recordSignature(tx, answer, name));
}

function recordAll(
  context: Records,
  subject: RevealSubject,
  events: ReturnType<typeof decide>['events'],
): Result<unknown, Failure> {
  for (const event of events) {
    const recorded = recordReveal(context, subject, event);
    if (!recorded.ok) return recorded;
  }
  return ok(undefined);
}
