import type { Failure } from '../../src-shared/contract/codes.ts';
import type { StepMark, TransportFault } from '../core/ports.ts';
import { ok, type Result } from '../core/result.ts';
import type { SealedReference } from '../journal/event.ts';
import type { Journal, JournalTransaction } from '../journal/journal.ts';
import type { Judged, Unverified } from '../partner-api/judge.ts';
import type { RequestDraft } from '../partner-api/request.ts';
import type { SigningKey } from '../signatures/keys.ts';
import type { Vault } from '../vault/vault.ts';
import type { Background } from './background.ts';
import { judgeAnswer, judgeSealedAnswer } from './judge-answer.ts';
import { encodeAnswer, hasRoomFor, type UnverifiedSize } from './kept-answer.ts';
import { lateWaitMs, type LateTaker } from './late-answers.ts';
import { prepare, send, type DatedRequest, type Exchanged } from './send.ts';
import type { PartnerSession } from './session.ts';

export interface ExchangeContext {
  readonly session: PartnerSession;
  readonly journal: Pick<Journal, 'reserve' | 'transaction'>;
  readonly vault: Pick<Vault, 'prove' | 'seal'>;
}

/** The steps of a kept exchange, in order. */
export type ExchangeStep =
  | 'sealing-proved'
  | 'attempt-recorded'
  | 'request-written'
  | 'answer-received'
  | 'answer-sealed'
  | 'answer-judged';

/** A request whose answer is kept, and how its steps are recorded. */
export interface KeptExchange {
  readonly draft: RequestDraft;
  /** What it is signed with; the key in use where nothing is said. */
  readonly key?: SigningKey;
  /** The id that its raw answer is sealed under. */
  readonly sealedId: string;
  /** What lies sealed for the same subject and cannot be verified. */
  readonly unverified: () => readonly UnverifiedSize[];
  /** Makes the attempt durable: nothing leaves before it (law 1). */
  readonly recordStart: (prepared: DatedRequest) => Result<unknown, Failure>;
  /** Names the sealed answer in an event, in the transaction that files it (law 4). */
  readonly recordSealed: (tx: JournalTransaction, answer: SealedAnswer) => void;
  readonly step: StepMark<ExchangeStep>;
  /** Takes what comes of an answer that came after the wait was over. */
  readonly late?: {
    readonly background: Background;
    readonly take: (outcome: Result<ExchangeOutcome, Failure>) => void;
  };
}

export interface SealedAnswer {
  readonly sealed: SealedReference;
  readonly bytes: number;
  readonly httpStatus: number;
}

/** What became of a kept exchange. */
export type ExchangeOutcome =
  | { readonly kind: 'unanswered'; readonly fault: TransportFault }
  /** It cannot be verified, and there are too many of that kind already. */
  | { readonly kind: 'notKept'; readonly judged: Unverified; readonly httpStatus: number }
  | { readonly kind: 'kept'; readonly sealed: SealedReference; readonly judged: Judged; readonly httpStatus: number };

/**
 * One exchange from the proof that answers can be sealed to the judged answer. Each step is durable before the next:
 * the attempt before the request, the raw answer before it is read (laws 1 and 4). Errors: what sealing or the journal
 * refuse. Call it when its turn in the budget has come: what only waits needs no room for an answer.
 */
export async function exchangeKept(
  context: ExchangeContext,
  question: KeptExchange,
): Promise<Result<ExchangeOutcome, Failure>> {
  const { session, vault, journal } = context;
  const proved = vault.prove();
  if (!proved.ok) return proved;
  question.step('sealing-proved');
  const room = journal.reserve();
  if (!room.ok) return room;
  let lateMs = 0;
  try {
    const prepared = prepare(session, question.draft);
    const started = question.recordStart(prepared);
    if (!started.ok) return started;
    question.step('attempt-recorded');
    const sent = await send(session, prepared, {
      ...(question.key === undefined ? {} : { key: question.key }),
      onWritten: () => question.step('request-written'),
      ...lateOf(context, question, prepared, () => room.value.release()),
    });
    if (!sent.ok) {
      if (question.late !== undefined && sent.error.code === 'answer_timeout') lateMs = lateWaitMs;
      return ok({ kind: 'unanswered', fault: sent.error });
    }
    question.step('answer-received');
    return await keep(context, question, prepared, sent.value);
  } finally {
    room.value.release(lateMs);
  }
}

function lateOf(
  context: ExchangeContext,
  question: KeptExchange,
  prepared: DatedRequest,
  done: () => void,
): { readonly late?: LateTaker<Exchanged> } {
  if (question.late === undefined) return {};
  const { background, take } = question.late;
  const keepLate = (exchanged: Exchanged): void =>
    background.run(() => keep(context, question, prepared, exchanged).then(take).finally(done));
  return { late: { signal: background.signal, take: keepLate } };
}

/** Beyond the quota an answer is sealed only if its signature holds; its body is read after that in either case. */
async function keep(
  { session, vault, journal }: ExchangeContext,
  { sealedId, unverified, recordSealed, step }: KeptExchange,
  prepared: DatedRequest,
  exchanged: Exchanged,
): Promise<Result<ExchangeOutcome, Failure>> {
  const { raw } = exchanged;
  const httpStatus = raw.status;
  if (!hasRoomFor(unverified(), raw)) {
    const judged = await judgeAnswer(session, prepared, exchanged);
    if (judged.kind === 'unverified') return ok({ kind: 'notKept', judged, httpStatus });
  }
  const plaintext = encodeAnswer({ request: prepared, raw, receivedAtMs: session.clock.nowMs() });
  const record = vault.seal(sealedId, plaintext);
  const bytes = plaintext.byteLength;
  plaintext.fill(0);
  const filed = journal.transaction((tx): SealedReference => {
    const sealed = tx.fileSealed(sealedId, record);
    recordSealed(tx, { sealed, bytes, httpStatus });
    return sealed;
  });
  if (!filed.ok) return filed;
  step('answer-sealed');
  const judged = await judgeSealedAnswer(session, prepared, exchanged, sealedId);
  step('answer-judged');
  return ok({ kind: 'kept', sealed: filed.value, judged, httpStatus });
}
