import { keyOf, leftOf } from './key.ts';
import { violationOf, type Violation } from './laws.ts';
import { intended, worldAt } from './one-order.ts';
import type { Step } from './step.ts';
import type { IntendedOrder } from './under-proof.ts';
import { startMs, type Left, type World } from './world.ts';

/** Two orders of one counter. A step of the one is as it is, one of the other is marked. */
export interface Pair {
  readonly one: World;
  readonly other: World;
}

export interface PairMove {
  readonly step: Step;
  readonly world: Pair;
}

export function ofOne({ other }: Pair, step: Step, one: World): PairMove {
  return { step, world: { one, other: { ...other, serviceMs: one.serviceMs } } };
}

export function ofOther({ one }: Pair, step: Step, other: World): PairMove {
  return {
    step: step.kind === 'time' ? step : { kind: 'ofOther', step },
    world: { one: { ...one, serviceMs: other.serviceMs }, other },
  };
}

/** An order from its intent on, by a clock that is right. */
export function placed(intent: IntendedOrder, id: World['id'], left: Left): World {
  return { ...worldAt(left, 0, true), id, order: intended(intent, startMs) };
}

export function pairKey({ one, other }: Pair): string {
  return `${keyOf(one)}&${keyOf(other)}`;
}

/** Three numbers of each: neither of them is ever late or upset. */
export function pairLeft({ one, other }: Pair): number {
  return packed(one) | (packed(other) << 12);
}

function packed(world: World): number {
  return (leftOf(world) & 0xff) | (world.left.deeds << 8);
}

/** The laws hold for both, and those of sending for the one that sends. */
export function violationIn(before: Pair, { step, world }: PairMove): Violation | null {
  const stays: Step = { kind: 'time', passes: 'wait' };
  const [one, other] = step.kind === 'ofOther' ? [stays, step.step] : [step, stays];
  return (
    violationOf(before.one, { step: one, world: world.one }) ??
    violationOf(before.other, { step: other, world: world.other })
  );
}
