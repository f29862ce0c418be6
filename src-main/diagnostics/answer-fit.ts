import { changedProfile, valueAt, type ProfileChange } from '../deployment/change.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import { judge, type Judged, type JudgeInput } from '../partner-api/judge.ts';
import { operations } from '../partner-api/operations/table.ts';
import { messageOf } from '../partner-api/request.ts';
import type { ServiceClock } from '../partner-api/service-clock.ts';
import { fieldValue, type RequestMessage } from '../signatures/message.ts';
import type { Probe } from './probe.ts';
import { shapeOf } from './signature-shape.ts';
import { addressVariants, type Variant } from './variants.ts';

export type Keys = JudgeInput['keys'];

/** Longer than any clock is off: whether a signature holds is one question, when it was made another. */
const anyTimeSeconds = 1e12;

/** Teaches nothing and knows nothing: answers that are only tried on must not move the counter's time. */
const deafClock: ServiceClock = {
  nowMs: () => 0,
  datingMs: () => 0,
  offsetMs: () => null,
  learn: () => undefined,
  advise: () => undefined,
  saw: () => undefined,
  greatestCreatedSeconds: () => 0,
  onLearned: () => undefined,
  mayHaveSlept: () => false,
};

/** Judges an answer again as if the profile were another one, whenever it was made. Nothing is sent. */
export function judgeAnyTime(
  profile: DeploymentProfile,
  { name, prepared, raw }: Probe,
  keys: Keys,
  request: RequestMessage = messageOf(profile, prepared),
): Judged {
  const counter = { ...profile, answer: { ...profile.answer, maxSkewSeconds: anyTimeSeconds } };
  return judge({
    raw,
    request,
    kind: operations[name].kind,
    profile: counter,
    keys,
    clock: deafClock,
  });
}

/**
 * The least change of the profile under which all these answers are the service's own: one field, else two. The
 * service's keys are not in question, so nobody else can have made an answer that fits.
 */
export function fitToAnswers(
  profile: DeploymentProfile,
  probes: readonly Probe[],
  keys: Keys,
): readonly ProfileChange[] | null {
  const holds = (candidate: DeploymentProfile): boolean =>
    probes.every((probe) => isVerified(candidate, probe, judgeAnyTime(candidate, probe, keys)));
  const variants = [...addressVariants(profile), ...answerVariants(profile, probes, keys)];
  const pairs = variants.flatMap((one, index) =>
    variants
      .slice(index + 1)
      .filter(({ field }) => field !== one.field)
      .map((other) => [...one.changes, ...other.changes]),
  );
  for (const changes of [...variants.map((variant) => variant.changes), ...pairs]) {
    const candidate = changedProfile(profile, changes);
    if (candidate !== null && holds(candidate)) return changes;
  }
  return null;
}

/** Answers to enrolment calls may be unsigned where the profile says so. */
export function isVerified({ enrolment }: DeploymentProfile, { name }: Probe, judged: Judged): boolean {
  return (
    judged.kind === 'verified' ||
    (name === 'getPartnerEnrollment' && !enrolment.answersSigned && judged.reason === 'signature_missing')
  );
}

function answerVariants(profile: DeploymentProfile, probes: readonly Probe[], keys: Keys): readonly Variant[] {
  const { encoding, label, tag, created } = profile.answer;
  const one = (field: string, to: unknown): Variant => ({ field, changes: [{ path: field, to }] });
  return [
    one('answer.encoding', encoding === 'der' ? 'p1363' : 'der'),
    ...(label === null ? [] : [one('answer.label', null)]),
    ...(tag === null
      ? []
      : [one('answer.tag', probes.map(({ raw }) => shapeOf(raw)?.tag ?? null).find((shown) => shown !== tag) ?? null)]),
    ...(created === 'required' ? [one('answer.created', 'optional')] : []),
    ...(profile.enrolment.answersSigned && probes.some(({ name }) => name === 'getPartnerEnrollment')
      ? [one('enrolment.answersSigned', false)]
      : []),
    ...targetVariants(profile, probes),
    ...listVariants(profile, probes, keys),
  ];
}

