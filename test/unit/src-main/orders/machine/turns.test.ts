import { expect, it } from 'vitest';
import { orderAfter } from '../../../../../src-main/orders/machine/apply.ts';
import type { Verdict } from '../../../../../src-main/orders/machine/events.ts';
import type { Order } from '../../../../../src-main/orders/machine/order.ts';
import { isSoldAt, turnsAfter, type Turns } from '../../../../../src-main/orders/machine/turns.ts';
import { completedVerdict, History, wantedUntilMs } from '../order-samples.ts';

const conflict: Verdict = { outcome: 'attention', reason: 'idempotency_conflict', code: 'idempotency_conflict' };
const refused: Verdict = { outcome: 'refused', code: 'price_changed' };
const decided = (choice: 'accept-as-bought' | 'accept-not-bought') =>
  ({ kind: 'decision-made', body: { choice, reason: 'idempotency_conflict', wantedUntilMs } }) as const;

/** With its events at every tenth number of the journal, as where other orders lie between. */
function turnsOf({ events }: History): Turns {
  let order: Order | null = null;
  let turns: Turns = [];
  events.forEach((event, index) => {
    order = orderAfter(order, event);
    if (order !== null) turns = turnsAfter(turns, order, (index + 1) * 10);
  });
  return turns;
}

it.each<readonly [name: string, history: History, turns: Turns]>([
  ['is never sold where it was refused', new History().judged(refused), []],
  ['is never sold while nobody knows', new History().lost(), []],
  ['is sold with the answer that says so', new History().lost().judged(completedVerdict()), [50]],
  [
    'stays sold through all that follows',
    new History().judged(completedVerdict()).add({ kind: 'codes-handed-over', body: {} }),
    [30],
  ],
  ['is not sold while what was bought differs', new History().judged(completedVerdict({ differs: ['quantity'] })), []],
  [
    'is sold once a person says that it counts all the same',
    new History().judged(completedVerdict({ differs: ['quantity'] })).add(decided('accept-as-bought')),
    [40],
  ],
  [
    'stays sold while a later answer says otherwise, and a person has to decide',
    new History().judged(conflict).add(decided('accept-as-bought')).judged({ outcome: 'failed' }),
    [40],
  ],
  [
    'is taken back where that person says so',
    new History()
      .judged(conflict)
      .add(decided('accept-as-bought'))
      .judged({ outcome: 'failed' })
      .add(decided('accept-not-bought')),
    [40, 70],
  ],
])('an order %s', (_, history, turns) => {
  expect(turnsOf(history)).toEqual(turns);
});

it('an order is sold between a turn and the next, the event of the turn included', () => {
  const at = (seq: number) => isSoldAt([40, 70, 90], seq);
  expect([0, 39, 40, 69, 70, 89, 90, 1_000].map(at)).toEqual([false, false, true, true, false, false, true, true]);
});
