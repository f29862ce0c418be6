import { changedProfile } from '../deployment/change.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import { problemIn } from '../partner-api/problem.ts';
import { fieldValue } from '../signatures/message.ts';
import { asTheyAre, fitToAnswers, judgeAnyTime, type Keys } from './answer-fit.ts';
import { oddFormOf } from './answer-form.ts';
import { isBusyStatus, isOfService } from './answer-source.ts';
import { allOf, type CheckContext, type FirstProbes, type Step } from './check-context.ts';
import { changedOf } from './finding.ts';
import { askedBy, pointsElsewhere } from './gateway.ts';
import type { ProbeRunner } from './probe-runner.ts';
import { verdictOf, type Probe } from './probe.ts';
import { requestChanged } from './seek.ts';
import { shapeOf } from './signature-shape.ts';
import { changedHeader, commonSigner, isOfGet } from './signer.ts';
import { strippedHeaders } from './stripped-headers.ts';
import { unknownKey } from './unknown-key.ts';

/** Unverified answers are read in other ways; what was signed by the service's key shows by itself how. */
export async function checkAnswers(context: CheckContext, base: DeploymentProfile, seen: FirstProbes): Promise<Step> {
  const {
    counter: { session },
    note,
  } = context;
  const probes = allOf(seen);
  const keys = session.serviceKeys.lookup;
  if (probes.some((probe) => isOfAnother(base, probe, probes, keys))) {
    note('ofAnotherCall');
    return { cause: 'answer_changed' };
  }
  const changes = fitToAnswers(base, probes, keys);
  if (changes !== null) {
    const candidate = changedProfile(base, changes) ?? base;
    const lacking = probes.flatMap((probe) =>
      missedBy(context, probe, { ...probe, judged: judgeAnyTime(candidate, probe, keys) }),
    );
    if (lacking.length > 0) return requestChanged(context, lacking);
    note('answerFits');
    return { changes };
  }
  const [first] = probes.filter(({ judged }) => judged.kind === 'unverified');
  if (first?.judged.kind !== 'unverified') return { cause: 'answer_changed' };
  const { reason } = first.judged;
  const odd = isUnsignedPage(first) ? null : oddFormOf(first.raw);
  if (odd !== null) {
    note(odd);
    return { cause: 'service_form', fields: odd === 'createdMissing' ? ['answer.created'] : [] };
  }
  if (reason === 'unknown_key') return unknownKey(context, base, probes);
  if (shapeOf(first.raw) === null && reason === 'signature_missing') return unsigned(context, first, probes);
  return reason === 'signature_invalid'
    ? otherwiseSigned(context, base, probes)
    : misreadAndMore(context, base, probes);
}

/** How they are written is not all: read as they are their signatures may still not fit, and that comes first. */
async function misreadAndMore(context: CheckContext, base: DeploymentProfile, probes: readonly Probe[]): Promise<Step> {
  const keys = context.counter.session.serviceKeys.lookup;
  const asked = changedProfile(base, asTheyAre(base, probes)) ?? base;
  const again = probes.map((probe) => ({ ...probe, judged: judgeAnyTime(asked, probe, keys) }));
  const isOther = again.some(({ judged }) => judged.kind === 'unverified' && judged.reason === 'signature_invalid');
  return isOther ? otherwiseSigned(context, asked, again) : { cause: 'answer_changed' };
}

/**
 * A header of this request that the service did not see: it says so itself, or it refuses what its answer does not name
 * any more, though it named it under these very settings before.
 */
function missedBy({ counter }: CheckContext, { judged }: Probe, fitting: Probe): readonly string[] {
  const unbound =
    judged.kind === 'unverified' && judged.reason === 'not_bound' ? judged.component?.replace(';req', '') : undefined;
  const isNews =
    counter.acceptedBefore &&
    verdictOf(fitting.judged).kind !== 'accepted' &&
    unbound !== undefined &&
    !unbound.startsWith('@');
  return isNews ? [unbound] : strippedHeaders(fitting);
}

/**
 * Whatever answered, it did not sign: a gateway that is busy, one that takes signatures off, or something else
 * altogether.
 */
