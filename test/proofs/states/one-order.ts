import { emptyBooks } from './books.ts';
import { classesOf, type AnswerClass } from './classes.ts';
import type { Space } from './explore.ts';
import { keyOf, leftOf } from './key.ts';
import { violationOf } from './laws.ts';
import { movesFrom, type Classes } from './moves.ts';
import { operationId } from './names.ts';
import { starts } from './starts.ts';
import { type IntendedOrder, type Order, orderOf } from './under-proof.ts';
import { intentAt, startMs, type Left, type World } from './world.ts';

export const classes: Classes = {
  createPartnerOrder: classesOf('createPartnerOrder', intentAt(0), intentAt(0)),
  getPartnerOrder: classesOf('getPartnerOrder', intentAt(0), intentAt(0)),
};

/** One order, from its intent on, by a clock that is right or that runs ahead, known to or not. */
export function oneOrder(left: Left, among: readonly string[] | null = null): Space<World> {
  const answers: Classes = {
    createPartnerOrder: named(classes.createPartnerOrder, among),
    getPartnerOrder: named(classes.getPartnerOrder, among),
  };
  return {
    starts: (['clockRight', 'clockAhead', 'clockKnownAhead'] as const).map((name) => ({
      name,
      world: worldAt(left, starts[name].aheadMs, starts[name].isTimeKnown),
    })),
    movesFrom: (world) => movesFrom(world, answers),
    keyOf,
    leftOf,
    violationOf,
  };
}

function named(all: readonly AnswerClass[], among: readonly string[] | null): readonly AnswerClass[] {
  return among === null ? all : all.filter(({ name }) => among.includes(name));
}

export function worldAt(left: Left, ahead: number, isTimeKnown: boolean): World {
  return {
    id: operationId,
    order: intended(intentAt(startMs + ahead), startMs + ahead),
    books: emptyBooks,
    serviceMs: startMs,
    aheadMs: ahead,
    isTimeKnown,
    underWay: null,
    delayed: null,
    kept: null,
    terms: 'pinned',
    quietUntilMs: 0,
    restingUntilMs: 0,
    backup: null,
    isDoubted: false,
    elsewhere: null,
    isPlacedAgain: false,
    wasResent: false,
    codesIn: [],
    left,
  };
}

export function intended(intent: IntendedOrder, atMs: number): Order {
  const order = orderOf([{ kind: 'order-intended', atMs, body: intent }]);
  if (order === null) throw new Error('an intent makes no order');
  return order;
}
