import type { ConnectFault, TransportFault } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { profileHash, type DeploymentProfile } from '../deployment/profile.ts';
import { restingMs } from '../exchange/budget.ts';
import { exchangeOnce } from '../exchange/exchange-once.ts';
import type { PartnerSession } from '../exchange/session.ts';
import { operations } from '../partner-api/operations/table.ts';
import type { SigningKey } from '../signatures/keys.ts';
import { draftOf, harmlessOnly, type Probe, type ProbedInvitation, type ProbeName } from './probe.ts';

export interface Limits {
  readonly calls: number;
  /** From the start of one call to the start of the next. */
  readonly apartMs: number;
}

/**
 * A service counts requests, and a wall of refusals looks like an attack: few, slowly, and none after a word to slow
 * down.
 */
export const usualLimits: Limits = { calls: 40, apartMs: 1_000 };

export type ProbeFault = TransportFault['code'] | ConnectFault | 'spent' | 'stopped' | 'resting';

/** Where calls are tried out, one after the other and only so many. */
export interface ProbeRunner {
  try(
    profile: DeploymentProfile,
    name: ProbeName,
    how?: { readonly isUnsigned: boolean },
  ): Promise<Result<Probe, ProbeFault>>;
  /** Takes one of the calls for something that is sent elsewhere, when its turn comes; false where none is left. */
  turn(): Promise<Result<void, ProbeFault>>;
  calls(): number;
  left(): number;
  /** How often this call was tried in this form. */
  tries(profile: DeploymentProfile, name: ProbeName): number;
}

export interface ProbeRunnerParts {
  readonly session: PartnerSession;
  /** Without one calls go out unsigned: their refusals show how the service writes its answers. */
  readonly key: SigningKey | null;
  readonly invitation: ProbedInvitation | null;
  readonly limits: Limits;
}

export function createProbeRunner(
  { session, key, invitation, limits }: ProbeRunnerParts,
  signal: AbortSignal,
): ProbeRunner {
  const transport = harmlessOnly(session.transport, invitation);
  let [calls, lastAtMs] = [0, Number.NEGATIVE_INFINITY];
  const tried = new Map<string, number>();
  const keyOf = (hash: string, name: ProbeName): string => `${hash} ${name}`;
  const turn: ProbeRunner['turn'] = async () => {
    if (calls >= limits.calls) return err('spent');
    await session.clock.sleep(Math.max(0, lastAtMs + limits.apartMs - session.clock.monotonicMs()), signal);
    if (signal.aborted) return err('stopped');
    // Whoever of this counter it was that the service asked to slow down.
    if (restingMs(session) > 0) return err('resting');
    [calls, lastAtMs] = [calls + 1, session.clock.monotonicMs()];
    return ok(undefined);
  };
  return {
    turn,
    calls: () => calls,
    left: () => limits.calls - calls,
    tries: (profile, name) => tried.get(keyOf(profileHash(profile), name)) ?? 0,
    try: async (profile, name, { isUnsigned } = { isUnsigned: false }) => {
      const due = await turn();
      if (!due.ok) return due;
      const hash = profileHash(profile);
      tried.set(keyOf(hash, name), (tried.get(keyOf(hash, name)) ?? 0) + 1);
      const signingKey = (): SigningKey | null => (isUnsigned ? null : key);
      return tryOnce({ ...session, profile, profileHash: hash, transport, signingKey }, name, invitation);
    },
  };
}

async function tryOnce(
  session: PartnerSession,
  name: ProbeName,
  invitation: ProbedInvitation | null,
): Promise<Result<Probe, ProbeFault>> {
  const isUnsigned = session.signingKey() === null;
  const asked = await exchangeOnce(session, draftOf(name, invitation), { unsigned: isUnsigned });
  if (!asked.ok) return err(asked.error.why ?? asked.error.code);
  const { prepared, raw, judged, misdated } = asked.value;
  return ok({
    name,
    prepared,
    raw,
    judged,
    isSigned: !isUnsigned && operations[name].kind !== 'enrollmentToken',
    misdated,
  });
}
