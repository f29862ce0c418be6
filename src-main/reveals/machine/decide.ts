import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import type { SoldCardId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { revealEvent, type NewRevealEvent, type SealedReference } from './events.ts';
import { cardsMeant, nameOf, type RevealSubject } from './subject.ts';

/** What came to a reveal, as far as it says something of the codes. Neither its body nor a code is in it. */
export type RevealAnswer = RefusedAnswer | VerifiedAnswer;

/** It cannot be verified so far, or the service refuses. */
interface RefusedAnswer {
  readonly kind: 'refused';
  readonly failure: Failure;
}

interface VerifiedAnswer {
  readonly kind: 'verified';
  readonly httpStatus: number;
  readonly requestId: string | null;
  /** Whose usable codes it carries, each once; not those that it says are of something else. */
  readonly soldCardIds: readonly SoldCardId[];
  /** The subject that an answer with this very signature already spoke of. */
  readonly usedBy: string | null;
}

/** What can come of one attempt to have codes revealed. */
export type RevealInput =
  /** No answer was kept, or what it brought could not be written down. */
  | { readonly kind: 'failed'; readonly attempt: string; readonly failure: Failure }
  /** A kept answer was judged. `knownReason`: why it brought nothing when it was judged before. */
  | {
      readonly kind: 'judged';
      readonly attempt: string;
      readonly sealed: SealedReference;
      readonly answer: RevealAnswer;
      readonly knownReason: string | null;
    };

export interface Decision {
  /** To be recorded; none where nothing is new. */
  readonly events: readonly NewRevealEvent<'codes-revealed' | 'reveal-failed'>[];
  /** The cards whose codes now lie here, or why there are none. */
  readonly outcome: Result<readonly SoldCardId[], Failure>;
}

/**
 * What follows for a subject from what came of an attempt. Pure: whoever calls it makes the events durable. Where the
 * outcome is ok the answer is verified, and its signature speaks of this subject from now on.
 */
export function decide(subject: RevealSubject, input: RevealInput): Decision {
  if (input.kind === 'failed') return failed(subject, input.attempt, input.failure, null);
  const { attempt, sealed, answer, knownReason } = input;
  if (answer.kind === 'refused') return failed(subject, attempt, answer.failure, knownReason);
  const brought = cardsIn(subject, answer);
  if (!brought.ok) return failed(subject, attempt, brought.error, knownReason);
  const body = { sealed, requestId: answer.requestId, soldCardIds: [...brought.value] };
  return { events: [revealEvent(nameOf(subject), 'codes-revealed', body)], outcome: brought };
}

function failed(subject: RevealSubject, attempt: string, failure: Failure, knownReason: string | null): Decision {
  const reason = reasonOf(failure);
  return {
    events: reason === knownReason ? [] : [revealEvent(nameOf(subject), 'reveal-failed', { attempt, reason })],
    outcome: err(failure),
  };
}

/** Why a reveal brought nothing, in one word. */
function reasonOf({ detail, code }: Failure): string {
  return detail ?? code;
}

/**
 * The cards whose codes an answer brings to `subject`. Errors: `answer_unverified` where it spoke of another subject
 * before, and `codes_unavailable` where it does not hold the cards asked for.
 */
function cardsIn(
  subject: RevealSubject,
  { usedBy, soldCardIds, httpStatus, requestId }: VerifiedAnswer,
): Result<readonly SoldCardId[], Failure> {
  if (usedBy !== null && usedBy !== nameOf(subject)) return err(detailed('answer_unverified', 'another_answer_reused'));
  const cards = cardsMeant(subject, soldCardIds);
  if (cards.length > 0) return ok(cards);
  const request = requestId === null ? {} : { requestId };
  return err({ ...detailed('codes_unavailable', 'other_cards'), httpStatus, ...request });
}
