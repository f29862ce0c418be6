import type { Failure } from '../../src-shared/contract/codes.ts';
import type { ServiceLanguage } from '../../src-shared/words/languages.ts';
import type { Clock, Randomness, RawAnswer, Transport, TransportFault } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { datedBackSeconds, type DeploymentProfile } from '../deployment/profile.ts';
import type { ServiceKeys } from '../deployment/service-keys.ts';
import type { SigningKey } from '../signatures/keys.ts';
import type { RequestBudget } from './budget.ts';
import { judge, type Judged, type Verified } from './judge.ts';
import { operations } from './operations/table.ts';
import { failureOf, refusalOf } from './problem.ts';
import {
  messageOf,
  prepareRequest,
  signRequest,
  unsignedRequest,
  type PreparedRequest,
  type RequestDraft,
} from './request.ts';
import { retryAfterMs } from './retry-after.ts';
import type { ServiceClock } from './service-clock.ts';

/** What it takes to speak with one deployment. */
export interface PartnerSession {
  readonly profile: DeploymentProfile;
  readonly profileHash: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  readonly randomness: Randomness;
  readonly serviceKeys: ServiceKeys;
  readonly language: () => ServiceLanguage;
  /**
   * The key in use, or null while none is active; for what is pinned to a key id that one, as long as it still signs.
   */
  readonly signingKey: (pinnedKeyId?: string) => SigningKey | null;
  readonly budget: RequestBudget;
  readonly arrivals: Arrivals;
  /**
   * Hears of every answer to the key in use that was judged as it came, but for refusals of a request that was dated
   * wrongly.
   */
  readonly heard: (prepared: PreparedRequest, judged: Judged) => void;
}

/**
 * When answers came that nobody could believe, by the id of their seal: this run's monotonic clock, which no setting of
 * the machine's clock moves, and the latest time that the service had signed by then.
 */
export type Arrivals = Map<string, { readonly monotonicMs: number; readonly greatestCreatedSeconds: number }>;

/** Answers are read up to this size; what is larger counts as lost (design, "Sealing"). */
const answerMaxBytes = 8 * 1024 * 1024;

/** A raw answer with the monotonic readings around its exchange. */
export interface Exchanged {
  readonly raw: RawAnswer;
  readonly exchange: { readonly sentAtMs: number; readonly receivedAtMs: number };
  /** The key that was at hand to sign with. */
  readonly keyId: string | null;
}

export interface SendOptions {
  /** What it is signed with; the key in use where nothing is said. */
  readonly key?: SigningKey;
  /** Sent as it is, to be refused: only its answer is of interest. */
  readonly unsigned?: boolean;
  readonly onWritten?: () => void;
  /** Takes an answer that comes when its caller has stopped waiting, until the signal ends it. */
  readonly late?: { readonly signal: AbortSignal; readonly take: (exchanged: Exchanged) => void };
}

/** How long after that one is still listened for. */
export const lateWaitMs = 10 * 60_000;

/** A request as it was dated by what this run knew then. */
export interface DatedRequest extends PreparedRequest {
  /** When that was, by the monotonic clock: it may lie for a while before it is signed and sent. */
  readonly datedAtMs: number;
}

/** Fixes a request at the service's time as it is known now, in the language in use where none is said. */
export function prepare(
  session: Pick<PartnerSession, 'profile' | 'language' | 'serviceClock' | 'clock' | 'randomness'>,
  draft: RequestDraft,
): DatedRequest {
  const datedAtMs = session.clock.monotonicMs();
  return {
    ...prepareRequest(
      session.profile,
      { language: session.language(), ...draft },
      session.serviceClock.datingMs(),
      session.randomness,
    ),
    datedAtMs,
  };
}

/**
 * Signs and sends one prepared request, once. Nothing is retried here: a transport that repeats would repeat the nonce.
 */
export async function send(
  session: PartnerSession,
  prepared: PreparedRequest,
  { key, unsigned = false, onWritten, late }: SendOptions = {},
): Promise<Result<Exchanged, TransportFault>> {
  const signing = unsigned ? null : (key ?? session.signingKey());
  const wire = unsigned ? ok(unsignedRequest(prepared)) : signRequest(session.profile, prepared, signing);
  if (!wire.ok) return err({ code: 'not_sent' });
  const sentAtMs = session.clock.monotonicMs();
  const exchanged = (raw: RawAnswer): Exchanged => ({
    raw,
    exchange: { sentAtMs, receivedAtMs: session.clock.monotonicMs() },
    keyId: signing?.keyId ?? null,
  });
  const answer = await session.transport.exchange(wire.value, {
    waitMs: session.profile.answerWaitSeconds * 1000,
    maxBytes: answerMaxBytes,
    ...(onWritten === undefined ? {} : { onWritten }),
    ...(late === undefined
      ? {}
      : { late: { waitMs: lateWaitMs, signal: late.signal, take: (raw) => late.take(exchanged(raw)) } }),
  });
  return answer.ok ? { ok: true, value: exchanged(answer.value) } : answer;
}

