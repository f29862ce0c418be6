import type { Violation } from './laws.ts';
import type { Step } from './step.ts';

/** A graph of worlds to walk through: what can happen in each, and what would be wrong. */
export interface Space<W> {
  readonly starts: readonly { readonly name: string; readonly world: W }[];
  readonly movesFrom: (world: W) => readonly { readonly step: Step; readonly world: W }[];
  readonly keyOf: (world: W) => string;
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
  readonly depth: number;
  readonly seconds: number;
  /** Null where every law holds in every state. */
  readonly broken: Path | null;
  /** Whether it ended because there were more states than it was given. */
  readonly isCut: boolean;
}

interface Reached {
  readonly parent: number;
  readonly step: Step | null;
}

/** Walks through all of it, breadth first, until a law is broken. */
export function explore<W>(space: Space<W>, mostStates = Infinity): Explored {
  const startedAtMs = performance.now();
  const seen = new Set<string>();
  const reached: Reached[] = [];
  let frontier: { readonly world: W; readonly index: number }[] = [];
  let transitions = 0;
  let depth = 0;
  const reach = (world: W, parent: number, step: Step | null): void => {
    const key = space.keyOf(world);
    if (seen.has(key)) return;
    seen.add(key);
    reached.push({ parent, step });
    next.push({ world, index: reached.length - 1 });
  };
  let next: typeof frontier = [];
  space.starts.forEach(({ world }, index) => reach(world, -1 - index, null));
  const result = (broken: Path | null): Explored => ({
    states: seen.size,
    transitions,
    depth,
    seconds: (performance.now() - startedAtMs) / 1000,
    broken,
    isCut: seen.size >= mostStates,
  });
  while (next.length > 0 && seen.size < mostStates) {
    [frontier, next] = [next, []];
    for (const { world, index } of frontier) {
      for (const move of space.movesFrom(world)) {
        transitions += 1;
        const violation = space.violationOf(world, move);
        if (violation !== null) return result({ ...violation, ...pathTo(space, reached, index, move.step) });
        reach(move.world, index, move.step);
      }
    }
    if (next.length > 0) depth += 1;
  }
  return result(null);
}

function pathTo<W>(
  space: Space<W>,
  reached: readonly Reached[],
  index: number,
  last: Step,
): Pick<Path, 'start' | 'steps'> {
  const steps = [last];
  let at = index;
  for (let one = reached[at]; one !== undefined; one = reached[at]) {
    if (one.step !== null) steps.unshift(one.step);
    at = one.parent;
  }
  return { start: space.starts[-1 - at]?.name ?? '', steps };
}
