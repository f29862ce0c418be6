import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Counter } from '../../../src-main/app/counter/counter.ts';
import { changedText, valueAt } from '../../../src-main/deployment/change.ts';
import type { Finding } from '../../../src-main/diagnostics/finding.ts';
import { systemRandomness } from '../../../src-main/hosts/system-ports.ts';
import { memorySealer } from '../../../src-main/vault/memory-sealer.ts';
import type { RunningService } from '../../../src-sandbox/control/service.ts';
import {
  invitationOf,
  opener,
  profileWith,
  sharedTime,
  startServiceIn,
  textWith,
  withCounter,
  type Fields,
  type Open,
  type SharedTime,
} from '../stage.ts';
import { sellAndReveal } from './before.ts';
import { drawnFields } from './drawn-values.ts';
import { watched } from './network.ts';
import { weakenedBy } from './weakened.ts';

/** A counter that has one or two fields otherwise than its service has them. */
export interface DrawnCase {
  readonly service: Fields;
  readonly counter: Fields;
  /** Whether the counter was given the wrong file from the start, or when it was enrolled already. */
  readonly since: 'before' | 'after';
  /** Whether the service says what is wrong with a signature. */
  readonly explains: boolean;
}

export interface DrawnResult {
  readonly name: string;
  /**
   * False where the service refuses nothing because of it, and the counter accepts all: then nothing is to be found.
   */
  readonly isFelt: boolean;
  /** Whether a cause that is there was named first, and after its cure the next. */
  readonly isNamed: boolean;
  readonly named: readonly string[];
  readonly weakens: readonly string[];
  readonly sideEffects: readonly string[];
  readonly calls: number;
}

/**
 * Every field with every value, set at the service or at the counter alone, before the enrolment and after it, at a
 * service that says why it refuses and at one that does not.
 */
export function singleCases(): readonly DrawnCase[] {
  return drawnFields()
    .flatMap(({ path, fallback, values }) =>
      values.flatMap((value) =>
        (['before', 'after'] as const).flatMap((since) =>
          [true, false].flatMap((explains): DrawnCase[] => [
            { service: { [path]: value }, counter: { [path]: fallback }, since, explains },
            { service: { [path]: fallback }, counter: { [path]: value }, since, explains },
          ]),
        ),
      ),
    )
    .filter(({ service, counter }) => isProfile(service) && isProfile({ ...service, ...counter }));
}

/** Two of these at once, in different fields, drawn from a seed. */
export function pairedCases(
  count: number,
  random: (below: number) => number,
  singles = singleCases(),
): readonly DrawnCase[] {
  const pairs: DrawnCase[] = [];
  for (let tries = 0; pairs.length < count && tries < count * 40; tries += 1) {
    const [one, other] = [singles[random(singles.length)], singles[random(singles.length)]];
    if (
      one === undefined ||
      other === undefined ||
      one.since !== other.since ||
      one.explains !== other.explains ||
      Object.keys(one.counter)[0] === Object.keys(other.counter)[0]
    )
      continue;
    const pair = {
      service: { ...one.service, ...other.service },
      counter: { ...one.counter, ...other.counter },
      since: one.since,
      explains: one.explains,
    };
    if (isProfile(pair.service) && isProfile({ ...pair.service, ...pair.counter })) pairs.push(pair);
  }
  return pairs;
}

function isProfile(fields: Fields): boolean {
  return changedText(
    profileWith({}),
    Object.entries(fields).map(([path, to]) => ({ path, to })),
  ).ok;
}

function nameOf({ service, counter, since, explains }: DrawnCase): string {
  const fields = Object.keys(counter).map(
    (path) =>
      `${path}: ${JSON.stringify(service[path])} at the service, ${JSON.stringify(counter[path])} at the counter`,
  );
  return `${fields.join('; ')} (${since} the enrolment${explains ? '' : ', no reasons given'})`;
}