/**
 * Judges an answer to `prepared` that is kept under `sealedId`, and remembers when it came where it is to be judged
 * again.
 */
export async function judgeSealedAnswer(
  session: PartnerSession,
  prepared: DatedRequest,
  exchanged: Exchanged,
  sealedId: string,
): Promise<Judged> {
  const { arrivals, serviceClock } = session;
  const judged = await judgeAnswer(session, prepared, exchanged);
  if (judged.kind === 'unverified')
    arrivals.set(sealedId, {
      monotonicMs: exchanged.exchange.receivedAtMs,
      greatestCreatedSeconds: serviceClock.greatestCreatedSeconds(),
    });
  return judged;
}

/** Judges an answer to `prepared`; where its key is unknown the key set is read again once. */
export async function judgeAnswer(
  session: PartnerSession,
  prepared: DatedRequest,
  exchanged: Exchanged,
): Promise<Judged> {
  const judged = await judgeWithKeys(session, prepared, exchanged);
  if (judged.kind === 'verified') rest(session, judged);
  const saysNothing = wasMisdated(session, prepared, judged) || wasRefusedLate(exchanged, judged);
  if (exchanged.keyId === session.signingKey()?.keyId && !saysNothing) session.heard(prepared, judged);
  return judged;
}

/**
 * Whether the request would be dated otherwise by what is known now: a refusal says nothing else then. A service may
 * take no date that is ahead of its clock by a second, so any difference that could be learned counts.
 */
export function wasMisdated(
  { serviceClock, profile, clock }: PartnerSession,
  { datedMs, datedAtMs }: DatedRequest,
  judged: Judged,
): boolean {
  if (failureOf(judged)?.code !== 'invalid_credentials') return false;
  const sinceMs = clock.monotonicMs() - datedAtMs;
  return Math.abs(serviceClock.datingMs() - sinceMs - datedBackSeconds(profile) * 1000 - datedMs) > misdatedMs;
}

/** Less than anything that is learned of a clock. */
const misdatedMs = 1_000;
/**
 * A request that lay before a service that stalled is too old when it is looked at: that refusal says nothing of the
 * signature.
 */
export function wasRefusedLate({ exchange }: Exchanged, judged: Judged): boolean {
  return failureOf(judged)?.code === 'invalid_credentials' && exchange.receivedAtMs - exchange.sentAtMs >= lateAfterMs;
}

const lateAfterMs = 10_000;

/** A service that counts requests says when it has had too many, and one that cannot keep up when to come again. */
function rest({ budget, clock, profile, serviceClock }: PartnerSession, answer: Verified): void {
  if (answer.status !== 429 && answer.status !== 503) return;
  const askedMs =
    retryAfterMs(answer.header('retry-after'), profile, serviceClock.nowMs()) ??
    (answer.status === 429 ? restWithoutWordMs : null);
  if (askedMs !== null) budget.restUntil(clock.monotonicMs() + askedMs, refusalOf(answer));
}

const restWithoutWordMs = 2_000;

/** How long the service still wants the whole counter to leave it alone; 0 where it does not. */
export function restingMs({ budget, clock }: Pick<PartnerSession, 'budget' | 'clock'>): number {
  return Math.max(0, budget.restingUntilMs() - clock.monotonicMs());
}

/** A pause that a person who waits for a call hardly notices. */
const patienceMs = 5_000;

/**
 * Before a call that is no order: waits out a short pause that the service asked for. Where it is longer, gives the
 * refusal that asked for it, in place of asking again; null where the service may be asked.
 */
export async function refusalWhileResting(session: Pick<PartnerSession, 'budget' | 'clock'>): Promise<Failure | null> {
  for (let leftMs = restingMs(session); leftMs > 0; leftMs = restingMs(session)) {
    if (leftMs > patienceMs) return session.budget.restRefusal() ?? { code: 'rate_limited' };
    await session.clock.sleep(Math.ceil(leftMs));
  }
  return null;
}

async function judgeWithKeys(
  session: PartnerSession,
  prepared: PreparedRequest,
  { raw, exchange }: Exchanged,
): Promise<Judged> {
  const judgeNow = () =>
    judge({
      raw,
      request: messageOf(session.profile, prepared),
      kind: operations[prepared.operation].kind,
      profile: session.profile,
      keys: session.serviceKeys.lookup,
      clock: session.serviceClock,
      exchange,
    });
  const first = judgeNow();
  if (first.kind === 'verified' || first.reason !== 'unknown_key') return first;
  return (await session.serviceKeys.refresh()) ? judgeNow() : first;
}
