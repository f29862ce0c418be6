import type { Violation } from './laws.ts';
import { SeenStates } from './seen-states.ts';
import type { Step } from './step.ts';

/** A graph of worlds to walk through: what can happen in each, and what would be wrong. */
export interface Space<W> {
  readonly starts: readonly { readonly name: string; readonly world: W }[];
  readonly movesFrom: (world: W) => readonly { readonly step: Step; readonly world: W }[];
  /** Worlds of one key go on in the same ways, as long as something is left. */
  readonly keyOf: (world: W) => string;
  /** How much more may happen: up to seven numbers below 8, four bits each. More of any of them takes no way away. */
  readonly leftOf: (world: W) => number;
  readonly violationOf: (before: W, move: { readonly step: Step; readonly world: W }) => Violation | null;
}

/** The shortest way from a start to where a law is broken. */
export interface Path extends Violation {
  readonly start: string;
  readonly steps: readonly Step[];
}

export interface Explored {
  readonly states: number;
  readonly transitions: number;
  /** All states that lie so many steps from a start were looked at. */
  readonly depth: number;
  readonly seconds: number;
  /** Null where every law holds in every state. */
  readonly broken: Path | null;
  /** Whether it ended because there were more states than it was given. */
  readonly isCut: boolean;
}

interface Open<W> {
  readonly world: W;
  readonly index: number;
}

/** Walks through all of it, breadth first, until a law is broken or more than `mostStates` are met. */
export function explore<W>(space: Space<W>, mostStates = Infinity): Explored {
  const startedAtMs = performance.now();
  const seen = new SeenStates();
  const ways = new Ways();
  let open: Open<W>[] = [];
  let next: Open<W>[] = [];
  let [transitions, depth] = [0, 0];
  const result = (broken: Path | null, isCut: boolean): Explored => ({
    states: seen.size,
    transitions,
    depth,
    seconds: (performance.now() - startedAtMs) / 1000,
    broken,
    isCut,
  });
  const reach = (world: W, parent: number, step: Step | null): void => {
    if (seen.add(space.keyOf(world), space.leftOf(world))) next.push({ world, index: ways.add(parent, step) });
  };
  space.starts.forEach(({ world }, index) => reach(world, -1 - index, null));
  while (next.length > 0) {
    [open, next] = [next, []];
    // Taken from the end, so that no world is kept longer than it is needed.
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      for (const move of space.movesFrom(one.world)) {
        transitions += 1;
        const violation = space.violationOf(one.world, move);
        if (violation !== null) {
          const { start, steps } = ways.to(one.index);
          const name = space.starts[start]?.name ?? '';
          return result({ ...violation, start: name, steps: [...steps, move.step] }, false);
        }
        reach(move.world, one.index, move.step);
      }
      if (seen.size >= mostStates) return result(null, true);
    }
    if (next.length > 0) depth += 1;
  }
  return result(null, false);
}

/** How each state was reached first: from which one, by which step. */
class Ways {
  #size = 0;
  #parents = new Int32Array(1 << 16);
  #by = new Uint16Array(1 << 16);
  readonly #steps: (Step | null)[] = [];
  readonly #numbers = new Map<string, number>();

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

  to(index: number): { readonly start: number; readonly steps: readonly Step[] } {
    const steps: Step[] = [];
    let at = index;
    while (at >= 0) {
      const step = this.#steps[this.#by[at] ?? 0];
      if (step !== null && step !== undefined) steps.unshift(step);
      at = this.#parents[at] ?? -1;
    }
    return { start: -1 - at, steps };
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
