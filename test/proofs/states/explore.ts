import type { Violation } from './laws.ts';
import { SeenStates } from './seen-states.ts';
import type { StartName } from './starts.ts';
import type { Step } from './step.ts';

/** A graph of worlds to walk through: what can happen in each, and what would be wrong. */
export interface Space<W> {
  readonly starts: readonly { readonly name: StartName; readonly world: W }[];
  readonly movesFrom: (world: W) => readonly { readonly step: Step; readonly world: W }[];
  /** Worlds of one key go on in the same ways, as long as something is left. */
  readonly keyOf: (world: W) => string;
  /** How much more may happen: up to seven numbers below 8, four bits each. More of any of them takes no way away. */
  readonly leftOf: (world: W) => number;
  readonly violationOf: (before: W, move: { readonly step: Step; readonly world: W }) => Violation | null;
}

/** The shortest way from a start to where a law is broken. */
export interface Path extends Violation {
  readonly start: StartName;
  readonly steps: readonly Step[];
}

export interface Explored {
  readonly states: number;
  readonly transitions: number;
  /** How far the farthest lies from a start, and so far all were looked at. */
  readonly depth: number;
  readonly wholeTo: number;
  readonly seconds: number;
  /** Null where every law holds in every state. */
  readonly broken: Path | null;
  /** Whether it ended because there were more states than it was given. */
  readonly isCut: boolean;
}

/** How much of a space is looked at, and how many worlds may wait for it: of the states less is kept. */
export interface Limits {
  readonly mostStates: number;
  readonly mostOpen: number;
}

const noLimits: Limits = { mostStates: Infinity, mostOpen: Infinity };

/**
 * Walks through all of it until a law is broken or more than `mostStates` are met: the nearest first, and where more
 * than `mostOpen` wait the farthest, so that it ends within its memory.
 */
export function explore<W>(space: Space<W>, { mostStates, mostOpen }: Limits = noLimits): Explored {
  const startedAtMs = performance.now();
  const seen = new SeenStates();
  const ways = new Ways(space.starts.map(({ name }) => name));
  const open = new Layers<W>();
  let [transitions, wholeTo] = [0, Infinity];
  const result = (broken: Path | null, isCut: boolean): Explored => ({
    states: seen.size,
    transitions,
    depth: open.depth,
    wholeTo: isCut ? Math.min(wholeTo, open.nearest - 1) : open.depth,
    seconds: (performance.now() - startedAtMs) / 1000,
    broken,
    isCut,
  });
  const reach = (world: W, depth: number, parent: number, step: Step | null): void => {
    if (seen.add(space.keyOf(world), space.leftOf(world))) open.add(depth, { world, index: ways.add(parent, step) });
  };
  space.starts.forEach(({ world }, index) => reach(world, 0, -1 - index, null));
  while (open.size > 0) {
    const isFull = open.size > mostOpen;
    if (isFull) wholeTo = Math.min(wholeTo, open.nearest - 1);
    const { world: before, index, depth } = isFull ? open.takeFarthest() : open.takeNearest();
    for (const move of space.movesFrom(before)) {
      transitions += 1;
      const violation = space.violationOf(before, move);
      if (violation !== null) {
        const { start, steps } = ways.to(index);
        return result({ ...violation, start, steps: [...steps, move.step] }, false);
      }
      reach(move.world, depth + 1, index, move.step);
    }
    if (seen.size >= mostStates) return result(null, true);
  }
  return result(null, false);
}

interface Open<W> {
  readonly world: W;
  readonly index: number;
}

/** The worlds that wait to be looked at, by their distance from a start; none is kept longer than it waits. */
class Layers<W> {
  readonly #layers: Layer<W>[] = [];
  #size = 0;
  #nearest = 0;

  get size(): number {
    return this.#size;
  }

  get depth(): number {
    return this.#layers.length - 1;
  }

  get nearest(): number {
    while (this.#layers[this.#nearest]?.size === 0) this.#nearest += 1;
    return this.#nearest;
  }

  add(depth: number, one: Open<W>): void {
    this.#layers[depth] ??= new Layer<W>();
    this.#layers[depth].add(one);
    this.#nearest = Math.min(this.#nearest, depth);
    this.#size += 1;
  }

  takeNearest(): Open<W> & { readonly depth: number } {
    return this.#take(this.nearest);
  }

  takeFarthest(): Open<W> & { readonly depth: number } {
    return this.#take(this.#layers.findLastIndex(({ size }) => size > 0));
  }

  #take(depth: number): Open<W> & { readonly depth: number } {
    const one = this.#layers[depth]?.take();
    if (one === undefined) throw new Error('nothing waits at this distance');
    this.#size -= 1;
    return { ...one, depth };
  }
}

/** First come, first looked at. */
class Layer<W> {
  #waiting: (Open<W> | undefined)[] = [];
  #taken = 0;

  get size(): number {
    return this.#waiting.length - this.#taken;
  }

  add(one: Open<W>): void {
    this.#waiting.push(one);
  }

  take(): Open<W> | undefined {
    const one = this.#waiting[this.#taken];
    this.#waiting[this.#taken] = undefined;
    this.#taken += 1;
    if (this.#taken > 10_000 && this.#taken * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#taken);
      this.#taken = 0;
    }
    return one;
  }
}

/** How each state was reached first: from which one, by which step. */
class Ways {
  #size = 0;
  #parents = new Int32Array(1 << 16);
  #by = new Uint16Array(1 << 16);
  readonly #steps: (Step | null)[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #starts: readonly StartName[];

  constructor(starts: readonly StartName[]) {
    this.#starts = starts;
  }

  add(parent: number, step: Step | null): number {
    if (this.#size === this.#parents.length) {
      this.#parents = grown(this.#parents, new Int32Array(this.#size * 2));
      this.#by = grown(this.#by, new Uint16Array(this.#size * 2));
    }
    this.#parents[this.#size] = parent;
    this.#by[this.#size] = this.#numberOf(step);
    this.#size += 1;
    return this.#size - 1;
  }

  to(index: number): { readonly start: StartName; readonly steps: readonly Step[] } {
    const steps: Step[] = [];
    let at = index;
    while (at >= 0) {
      const step = this.#steps[this.#by[at] ?? 0];
      if (step !== null && step !== undefined) steps.unshift(step);
      at = this.#parents[at] ?? -1;
    }
    const start = this.#starts[-1 - at];
    if (start === undefined) throw new Error(`no way leads to ${index}`);
    return { start, steps };
  }

  #numberOf(step: Step | null): number {
    const text = JSON.stringify(step);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#steps.length);
    return this.#steps.push(step) - 1;
  }
}

function grown<A extends Int32Array | Uint16Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
