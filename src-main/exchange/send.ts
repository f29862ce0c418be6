import type { RawAnswer, TransportFault } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { datedBackSeconds } from '../deployment/profile.ts';
import type { Judged } from '../partner-api/judge.ts';
import { failureOf } from '../partner-api/problem.ts';
import {
  prepareRequest,
  signRequest,
  unsignedRequest,
  type PreparedRequest,
  type RequestDraft,
} from '../partner-api/request.ts';
import type { SigningKey } from '../signatures/keys.ts';
import { lateWaitMs, type LateTaker } from './late-answers.ts';
import type { PartnerSession } from './session.ts';

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
  readonly late?: LateTaker<Exchanged>;
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
  if (answer.ok) return ok(exchanged(answer.value));
  session.unanswered?.(prepared, answer.error.code);
  return answer;
}
