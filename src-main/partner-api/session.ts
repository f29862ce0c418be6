import type { Clock, Randomness, RawAnswer, Transport, TransportFault } from '../core/ports.ts';
import { err } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import type { ServiceKeys } from '../deployment/service-keys.ts';
import type { SigningKey } from '../signatures/keys.ts';
import { judge } from './judge.ts';
import type { Judged } from './judge.ts';
import { messageOf, signRequest } from './request.ts';
import type { PreparedRequest } from './request.ts';
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
  readonly language: () => 'ar' | 'en';
  /** The key in use, or null while none is active. */
  readonly signingKey: () => SigningKey | null;
}

/** Answers are read up to this size; what is larger counts as lost (design, "Sealing"). */
export const answerMaxBytes = 8 * 1024 * 1024;

/** A raw answer with the monotonic readings around its exchange. */
export interface Exchanged {
  readonly raw: RawAnswer;
  readonly exchange: { readonly sentAtMs: number; readonly receivedAtMs: number };
}

/** Signs and sends one prepared request, once. Nothing is retried here: a transport that repeats would repeat the nonce. */
export async function send(session: PartnerSession, prepared: PreparedRequest, onWritten?: () => void): Promise<Result<Exchanged, TransportFault>> {
  const wire = signRequest(session.profile, prepared, session.signingKey());
  if (!wire.ok) return err({ code: 'not_sent' });
  const sentAtMs = session.clock.monotonicMs();
  const limits = { waitMs: session.profile.answerWaitSeconds * 1000, maxBytes: answerMaxBytes };
  const answer = await session.transport.exchange(wire.value, onWritten === undefined ? limits : { ...limits, onWritten });
  if (!answer.ok) return answer;
  return { ok: true, value: { raw: answer.value, exchange: { sentAtMs, receivedAtMs: session.clock.monotonicMs() } } };
}

/** Judges an answer to `prepared`; where its key is unknown the key set is read again once. */
export async function judgeAnswer(session: PartnerSession, prepared: PreparedRequest, { raw, exchange }: Exchanged): Promise<Judged> {
  const judgeNow = () =>
    judge({ raw, request: messageOf(prepared), profile: session.profile, keys: session.serviceKeys.lookup, clock: session.serviceClock, exchange });
  const first = judgeNow();
  if (first.kind === 'verified' || first.reason !== 'unknown_key') return first;
  return (await session.serviceKeys.refresh()) ? judgeNow() : first;
}