export async function runDrawn(folder: string, each: DrawnCase): Promise<DrawnResult> {
  mkdirSync(folder, { recursive: true });
  const time = sharedTime();
  const given = join(folder, 'given.json');
  writeFileSync(given, profileWith(each.service));
  const service = await startServiceIn({
    dir: join(folder, 'service'),
    deploymentFile: given,
    activation: 'automatic',
    clock: time.clock,
  });
  service.controls.staff({ explains: each.explains });
  try {
    return await treat(folder, service, time, each);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two mistakes, each perhaps in several kinds of answers. */
const looksMost = 6;
const harmless = [
  /^GET .*\/v1\/(profile|wallets|enrollments\/[^/]+)$/,
  /^GET .*(keys|jwks).*$/,
  /^POST .*\/v1\/(diagnostics\/signature|enrollments\/[^/]+\/proof)$/,
];

async function treat(folder: string, service: RunningService, time: SharedTime, each: DrawnCase): Promise<DrawnResult> {
  const right = readFileSync(service.address.deploymentFile, 'utf8');
  const open = opener(join(folder, 'counter'), memorySealer(systemRandomness));
  let text = textWith(right, each.counter);
  let wrong: readonly string[] = Object.keys(each.counter);
  const [named, weakens, sideEffects]: [string[], string[], string[]] = [[], [], []];
  let [isFelt, isNamed, calls] = [false, true, 0];
  if (each.since === 'after') await withCounter(await open(right, time.clock), (counter) => isWell(counter, service));
  for (let look = 0; look < looksMost; look += 1) {
    const now = text;
    if (await withCounter(await open(now, time.clock), (counter) => isWell(counter, service)))
      return { name: nameOf(each), isFelt, isNamed, named, weakens, sideEffects, calls };
    isFelt = true;
    const found = await examined(open, now, time, sideEffects);
    calls += found.calls;
    named.push(described(found));
    const cured = curedBy(found, now, right, wrong);
    if (cured === null) break;
    weakens.push(...weakenedBy(now, found.changes));
    [text, wrong] = [cured.text, cured.left];
  }
  isNamed = false;
  return { name: nameOf(each), isFelt, isNamed, named, weakens, sideEffects, calls };
}

async function examined(open: Open, text: string, time: SharedTime, sideEffects: string[]): Promise<Finding> {
  const sent: string[] = [];
  const found = await withCounter(await open(text, time.clock, (transport) => watched(transport, sent)), (counter) =>
    counter.diagnostics.findCause(),
  );
  sideEffects.push(...sent.filter((call) => !harmless.some((form) => form.test(call))));
  return found;
}

/**
 * What a person does then: applies the change, or asks the service about the fields that are in question. Null where
 * neither is about what is wrong.
 */
function curedBy(
  { cause, changes, fields: all }: Finding,
  text: string,
  right: string,
  wrong: readonly string[],
): { readonly text: string; readonly left: readonly string[] } | null {
  const isAbout = (path: string, field: string): boolean =>
    [field, ofAll(field)].some((name) => path === name || path.startsWith(`${name}.`) || name.startsWith(`${path}.`));
  const first = changes[0]?.path;
  if (first !== undefined) {
    if (!wrong.some((path) => changes.some((change) => isAbout(path, change.path)))) return null;
    // What is asked of one kind of answer less leaves the others as they are.
    const left = wrong.filter(
      (path) => !changes.some((change) => isAbout(path, change.path) && ofAll(change.path) === change.path),
    );
    return { text: textWith(text, Object.fromEntries(changes.map(({ path, to }) => [path, to]))), left };
  }
  // Where all that was tried is listed, only what stands first is named.
  const fields = cause === 'form_unknown' || cause === 'key_awaiting' ? all.slice(0, 1) : all;
  const asked = wrong.filter((path) => fields.some((field) => isAbout(path, field)));
  if (asked.length === 0) return null;
  return {
    text: textWith(text, Object.fromEntries(asked.map((path) => [path, valueAt(JSON.parse(right), path) ?? null]))),
    left: wrong.filter((path) => !asked.includes(path)),
  };
}

/** What one kind of answer is asked for stands for what all are. */
function ofAll(field: string): string {
  return field.replace(/^answer\.kinds\.\w+/, 'answer');
}

function described({ cause, changes, fields }: Finding): string {
  return [cause, ...changes.map(({ path, to }) => `${path} = ${JSON.stringify(to)}`), ...fields.slice(0, 3)].join(', ');
}

/** Whether the counter does its day's work: it enrols, asks, reads every page, sells and reveals. */
async function isWell(counter: Counter, service: RunningService): Promise<boolean> {
  const { enrolment } = counter;
  if (enrolment.status().state !== 'active') {
    const begun = await enrolment.begin(invitationOf(service.address));
    const active = begun.ok ? await enrolment.waitUntilActive(10_000) : begun;
    if (!active.ok || active.value.state !== 'active') return false;
  }
  if (!(await counter.diagnose()).ok || !(await counter.catalogue.profile()).ok) return false;
  return sellAndReveal(counter);
}
