import { isDeepStrictEqual } from 'node:util';
import { sha256Base64url } from '../../../src-main/core/hash.ts';
import type { RawAnswer } from '../../../src-main/core/ports.ts';
import type { DeploymentProfile } from '../../../src-main/deployment/profile.ts';
import { acceptAnswer } from '../../../src-main/enrolment/driver/read-answer.ts';
import type { Judged, Verified } from '../../../src-main/partner-api/judge.ts';
import { operations } from '../../../src-main/partner-api/operations/table.ts';
import { failureOf } from '../../../src-main/partner-api/problem.ts';
import { createServiceClock } from '../../../src-main/partner-api/service-clock.ts';
import { lowS } from '../../../src-main/signatures/ecdsa.ts';
import type { VerifyingKey } from '../../../src-main/signatures/keys.ts';
import { untouchedClasses, type Mutant } from './mutant.ts';
import { orderFault } from './order-check.ts';
import type { Sample } from './samples.ts';
import type { Seam } from './seam.ts';
import { nowSeconds, profileWith, type Truth } from './service.ts';
import type { MutationOutcome } from './tally.ts';

export interface World {
  readonly profile: DeploymentProfile;
  readonly unsignedEnrolment: DeploymentProfile;
  readonly keys: (kid: string) => VerifyingKey | undefined;
  readonly seam: Seam;
}

/** What came of one mutant; `fault` says what is wrong. */
export interface Finding {
  readonly outcome: MutationOutcome;
  readonly fault?: string;
}

export function worldWith(seam: Seam, keys: World['keys']): World {
  const profile = profileWith();
  return {
    profile,
    unsignedEnrolment: { ...profile, enrolment: { ...profile.enrolment, answersSigned: false } },
    keys,
    seam,
  };
}

/** Judges one mutant and everything that the counter would make of it. */
export function checkMutant(world: World, sample: Sample, mutant: Mutant): Finding {
  const raw = mutant.raw ?? sample.genuine.raw;
  const judged = world.seam.judge({
    raw,
    request: mutant.request ?? sample.request,
    kind: operations[sample.operation].kind,
    profile: mutant.profile ?? world.profile,
    keys: world.keys,
    clock: clockAt(mutant.atSeconds ?? nowSeconds),
  });
  const fault = judged.kind === 'verified' ? acceptedFault(judged, raw, sample, mutant) : refusedFault(judged, mutant);
  const after = fault ?? consequenceFault(world, sample, mutant, judged, raw);
  if (after !== null) return { outcome: 'wrong', fault: after };
  // Verified, but its interpretation refused it: its signature has decided about another operation.
  if (judged.kind === 'unverified' || mutant.usedBy !== undefined) return { outcome: 'refused' };
  return { outcome: mutant.expected === undefined ? 'untouched' : 'signed' };
}

function refusedFault(judged: Judged, { expected }: Mutant): string | null {
  return judged.kind === 'unverified' && expected !== undefined && expected !== null
    ? `what the service signed was refused: ${judged.reason}`
    : null;
}

function acceptedFault(
  judged: Verified,
  raw: RawAnswer,
  { genuine }: Sample,
  { expected, label, usedBy }: Mutant,
): string | null {
  if (expected === null) return 'accepted, though the service did not sign all that is required';
  if (expected === undefined && usedBy === undefined && untouchedClasses[label] === undefined)
    return 'accepted, and no change of this class leaves the meaning alone';
  return truthFault(judged, raw, expected ?? genuine.truth);
}

/** How an accepted answer differs from what was signed; null where it does not. */
function truthFault(judged: Verified, raw: RawAnswer, truth: Truth): string | null {
  if (judged.status !== truth.status) return 'another status';
  if (Buffer.compare(judged.body, truth.body) !== 0) return 'another body';
  for (const name of new Set([
    ...truth.covered.keys(),
    ...raw.headers.map(([given]) => given),
    'location',
    'retry-after',
    'idempotency-replayed',
    '__proto__',
  ])) {
    const signed = truth.covered.get(name.toLowerCase()) ?? null;
    if (judged.header(name) !== signed || judged.header(name.toUpperCase()) !== signed)
      return signed === null ? 'an uncovered header is read' : 'another covered header';
  }
  if (!isDeepStrictEqual([...judged.bound].sort(), [...truth.bound].sort())) return 'another binding';
  if (judged.createdAtSeconds !== truth.createdAtSeconds) return 'another time';
  if (judged.serviceKeyId !== truth.keyId) return 'another key';
  return judged.signatureSha256 === sha256Base64url(lowS(truth.signature)) ? null : 'another signature';
}

/** What follows from the judgement must be as careful as the judgement itself. */
function consequenceFault(world: World, sample: Sample, mutant: Mutant, judged: Judged, raw: RawAnswer): string | null {
  const failure = failureOf(judged);
  if (judged.kind === 'unverified' && failure?.code !== 'answer_unverified')
    return 'an unverified answer does not fail the call';
  if (sample.family === 'enrolment') return enrolmentFault(world, judged, raw);
  if (sample.operation === 'createPartnerOrder' || sample.operation === 'getPartnerOrder') {
    return orderFault(world.seam, sample.operation, mutant, { judged, truth: mutant.expected ?? sample.genuine.truth });
  }
  return null;
}

function enrolmentFault({ profile, unsignedEnrolment }: World, judged: Judged, raw: RawAnswer): string | null {
  const signed = acceptAnswer(profile, judged, raw);
  if (signed.ok !== (judged.kind === 'verified')) return 'an enrolment answer counts that is not verified';
  const loose = acceptAnswer(unsignedEnrolment, judged, raw);
  if (loose.ok && (loose.value.trust === 'verified') !== (judged.kind === 'verified'))
    return 'an enrolment answer is called verified that is not';
  const wrong =
    judged.kind === 'unverified' && judged.reason !== 'signature_missing' && judged.reason !== 'unknown_key';
  return loose.ok && wrong ? 'a wrong signature counts where none is asked for' : null;
}

function clockAt(seconds: number) {
  return createServiceClock(
    { nowMs: () => seconds * 1000, monotonicMs: () => 0, sleep: () => Promise.resolve() },
    0,
    () => undefined,
  );
}
