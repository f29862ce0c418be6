import { randomUUID } from 'node:crypto';
import type { CallFaults } from '../../rules/call-faults.ts';
import type { Behaviour, FaultsByPoint, Point } from './behaviour.ts';

/** A fault with its parameters read. */
export interface ReadFault {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly behaviour: Behaviour;
}

/**
 * A fault for the next calls that reach its point, or a script: one step for each call, whatever becomes of the call.
 */
export type Planting =
  | { readonly operation: string | undefined; readonly count: number; readonly fault: ReadFault }
  | { readonly operation: string | undefined; readonly steps: readonly (readonly ReadFault[])[] };

type Pending = Planting & { readonly id: string };

/** Faults that wait for the calls they match, oldest first. They do not survive a restart. */
export class Faults {
  #pending: readonly Pending[] = [];
  #struck: Readonly<Record<string, number>> = {};

  plant(plantings: readonly Planting[]): void {
    this.#pending = [...this.#pending, ...plantings.map((planting) => ({ ...planting, id: randomUUID() }))];
  }

  pending(): readonly unknown[] {
    return this.#pending.map((waiting) => {
      const { id, operation } = waiting;
      const scope = operation === undefined ? {} : { operation };
      if ('steps' in waiting) return { id, ...scope, sequence: waiting.steps.map((step) => step.map(describeFault)) };
      return { id, ...scope, ...describeFault(waiting.fault), count: waiting.count };
    });
  }

  /** How often each fault has struck since the last clearing. */
  struck(): Readonly<Record<string, number>> {
    return this.#struck;
  }

  clear(): void {
    this.#pending = [];
    this.#struck = {};
  }

  /**
   * The faults of a call that begins now. Where a script covers the call, its step is all there is: `null` means none.
   */
  begin(operation: string): CallFaults<FaultsByPoint> {
    const script = this.#pending.find((waiting) => 'steps' in waiting && matches(waiting, operation));
    if (script === undefined || !('steps' in script)) return { take: (point) => this.#takeCounted(point, operation) };
    const [step = [], ...later] = script.steps;
    this.#replace(script, later.length === 0 ? [] : [{ ...script, steps: later }]);
    return this.#ofStep(step);
  }

  #ofStep(step: readonly ReadFault[]): CallFaults<FaultsByPoint> {
    let left = step;
    return {
      take: (point) => {
        const found = left.find(({ behaviour }) => behaviour.point === point);
        left = left.filter((fault) => fault !== found);
        return found === undefined ? undefined : this.#strike(found, point);
      },
    };
  }

  #takeCounted<P extends Point>(point: P, operation: string): FaultsByPoint[P] | undefined {
    for (const waiting of this.#pending) {
      if ('steps' in waiting || waiting.fault.behaviour.point !== point || !matches(waiting, operation)) continue;
      this.#replace(waiting, waiting.count > 1 ? [{ ...waiting, count: waiting.count - 1 }] : []);
      return this.#strike(waiting.fault, point);
    }
    return undefined;
  }

  #strike<P extends Point>({ name, behaviour }: ReadFault, point: P): FaultsByPoint[P] | undefined {
    this.#struck = { ...this.#struck, [name]: (this.#struck[name] ?? 0) + 1 };
    return isAt(behaviour, point) ? behaviour : undefined;
  }

  #replace(used: Pending, by: readonly Pending[]): void {
    this.#pending = this.#pending.flatMap((waiting) => (waiting.id === used.id ? by : [waiting]));
  }
}

function describeFault({ name, parameters }: ReadFault): object {
  return { name, ...parameters };
}

function matches({ operation }: Planting, called: string): boolean {
  return operation === undefined || operation === called;
}

function isAt<P extends Point>(behaviour: Behaviour, point: P): behaviour is Behaviour & FaultsByPoint[P] {
  return behaviour.point === point;
}
