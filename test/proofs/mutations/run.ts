import { setImmediate } from 'node:timers/promises';
import { checkMutant, worldWith } from './check.ts';
import { keySetClasses, proveKeySet } from './key-set.ts';
import { untouchedClasses, type Mutant } from './mutant.ts';
import { signedAnew } from './mutants/anew.ts';
import { bodyBytes, headerBytes, statuses, type Effort } from './mutants/bytes.ts';
import { otherAnswers, otherRequests, otherTimes } from './mutants/exchanges.ts';
import { headerFields } from './mutants/fields.ts';
import { jsonMembers } from './mutants/json.ts';
import { signatureFields } from './mutants/signature.ts';
import { seededRandom, type Random } from './random.ts';
import { samplesFor, type Sample } from './samples.ts';
import { seamWith, type Law } from './seam.ts';
import { serviceKey, valueOf, verifierOf } from './service.ts';
import { Tally } from './tally.ts';
import { proveOnTheWire } from './wire.ts';

export interface RunOptions {
  readonly seed: number;
  readonly full: boolean;
  readonly broken: Law | null;
  /** Only these kinds, for a quick look; the list of classes is then not held to be complete. */
  readonly kinds?: (sample: Sample) => boolean;
  /** Ends at the first answer that is wrongly accepted: a law that is broken needs no second example. */
  readonly endsAtFirst?: boolean;
}

export interface Run {
  readonly tally: Tally;
  readonly samples: readonly Sample[];
  /** Classes that are said to leave the meaning alone, but were never accepted. */
  readonly unseen: readonly string[];
  readonly seconds: number;
}

/** Every mutation of every kind of answer, judged. */
export async function proveMutations({ seed, full, broken, kinds, endsAtFirst = false }: RunOptions): Promise<Run> {
  const startedAtMs = performance.now();
  const keys = keysFor(seed);
  const samples = samplesFor(seed, keys.service).filter(kinds ?? (() => true));
  const bodies = new Map(
    samples.map(({ genuine: { raw } }) => [valueOf(raw.headers, 'content-digest') ?? '', raw.body]),
  );
  const world = worldWith(seamWith(broken, bodies), verifierOf(keys.service));
  const tally = new Tally();
  const isEnough = (): boolean => endsAtFirst && tally.wrongCount > 0;
  for (const sample of samples) {
    if (isEnough()) break;
    // Whoever waits for the properties' thread must hear of it in between.
    await setImmediate();
    const random = seededRandom(seed, `mutants of ${sample.kind}`);
    for (const mutant of mutantsOf(
      sample,
      samples,
      keys,
      kinds === undefined || full ? effortFor(sample, full) : quick,
      random,
    )) {
      const { outcome, fault } = checkMutant(world, sample, mutant);
      tally.count(sample.family, mutant.group, mutant.label, outcome, fault, sample.kind);
      if (isEnough()) break;
    }
  }
  const wired = samples.filter(({ family }) => full || family !== 'order refused');
  if (!isEnough()) await proveOnTheWire(tally, world, wired, full ? 400 : 24, seededRandom(seed, 'wire'));
  if (kinds === undefined)
    await proveKeySet(
      tally,
      [keys.service, keys.next],
      [keys.impostor, keys.stranger],
      effortFor(null, full),
      seededRandom(seed, 'key set'),
    );
  const expected = [...Object.keys(untouchedClasses), ...Object.keys(keySetClasses).map((name) => `key set: ${name}`)];
  return {
    tally,
    samples,
    seconds: (performance.now() - startedAtMs) / 1000,
    unseen: expected.filter((label) => (tally.classes.get(label)?.untouched ?? 0) === 0),
  };
}

function keysFor(seed: number) {
  return {
    service: serviceKey(seed, 'service-1'),
    next: serviceKey(seed, 'service-2'),
    impostor: { ...serviceKey(seed, 'impostor'), kid: 'service-1' },
    stranger: serviceKey(seed, 'service-unknown'),
  };
}

function* mutantsOf(
  sample: Sample,
  all: readonly Sample[],
  keys: ReturnType<typeof keysFor>,
  effort: Effort,
  random: Random,
): Generator<Mutant> {
  yield* statuses(sample, effort, random);
  yield* headerBytes(sample, effort, random);
  yield* bodyBytes(sample, effort, random);
  yield* otherRequests(sample, effort, random);
  yield* otherTimes(sample);
  // One of these is the only one of its kind: none may be left out by chance.
  yield* otherAnswers(sample, all, keys.service);
  const fields = [
    headerFields(sample, random),
    jsonMembers(sample, keys),
    signatureFields(sample, random),
    signedAnew(sample, keys.service, random),
  ];
  for (const mutants of fields) yield* oneIn(effort.thin, mutants, random);
}

function* oneIn(thin: number, mutants: Iterable<Mutant>, random: Random): Generator<Mutant> {
  for (const mutant of mutants) if (thin === 1 || random.below(thin) === 0) yield mutant;
}

const quick: Effort = { stride: 12, bits: 1, thin: 2 };

/** Refusals differ in their code alone, so the fixed-seed part looks at fewer changes of each. */
function effortFor(sample: Sample | null, full: boolean): Effort {
  if (full) return { stride: 1, bits: 8, thin: 1 };
  return sample?.family === 'order refused' || sample?.family === 'other refused'
    ? { stride: 16, bits: 1, thin: 4 }
    : { stride: 2, bits: 1, thin: 1 };
}
