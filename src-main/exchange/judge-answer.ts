import { judge, type Judged } from '../partner-api/judge.ts';
import { operations } from '../partner-api/operations/table.ts';
import { failureOf } from '../partner-api/problem.ts';
import { messageOf, type PreparedRequest } from '../partner-api/request.ts';
import { rest } from './budget.ts';
import { wasMisdated, type DatedRequest, type Exchanged } from './send.ts';
import type { PartnerSession } from './session.ts';

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
  const judged = await judgeWithKeys(session, () => judgeNow(session, prepared, exchanged));
  if (judged.kind === 'verified') rest(session, judged);
  const saysNothing = wasMisdated(session, prepared, judged) || wasRefusedLate(exchanged, judged);
  if (exchanged.keyId === session.signingKey()?.keyId && !saysNothing) session.heard(prepared, judged, exchanged.raw);
  return judged;
}

/**
 * A request that lay before a service that stalled is too old when it is looked at: that refusal says nothing of the
 * signature.
 */
export function wasRefusedLate({ exchange }: Exchanged, judged: Judged): boolean {
  return failureOf(judged)?.code === 'invalid_credentials' && exchange.receivedAtMs - exchange.sentAtMs >= lateAfterMs;
}

const lateAfterMs = 10_000;

function judgeNow(session: PartnerSession, prepared: PreparedRequest, { raw, exchange }: Exchanged): Judged {
  return judge({
    raw,
    request: messageOf(session.profile, prepared),
    kind: operations[prepared.operation].kind,
    profile: session.profile,
    keys: session.serviceKeys.lookup,
    clock: session.serviceClock,
    exchange,
  });
}

/** What `judgeIt` gives; where the answer's key is unknown the key set is read again once, and it is judged by that. */
export async function judgeWithKeys(
  { serviceKeys }: Pick<PartnerSession, 'serviceKeys'>,
  judgeIt: () => Judged,
): Promise<Judged> {
  const first = judgeIt();
  if (first.kind === 'verified' || first.reason !== 'unknown_key') return first;
  return (await serviceKeys.refresh()) ? judgeIt() : first;
}
