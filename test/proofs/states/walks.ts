import { seededRandom, type Random } from '../mutations/random.ts';
import type { Path, Space } from './explore.ts';
import { oneOrder } from './one-order.ts';
import type { Step } from './step.ts';
import { stateOf } from './under-proof.ts';
import { nowMs, type Left, type World } from './world.ts';

/** What no exploration reaches: far more of everything. Much trouble hides what little of it shows, so it is drawn. */
function drawnLeft(random: Random): Left {
  const upTo = (most: number): number => Math.max(0, random.below(2 * most) - most + 1);
  return { posts: 1 + random.below(7), reads: 2 + random.below(13), delays: upTo(4), upsets: upTo(4), deeds: upTo(6) };
}
const mostSteps = 80;

/** On both sides of each time that something rests on. */
const drawnMs = [1, 5, 59, 61, 119, 121, 299, 301, 361, 6 * 3_600, 23 * 3_600].map((seconds) => seconds * 1000);

export interface Walked {
  readonly steps: number;
  readonly longest: number;
  /** How often a walk was in each state. */
  readonly states: Readonly<Record<string, number>>;
  readonly broken: Path | null;
}

/** Lives through so many orders by chance; the first law that breaks is given with the fewest steps to it. */
export function walk(seed: number, times: number): Walked {
  const states: Record<string, number> = {};
  let [steps, longest] = [0, 0];
  for (let time = 0; time < times; time += 1) {
    const random = seededRandom(seed + time, 'walks');
    const space = withTimes(oneOrder(drawnLeft(random)));
    const { path, isBroken, length } = walkOnce(space, random, (world) => {
      const state = stateOf(world.order, nowMs(world));
      states[state] = (states[state] ?? 0) + 1;
    });
    steps += length;
    longest = Math.max(longest, length);
    if (isBroken) return { steps, longest, states, broken: shortened(space, path) };
  }
  return { steps, longest, states, broken: null };
}

/** The exploration lets 11 minutes pass at once, which is longer than almost all that a rule waits for. */
function withTimes(space: Space<World>): Space<World> {
  return {
    ...space,
    movesFrom: (world) => {
      const moves = space.movesFrom(world);
      const isIdle = moves.some(({ step }) => step.kind === 'time');
      const times = drawnMs.map((ms) => ({
        step: { kind: 'drawnTime', ms } as const,
        world: { ...world, serviceMs: world.serviceMs + ms },
      }));
      return isIdle ? [...moves, ...times] : moves;
    },
  };
}

function walkOnce(space: Space<World>, random: Random, onWorld: (world: World) => void) {
  const start = drawn(space.starts, random);
  const steps: Step[] = [];
  let world = start.world;
  while (steps.length < mostSteps) {
    const kinds = [...Map.groupBy(space.movesFrom(world), ({ step }) => step.kind).values()];
    if (kinds.length === 0) break;
    const move = drawn(drawn(kinds, random), random);
    steps.push(move.step);
    const violation = space.violationOf(world, move);
    if (violation !== null)
      return { path: { ...violation, start: start.name, steps }, isBroken: true, length: steps.length } as const;
    world = move.world;
    onWorld(world);
  }
  return { path: null, isBroken: false, length: steps.length } as const;
}

/** Leaves out steps as long as the same law breaks. */
function shortened(space: Space<World>, path: Path): Path {
  for (let at = 0; at < path.steps.length; at += 1) {
    const without = broken(space, path, path.steps.toSpliced(at, 1));
    if (without !== null) return shortened(space, without);
  }
  return path;
}

/** The law that these steps break in turn; null where they cannot be taken, or break another or none. */
function broken(space: Space<World>, { start, law }: Path, steps: readonly Step[]): Path | null {
  let world = space.starts.find(({ name }) => name === start)?.world;
  for (const [index, step] of steps.entries()) {
    if (world === undefined) return null;
    const move = space.movesFrom(world).find((one) => JSON.stringify(one.step) === JSON.stringify(step));
    if (move === undefined) return null;
    const violation = space.violationOf(world, move);
    if (violation !== null)
      return violation.law === law ? { ...violation, start, steps: steps.slice(0, index + 1) } : null;
    world = move.world;
  }
  return null;
}

function drawn<T>(items: readonly T[], random: Random): T {
  const item = items[random.below(items.length)];
  if (item === undefined) throw new Error('nothing to draw from');
  return item;
}
