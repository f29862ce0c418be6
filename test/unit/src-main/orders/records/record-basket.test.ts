import { describe, expect, it } from 'vitest';
import { knownId, type BasketId, type CardId, type OperationId } from '../../../../../src-main/core/ids.ts';
import type { NewSale } from '../../../../../src-main/orders/machine/new-sale.ts';
import type { NewLine } from '../../../../../src-main/orders/records/record-basket.ts';
import { failingStep } from '../../../../support/failing-step.ts';
import { completed, newOperationId, refusal, saleWith, Till, value } from '../till.ts';

const basket = knownId<BasketId>('0d4c7b0e-6f1a-4c59-9a57-8b2f2f0f5a10');
const cards = ['1', '2', '3'].map((digit) => knownId<CardId>(`${digit.repeat(8)}-1111-4111-8111-111111111111`));

function line(changes: Partial<NewSale>, besidesPending = false): NewLine {
  return { operationId: newOperationId(), sale: saleWith(changes), besidesPending };
}

function threeLines(): readonly NewLine[] {
  return cards.map((cardId, index) => line({ cardId, quantity: index === 2 ? 1 : 2 }));
}

function idsOf(lines: readonly NewLine[]): readonly OperationId[] {
  return lines.map(({ operationId }) => operationId);
}

describe('placing a basket', () => {
  it('records the intent of every line, each with its number, before anything is sent', async () => {
    const till = await Till.open();
    const lines = threeLines();
    const placed = value(till.counter.orders.buyBasket(basket, lines));
    expect(placed.map(({ operationId }) => operationId)).toEqual(idsOf(lines));
    expect(placed.map(({ order: { intent } }) => [intent.basket, intent.basketLine])).toEqual([
      [basket, 0],
      [basket, 1],
      [basket, 2],
    ]);
    expect(idsOf(lines).map((id) => till.kinds(id))).toEqual(lines.map(() => ['order-intended']));
    expect(till.service.seen).toHaveLength(0);
    const { journal } = till.counter.localRecords;
    const [first, ...others] = idsOf(lines).map((subject) => journal.events({ subject })[0]?.seq ?? 0);
    expect(others).toEqual([(first ?? 0) + 1, (first ?? 0) + 2]);
    expect(journal.verify().ok).toBe(true);
  });

  it('records no line where one cannot be written, at whichever it fails', async () => {
    const till = await Till.open();
    const { localRecords, keyring, vault } = till.counter;
    const before = localRecords.journal.head();
    const failing = failingStep({ journal: localRecords.journal, keyring, vault });
    failing.failAt('order-intended order-intended order-intended');
    const lines = threeLines();
    expect(till.counter.orders.buyBasket(basket, lines)).toMatchObject({
      ok: false,
      error: { code: 'journal_not_writable' },
    });
    expect(idsOf(lines).map((id) => localRecords.records.find(id))).toEqual([null, null, null]);
    expect(localRecords.journal.head()).toEqual(before);
  });

  it('is whole or nothing also where the process would end between two lines', async () => {
    const till = await Till.open();
    let written = 0;
    await till.run({
      step: (name) => {
        if (name !== 'basket-line-written') return;
        written += 1;
        if (written === 2) throw new Error('ended here');
      },
    });
    const lines = threeLines();
    expect(() => till.counter.orders.buyBasket(basket, lines)).toThrow('ended here');
    await till.run();
    expect(idsOf(lines).map((id) => till.counter.localRecords.records.find(id))).toEqual([null, null, null]);
  });

  it('gives the orders that are there for the same ids, and takes no half of a basket again', async () => {
    const till = await Till.open();
    const lines = threeLines();
    const placed = value(till.counter.orders.buyBasket(basket, lines));
    expect(value(till.counter.orders.buyBasket(basket, lines))).toMatchObject(
      placed.map(({ operationId }) => ({ operationId })),
    );
    const half = [line({ quantity: 7 }), ...lines.slice(1)];
    expect(till.counter.orders.buyBasket(basket, half)).toEqual({
      ok: false,
      error: { code: 'operation_id_in_use', field: 'lines.1.operation-id' },
    });
  });

  it('takes lines of one basket for no twins, and asks about anything pending outside it, by its line', async () => {
    const till = await Till.open();
    const twins = [line({ quantity: 2 }), line({ quantity: 2 })];
    value(till.counter.orders.buyBasket(basket, twins));
    const other = knownId<BasketId>('0d4c7b0e-6f1a-4c59-9a57-8b2f2f0f5a11');
    const next = (besidesPending: boolean) => [line({ quantity: 5 }), line({ quantity: 2 }, besidesPending)];
    const asked = till.counter.orders.buyBasket(other, next(false));
    expect(asked).toMatchObject({ ok: false, error: { code: 'same_sale_pending', field: 'lines.1' } });
    expect(idsOf(twins)).toContain(asked.ok ? null : asked.error.operationId);
    expect(till.counter.orders.buyBasket(other, next(true)).ok).toBe(true);
  });

  it('makes a new try in the basket of the refused line, and does not ask about its other lines', async () => {
    const till = await Till.open();
    const [bought, refused] = [line({ quantity: 2 }), line({ quantity: 2 })];
    value(till.counter.orders.buyBasket(basket, [bought, refused]));
    till.service.script(completed(bought.operationId));
    expect(await till.resume(bought.operationId)).toBe('completed');
    till.service.script(refusal(409, 'price_changed'));
    expect(await till.resume(refused.operationId)).toBe('refused');
    const again = (sale: Partial<NewSale>) =>
      till.counter.orders.place(newOperationId(), saleWith({ quantity: 2, ...sale }), { besidesPending: false });
    const tried = value(again({ replaces: refused.operationId }));
    expect([tried.intent.basket, tried.intent.basketLine]).toEqual([basket, 1]);
    // Outside the basket it is the same sale as a line whose codes nobody saw.
    expect(again({})).toMatchObject({ ok: false, error: { code: 'same_sale_pending' } });
  });

  it('says which line cannot be ordered, and records none', async () => {
    const till = await Till.open();
    const most = till.service.profile.maximumQuantity;
    const wrong = [line({ cardId: cards[0] ?? saleWith().cardId }), line({ quantity: most + 1 })];
    expect(till.counter.orders.buyBasket(basket, wrong)).toEqual({
      ok: false,
      error: { code: 'input_invalid', field: 'lines.1.quantity', detail: 'needs_cards_reveal' },
    });
    expect(till.counter.localRecords.records.pending()).toEqual([]);
  });
});

it('opens a journal whose orders know of no basket', async () => {
  const till = await Till.open();
  const alone = till.place();
  await till.run();
  expect(till.facts(alone).intent).not.toHaveProperty('basket');
});
