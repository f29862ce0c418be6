import type { TransportFault } from '../core/ports.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import { profileHash } from '../deployment/profile.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import { judgeAnswer, restingMs, send, wasMisdated } from '../partner-api/session.ts';
import type { PartnerSession } from '../partner-api/session.ts';
import type { SigningKey } from '../signatures/keys.ts';
import { harmlessOnly, prepareProbe } from './probe.ts';
import type { Probe, ProbeName } from './probe.ts';

export interface Limits {
  readonly calls: number;
  /** From the start of one call to the start of the next. */
  readonly apartMs: number;
}

/** A service counts requests, and a wall of refusals looks like an attack: few, slowly, and none after a word to slow down. */
export const usualLimits: Limits = { calls: 60, apartMs: 1_000 };

export type ProbeFault = TransportFault['code'] | 'spent' | 'stopped' | 'resting';

/** Where calls are tried out, one after the other and only so many. */
export interface Surgery {
  try(profile: DeploymentProfile, name: ProbeName): Promise<Result<Probe, ProbeFault>>;
  calls(): number;
  left(): number;
}

export function openSurgery(session: PartnerSession, key: SigningKey, limits: Limits, signal: AbortSignal): Surgery {
  const transport = harmlessOnly(session.transport);
  let [calls, lastAtMs] = [0, Number.NEGATIVE_INFINITY];
  return {
    calls: () => calls,
    left: () => limits.calls - calls,
    try: async (profile, name) => {
      if (calls >= limits.calls) return err('spent');
      await session.clock.sleep(Math.max(0, lastAtMs + limits.apartMs - session.clock.monotonicMs()), signal);
      if (signal.aborted) return err('stopped');
      // Whoever of this counter it was that the service told to slow down.
      if (restingMs(session) > 0) return err('resting');
      [calls, lastAtMs] = [calls + 1, session.clock.monotonicMs()];
      return tryOnce({ ...session, profile, profileHash: profileHash(profile), transport, signingKey: () => key }, name);
    },
  };
}

async function tryOnce(session: PartnerSession, name: ProbeName): Promise<Result<Probe, ProbeFault>> {
  return session.budget.run('sync', async () => {
    const prepared = prepareProbe(session.profile, name, session.serviceClock.datingMs(), session.randomness, session.language());
    const exchanged = await send(session, prepared);
    if (!exchanged.ok) return err(exchanged.error.code);
    const judged = await judgeAnswer(session, prepared, exchanged.value);
    return ok({ name, prepared, raw: exchanged.value.raw, judged, misdated: wasMisdated(session, prepared, exchanged.value, judged) });
  });
}
