import { describe, expect, it } from 'vitest';
import { openLocalRecords } from '../../../../../src-main/app/counter/counter.ts';
import { knownId, type CardId, type OperationId } from '../../../../../src-main/core/ids.ts';
import { saleIn } from '../../../../../src-main/day/records/sale-row.ts';
import { systemClock, systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { runningSpent } from '../../../../../src-main/limits/records/spent.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { methodsOf } from '../../../../support/journal-methods.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { amount, intent } from '../../orders/order-samples.ts';
import { value } from '../../orders/till.ts';

const decision = { reason: 'idempotency_conflict', wantedUntilMs: 0 } as const;

function shop() {
  const ports = { directory: tempFolder(), clock: systemClock, randomness: systemRandomness };
  const { journal, records } = value(openLocalRecords(ports));
  const begin = (cost: string, card = 1, currency = 'KWD'): OperationId => {
    const id = knownId<OperationId>(systemRandomness.uuid());
    const cardId = knownId<CardId>(`0c000000-0000-4000-8000-${String(card).padStart(12, '0')}`);
    value(
      records.record(id, [
        orderEvent(id, 'order-intended', { ...intent, cardId, total: { amount: amount(cost), currency } }),
      ]),
    );
    return id;
  };
  const ask = (id: OperationId) =>
    value(records.record(id, [orderEvent(id, 'attention-raised', { reason: 'idempotency_conflict' })]));
  const decide = (id: OperationId, choice: 'accept-as-bought' | 'accept-not-bought') =>
    value(records.record(id, [orderEvent(id, 'decision-made', { ...decision, choice })]));
  const cancel = (id: OperationId) => value(records.record(id, [orderEvent(id, 'order-cancelled', {})]));
  /** By all rows, as they are. */
  const whole = (fromSeq: number) =>
    journal
      .touched(fromSeq)
      .map(saleIn)
      .filter(({ intendedSeq, isPending, state }) => intendedSeq > fromSeq && (isPending || state === 'completed'));
  return { journal, records, begin, ask, decide, cancel, whole };
}

type Lines = readonly {
  readonly cardId: string;
  readonly cost: { readonly amount: string; readonly currency: string };
}[];

/** By card and currency, without those that come to nothing. */
function sums(lines: Lines): Readonly<Record<string, number>> {
  const all: Record<string, number> = {};
  for (const { cardId, cost } of lines)
    all[`${cardId} ${cost.currency}`] =
      (all[`${cardId} ${cost.currency}`] ?? 0) + Math.round(Number(cost.amount) * 1000);
  return Object.fromEntries(Object.entries(all).filter(([, sum]) => sum !== 0));
}

describe('what was spent since an event', () => {
  it('is at each step what all rows say, by a figure that goes on and by one from the start', () => {
    const { journal, begin, ask, decide, cancel, whole } = shop();
    const running = runningSpent(journal);
    let fromSeq = 0;
    const agrees = (): void => {
      expect(sums(running(fromSeq))).toEqual(sums(whole(fromSeq)));
      expect(sums(runningSpent(journal)(fromSeq))).toEqual(sums(whole(fromSeq)));
    };
    const bought = begin('1.250');
    const open = begin('2.000', 2);
    const left = begin('0.001', 1, 'USD');
    agrees();
    for (const step of [
      () => ask(bought),
      () => decide(bought, 'accept-as-bought'),
      () => cancel(left),
      () => ask(open),
      () => ask(bought),
      () => decide(bought, 'accept-not-bought'),
      () => begin('3.000'),
      () => decide(open, 'accept-as-bought'),
    ]) {
      step();
      agrees();
    }
    // A Z came: what was begun before it counts no more, whenever it settles.
    const late = begin('4.000', 3);
    fromSeq = journal.head().seq;
    agrees();
    ask(late);
    decide(late, 'accept-as-bought');
    begin('5.000', 3);
    agrees();
    fromSeq = 0;
    agrees();
  });

  it('is made anew where what it ended with was rolled back', () => {
    const { journal, records, begin, whole } = shop();
    begin('1.000');
    const running = runningSpent(journal);
    expect(() =>
      journal.transaction((tx) => {
        const id = knownId<OperationId>(systemRandomness.uuid());
        records.recordIn(tx, id, [orderEvent(id, 'order-intended', intent)]);
        running(0);
        throw new Error('rolled back');
      }),
    ).toThrow('rolled back');
    begin('1.500');
    expect(sums(running(0))).toEqual(sums(whole(0)));
  });

  it('reads no more than what changed since it was asked for', () => {
    const { journal, begin, ask, decide } = shop();
    const read: number[] = [];
    const watched = {
      ...methodsOf(journal),
      touched: (seq: number) => {
        const rows = journal.touched(seq);
        read.push(rows.length);
        return rows;
      },
    };
    for (let sale = 0; sale < 20; sale += 1) {
      const id = begin('1.000');
      ask(id);
      decide(id, 'accept-as-bought');
    }
    const [from] = journal.events({ limit: 1 });
    const running = runningSpent(watched);
    running(from?.seq ?? 0);
    begin('1.000');
    running(from?.seq ?? 0);
    running(from?.seq ?? 0);
    expect(read).toEqual([20, 1]);
  });
});