function unsigned({ note }: CheckContext, { prepared, raw }: Probe, probes: readonly Probe[]): Step {
  note('unsigned', { status: raw.status });
  if (isBusyStatus(raw.status)) return { cause: 'service_busy' };
  // Only something that keeps answers says that one has not changed, and no counter asks that.
  if (raw.status === 304 || isOfService(raw)) return { cause: 'answer_changed' };
  const asked = askedBy(raw);
  if (asked !== null) note(asked.kind, asked.facts);
  // The service itself answered the other call: the address is right, and what stands in front lets some pass.
  if (probes.some(({ judged }) => judged.kind === 'verified')) return { cause: 'call_blocked' };
  return pointsElsewhere(raw, prepared) ? { cause: 'base_path', fields: ['baseUrl'] } : { cause: 'not_the_service' };
}

/** What the service did not write says nothing of how it writes. */
function isUnsignedPage({ raw }: Probe): boolean {
  return shapeOf(raw) === null && fieldValue(raw.headers, 'signature') === null && !isOfService(raw);
}

/** One that no service in trouble gives either. */
export function isPage(probe: Probe): boolean {
  return isUnsignedPage(probe) && !isBusyStatus(probe.raw.status);
}

/** Whether the service signed this answer for another of these calls: something in front exchanges answers. */
function isOfAnother(profile: DeploymentProfile, probe: Probe, probes: readonly Probe[], keys: Keys): boolean {
  const isBound = shapeOf(probe.raw)?.bound.some((name) => ['@path', '@target-uri', 'nonce'].includes(name)) === true;
  return (
    isBound &&
    judgeAnyTime(profile, probe, keys).kind === 'unverified' &&
    probes.some(
      (other) => other !== probe && judgeAnyTime(profile, { ...other, raw: probe.raw }, keys).kind === 'verified',
    )
  );
}

/**
 * Signatures that do not fit: made with another key, over another header than the one that came, or for another
 * address.
 */
async function otherwiseSigned(
  { counter: { session }, probes: runner, note }: CheckContext,
  base: DeploymentProfile,
  probes: readonly Probe[],
): Promise<Step> {
  const keys = session.serviceKeys.lookup;
  const thumbprint = commonSigner(base, probes);
  if (thumbprint !== null) {
    note('otherSigner', { thumbprint });
    return { cause: 'service_key_unknown', fields: ['serviceKeys'] };
  }
  if (isOfGet(base, probes, keys)) {
    note('methodChanged');
    return { cause: 'request_changed' };
  }
  if (probes.every(isOfNoRoute)) {
    note('changedOnTheWay', { component: '@path' });
    return { cause: 'request_changed' };
  }
  const restored = changedHeader(base, probes, keys);
  const own = restored === null ? ownHeaders(base, probes, keys) : [];
  if (own.length > 0) {
    const { kind, facts } = changedOf(own);
    note(kind, facts);
    return { cause: 'request_changed' };
  }
  const component = restored ?? changedHeader(base, await refused(runner, base), keys);
  if (component === null) return { cause: 'address_unknown', fields: ['request.seenAs'] };
  note('headerChanged', { component });
  return { cause: 'answer_changed' };
}

/** The service signed that it has nothing there, for another request than the one that was sent: for another path. */
function isOfNoRoute({ raw, judged }: Probe): boolean {
  return raw.status === 404 && judged.kind === 'unverified' && problemIn(raw.body)?.code === 'resource_not_found';
}

/**
 * Headers of the request that only the answer that does not fit names: the same address fits in the other answer, so it
 * is none of its parts that was changed.
 */
function ownHeaders(profile: DeploymentProfile, probes: readonly Probe[], keys: Keys): readonly string[] {
  const fits = (probe: Probe): boolean => judgeAnyTime(profile, probe, keys).kind === 'verified';
  const bound = (which: readonly Probe[]): readonly string[] =>
    which.flatMap(({ raw, prepared }) =>
      (shapeOf(raw)?.bound ?? []).filter((name) => fieldValue(prepared.headers, name) !== null),
    );
  const fitting = probes.filter(fits);
  const others = bound(fitting);
  const own = bound(probes.filter((probe) => !fits(probe))).filter((name) => !others.includes(name));
  return fitting.length === 0 ? [] : [...new Set(own)];
}

/** The answer to a read that nobody signed: a refusal repeats more of itself than an answer that is well. */
async function refused(probes: ProbeRunner, base: DeploymentProfile): Promise<readonly Probe[]> {
  const asked = await probes.try(base, 'getPartnerProfile', { isUnsigned: true });
  return asked.ok ? [asked.value] : [];
}