type List = 'required' | 'requiredIfPresent' | 'binding';
const lists: readonly List[] = ['required', 'requiredIfPresent', 'binding'];

const target = '@target-uri';
const partsOfTarget: readonly string[] = ['@scheme', '@authority', '@path', '@query'];

function isPart(name: unknown): boolean {
  return partsOfTarget.some((part) => part === name);
}

/**
 * Where answers cover the whole address of their request in place of its parts, the file may ask for that: it is no
 * less (RFC 9421 section 2.2.2), so it may be asked of all answers, those to orders among them.
 */
function targetVariants(profile: DeploymentProfile, probes: readonly Probe[]): readonly Variant[] {
  const shapes = probes.flatMap(({ raw }) => shapeOf(raw) ?? []);
  if (shapes.length === 0 || !shapes.every(({ bound }) => bound.includes(target))) return [];
  const [field, names]: [string, readonly unknown[]] = ['answer.binding', profile.answer.binding];
  if (names.includes(target) || !names.some(isPart)) return [];
  const first = names.findIndex(isPart);
  const to = names.flatMap((name, index) => (index === first ? [target] : isPart(name) ? [] : [name]));
  return [{ field, changes: [{ path: field, to }] }];
}

/**
 * Each list without what the service's answers do not cover, for the kind of request that shows it and no other: what
 * the answers to reads leave out says nothing of the answers to orders, and those are weakened by nobody but a person.
 */
function listVariants(profile: DeploymentProfile, probes: readonly Probe[], keys: Keys): readonly Variant[] {
  const unverified = probes.filter((probe) => judgeAnyTime(profile, probe, keys).kind === 'unverified');
  return lists.flatMap((list) => {
    const changes = unverified.flatMap((probe) => withoutUncovered(profile, list, probe));
    return changes.length === 0 ? [] : [{ field: changes[0]?.path ?? '', changes }];
  });
}

/**
 * Everything by which these answers are read as they are written, to look at what is left: no change that anybody
 * should make.
 */
export function asTheyAre(profile: DeploymentProfile, probes: readonly Probe[]): readonly ProfileChange[] {
  const uncovered = lists.flatMap((list) => probes.flatMap((probe) => withoutUncovered(profile, list, probe)));
  const byPath = new Map(uncovered.map((change) => [change.path, change]));
  return [{ path: 'answer.label', to: null }, { path: 'answer.tag', to: null }, ...byPath.values()];
}

/** What an answer could have covered and did not. What was not in it, or not in its request, it says nothing about. */
function withoutUncovered(
  profile: DeploymentProfile,
  list: List,
  { name: call, prepared, raw }: Probe,
): readonly ProfileChange[] {
  const path = `answer.kinds.${operations[call].kind}.${list}`;
  const own = valueAt(profile, path);
  const names: readonly unknown[] = Array.isArray(own) ? own : profile.answer[list];
  const shape = shapeOf(raw);
  const [covered, fields] = list === 'binding' ? [shape?.bound, prepared.headers] : [shape?.own, raw.headers];
  const isUncovered = (name: unknown): boolean =>
    typeof name === 'string' &&
    covered?.includes(name) === false &&
    (name.startsWith('@') || fieldValue(fields, name) !== null);
  if (!names.some(isUncovered)) return [];
  // The parts of an address are what can be asked for in place of the whole.
  const parts =
    list === 'binding' && isUncovered(target)
      ? partsOfTarget.filter((part) => covered?.includes(part) === true && !names.includes(part))
      : [];
  return [
    {
      path,
      to: names.flatMap((name) => (name === target && isUncovered(name) ? parts : isUncovered(name) ? [] : [name])),
    },
  ];
}
