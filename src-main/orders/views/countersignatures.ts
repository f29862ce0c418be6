import { hasDetail } from '../../../src-shared/contract/details.ts';
import { knownId, type OperationId } from '../../core/ids.ts';
import type { Pausable } from '../../core/pausable.ts';
import { countersignatureOf, type Countersignature } from '../../exchange/countersignature.ts';
import { openKept } from '../../exchange/kept-answer.ts';
import { base64url, genesisHash } from '../../journal/chain.ts';
import type { StoredEvent } from '../../journal/event.ts';
import type { Journal } from '../../journal/journal.ts';
import { readJson } from '../../partner-api/operations/json.ts';
import { isRecord, member } from '../../partner-api/operations/record.ts';
import { orderIntendedKind, type IntendedOrder } from '../machine/events.ts';
import type { Attempt, SealedAnswer } from '../machine/order.ts';
import { sentReference } from '../machine/placing.ts';
import type { OrderContext } from '../records/context.ts';

/**
 * How the chain before one order stands with the service's signatures. `contradicted`: the records are not those that
 * the service signed for, or the chain is not the one whose head went out with the order.
 */
export interface OrderCountersignature {
  readonly operationId: OperationId;
  /** Of the event that intends it. */
  readonly seq: number;
  readonly standing: 'countersigned' | 'notCountersigned' | 'noLongerCheckable' | 'contradicted';
  /** Why it is not countersigned, cannot be checked any more, or what contradicts it. */
  readonly reason:
    | 'no_head_sent'
    | 'no_answer'
    | 'not_covered'
    | 'purged'
    | 'unknown_key'
    | 'seal_failed'
    | 'other_profile'
    | 'head_differs'
    | 'answer_differs'
    | 'body_differs'
    | null;
}

const pageSize = 500;

/** Whether any order of these records carried the head of their chain, the newest looked at first; in turns. */
export function* sentAnyHead(journal: Pick<Journal, 'events'>): Pausable<boolean> {
  const [newest] = journal.events({ kind: orderIntendedKind, newestFirst: true, limit: 1 });
  if (newest !== undefined && carriesHead(newest)) return true;
  let read = 0;
  for (const intent of intents(journal)) {
    if (carriesHead(intent)) return true;
    read += 1;
    if (read % pageSize === 0) yield;
  }
  return false;
}

function carriesHead({ body }: Pick<StoredEvent, 'body'>): boolean {
  return typeof body['chainHead'] === 'string';
}

/**
 * Every order, or those of which an event after `afterSeq` says something, oldest first: service signature, request
 * digest, body and head, from kept bytes and without the network.
 */
export function* countersignatures(
  context: Pick<OrderContext, 'journal' | 'vault' | 'session' | 'records'>,
  afterSeq = 0,
): Generator<OrderCountersignature> {
  const { journal, records } = context;
  for (const { seq, subject } of afterSeq === 0 ? intents(journal) : intentsTouched(journal, afterSeq)) {
    const operationId = knownId<OperationId>(subject);
    const facts = records.find(operationId);
    if (facts === null) continue;
    const before = seq === 1 ? base64url(genesisHash) : journal.hashAt(seq - 1);
    const answers = facts.attempts.flatMap((attempt) => {
      const kept = verifiedAnswerTo(attempt);
      const { body } = facts.intent;
      return kept === null || body === undefined ? [] : [signedBy(context, kept, attempt.profileHash, body)];
    });
    yield { operationId, seq, ...countersignedStateOf(facts.intent, before, answers) };
  }
}

/** One answer signed through to the head is enough; so is one that contradicts the records, against them. */
function countersignedStateOf(
  intent: IntendedOrder,
  before: string | null,
  answers: readonly Signed[],
): Pick<OrderCountersignature, 'standing' | 'reason'> {
  const head = intent.chainHead ?? null;
  if (head !== null && head !== before) return { standing: 'contradicted', reason: 'head_differs' };
  if (intent.body === undefined) return { standing: 'noLongerCheckable', reason: 'seal_failed' };
  if (referenceIn(intent.body) !== sentReference(intent.externalReference ?? null, head))
    return { standing: 'contradicted', reason: 'head_differs' };
  const contradiction = answers.find((answer) => answer === 'answer_differs' || answer === 'body_differs');
  if (contradiction !== undefined) return { standing: 'contradicted', reason: contradiction };
  if (head === null) return { standing: 'notCountersigned', reason: 'no_head_sent' };
  if (answers.includes('signed')) return { standing: 'countersigned', reason: null };
  const hidden = answers.find(
    (answer) =>
      answer === 'purged' || answer === 'unknown_key' || answer === 'seal_failed' || answer === 'other_profile',
  );
  if (hidden !== undefined) return { standing: 'noLongerCheckable', reason: hidden };
  return { standing: 'notCountersigned', reason: answers.length === 0 ? 'no_answer' : 'not_covered' };
}

type Signed = Countersignature | 'purged' | 'seal_failed' | 'other_profile';

function signedBy(
  context: Pick<OrderContext, 'journal' | 'vault' | 'session'>,
  { sealed }: SealedAnswer,
  profileHash: string,
  body: string,
): Signed {
  const { profile, serviceKeys } = context.session;
  const kept = openKept(context, sealed.id);
  if (!kept.ok) return hasDetail(kept.error, 'codes_unavailable', 'purged') ? 'purged' : 'seal_failed';
  const signed = countersignatureOf(kept.value, body, serviceKeys.lookupAt(kept.value.receivedAtMs), profile);
  // A signature is written in the forms that the profile says: under another one a difference accuses nobody.
  return signed === 'answer_differs' && profileHash !== context.session.profileHash ? 'other_profile' : signed;
}

/** A read carries no body to sign for, and what nobody could verify proves nothing. */
function verifiedAnswerTo({ call, progress }: Attempt): SealedAnswer | null {
  if (call !== 'createPartnerOrder' || progress.stage !== 'judged') return null;
  return progress.verdict.outcome === 'unverified' ? null : progress.kept;
}

function referenceIn(body: string): unknown {
  const document = readJson(new TextEncoder().encode(body));
  return isRecord(document) ? (member(document, 'externalReference') ?? null) : undefined;
}

function intentsTouched(journal: Pick<Journal, 'events' | 'subjectsSince'>, afterSeq: number): readonly StoredEvent[] {
  const touched = journal.subjectsSince(afterSeq);
  const begun = touched.flatMap((subject) => journal.events({ subject, kind: orderIntendedKind, limit: 1 }));
  return begun.toSorted((one, other) => one.seq - other.seq);
}

function* intents(journal: Pick<Journal, 'events'>) {
  for (let afterSeq = 0; ;) {
    const page = journal.events({ kind: orderIntendedKind, afterSeq, limit: pageSize });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    afterSeq = last.seq;
  }
}
