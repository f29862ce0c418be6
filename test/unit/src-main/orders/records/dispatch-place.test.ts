import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { knownId, type OperationId, type SoldCardId } from '../../../../../src-main/core/ids.ts';
import { amount, cardId, otherOperationId, walletId } from '../order-samples.ts';
import { codes, completed, newOperationId, refusal, Till, value, saleWith } from '../till.ts';

describe('placing an order', () => {
  it('records the intent and sends nothing', async () => {
    const till = await Till.open();
    const operationId = till.place();
    expect(till.kinds(operationId)).toEqual(['order-intended']);
    expect(till.service.seen).toHaveLength(0);
  });

  it('gives the operation as it is for the same id and sale, and refuses another sale under that id', async () => {
    const till = await Till.open();
    const operationId = newOperationId();
    const place = (changes: object) =>
      till.counter.orders.place(operationId, saleWith(changes), { besidesPending: false });
    const first = value(place({}));
    expect(value(place({ expectedUnitPrice: { amount: amount('9.999'), currency: 'KWD' } }))).toEqual(first);
    expect(place({ quantity: 3 })).toEqual({
      ok: false,
      error: { code: 'operation_id_in_use', field: 'operation-id', operationId },
    });
    expect(till.kinds(operationId)).toEqual(['order-intended']);
  });

  it('asks first where the same sale is unsettled, and goes on where the person says it is another', async () => {
    const till = await Till.open();
    const pending = till.place();
    const place = (changes: object, besidesPending: boolean) =>
      till.counter.orders.place(newOperationId(), saleWith(changes), { besidesPending });
    expect(place({}, false)).toEqual({ ok: false, error: { code: 'same_sale_pending', operationId: pending } });
    expect(place({}, true).ok).toBe(true);
    expect(place({ quantity: 5 }, false).ok).toBe(true);
  });

  it('does not ask where the same sale is over', async () => {
    const till = await Till.open();
    value(till.counter.orders.cancel(till.place()));
    expect(till.counter.orders.place(newOperationId(), saleWith(), { besidesPending: false }).ok).toBe(true);
  });

  it('asks first where the same was bought and nobody saw its codes yet, also after a restart', async () => {
    const till = await Till.open();
    const bought = till.place();
    till.service.script(completed(bought));
    expect(await till.resume(bought)).toBe('completed');
    const place = (changes: object = {}, besidesPending = false) =>
      till.counter.orders.place(newOperationId(), saleWith(changes), { besidesPending });
    const asks = { ok: false, error: { code: 'same_sale_pending', detail: 'codes_not_shown', operationId: bought } };
    expect(place()).toEqual(asks);
    await till.run();
    expect(place()).toEqual(asks);
    const others = [{ quantity: 5 }, { walletId: cardId }, { cardId: walletId }];
    expect(others.map((other) => place(other).ok)).toEqual([true, true, true]);
    value(await till.counter.reveals.show(bought));
    expect(place().ok).toBe(true);
  });

  it('asks also where the codes never came, and goes on where the person says it is another', async () => {
    const till = await Till.open();
    const bought = till.place();
    till.service.script(completed(bought, { soldCards: [] }), refusal(403, 'insufficient_scope'));
    expect(await till.resume(bought)).toBe('completed');
    expect((await till.counter.reveals.show(bought)).ok).toBe(false);
    const place = (besidesPending: boolean) =>
      till.counter.orders.place(newOperationId(), saleWith(), { besidesPending });
    expect(place(false)).toMatchObject({ ok: false, error: { code: 'same_sale_pending', operationId: bought } });
    expect(place(true).ok).toBe(true);
  });

  it('asks of a copy that did come out no more, and of one that the clipboard did not take still', async () => {
    const till = await Till.open();
    const bought = till.place();
    till.service.script(completed(bought));
    await till.resume(bought);
    const [first] = codes;
    if (first === undefined) throw new Error('no codes');
    const place = () => till.counter.orders.place(newOperationId(), saleWith(), { besidesPending: false });
    const soldCardId = knownId<SoldCardId>(first.soldCardId);
    value(till.counter.reveals.copy(bought, soldCardId, 'voucher'));
    till.counter.reveals.copyFailed(bought, soldCardId, 'voucher');
    expect(place()).toMatchObject({ ok: false, error: { code: 'same_sale_pending', operationId: bought } });
    value(till.counter.reveals.copy(bought, soldCardId, 'voucher'));
    expect(place().ok).toBe(true);
  });

  it('replaces only an operation that is final', async () => {
    const till = await Till.open();
    const earlier = till.place();
    const again = (replaces: OperationId) =>
      till.counter.orders.place(newOperationId(), saleWith({ replaces }), { besidesPending: true });
    expect(again(earlier)).toEqual({
      ok: false,
      error: { code: 'operation_not_final', field: 'replaces', operationId: earlier },
    });
    expect(again(otherOperationId)).toMatchObject({ ok: false, error: { code: 'operation_not_final' } });
    till.service.script('drop');
    await till.resume(earlier);
    expect(again(earlier)).toMatchObject({ ok: false, error: { code: 'operation_not_final' } });
    till.service.script(refusal(409, 'price_changed'));
    const refused = till.place();
    expect(await till.resume(refused)).toBe('refused');
    expect(value(again(refused)).intent.replaces).toBe(refused);
  });

  it('replaces nothing that was bought, and nothing whose last new try is open or bought', async () => {
    const till = await Till.open();
    const again = (replaces: OperationId, operationId = newOperationId()) =>
      till.counter.orders.place(operationId, saleWith({ replaces }), { besidesPending: true });
    const [first, second] = [till.place(), newOperationId()];
    till.service.script(refusal(409, 'price_changed'));
    expect(await till.resume(first)).toBe('refused');
    value(again(first, second));
    expect(till.kinds(first).at(-1)).toBe('order-replaced');
    expect(again(first)).toEqual({
      ok: false,
      error: { code: 'operation_not_final', field: 'replaces', operationId: second },
    });
    till.service.script(completed(second));
    expect(await till.resume(second)).toBe('completed');
    for (const replaced of [first, second])
      expect(again(replaced)).toEqual({
        ok: false,
        error: { code: 'operation_final', field: 'replaces', operationId: second },
      });
  });

  it('takes no intent on records whose chain does not verify', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(completed(operationId));
    await till.resume(operationId);
    till.close();
    const file = new BetterSqlite3(join(till.directory, 'journal.db'));
    file.exec('DROP TRIGGER events_are_not_changed');
    file.prepare("UPDATE events SET at_ms = at_ms + 1 WHERE kind = 'attempt-started'").run();
    file.close();
    await till.run();
    const head = till.counter.localRecords.journal.head();
    expect(till.counter.orders.place(newOperationId(), saleWith(), { besidesPending: true })).toMatchObject({
      ok: false,
      error: { code: 'journal_corrupt' },
    });
    expect(till.counter.localRecords.journal.head()).toEqual(head);
  });

  it.each(['0.000', '-0.000', '-1.250'])('sells nothing for %s, whoever offered that', async (price) => {
    const till = await Till.open();
    const sale = saleWith({ expectedUnitPrice: { amount: amount(price), currency: 'KWD' } });
    expect(till.counter.orders.place(newOperationId(), sale, { besidesPending: true })).toEqual({
      ok: false,
      error: { code: 'card_without_price', field: 'expectedUnitPrice' },
    });
    expect(till.counter.localRecords.records.pending()).toEqual([]);
  });

  it('sells more than 100 only where lost codes could be had again', async () => {
    const till = await Till.open();
    await till.run({ profile: { ...till.service.profile, maximumQuantity: 101 } });
    const many = () =>
      till.counter.orders.place(newOperationId(), saleWith({ quantity: 101 }), { besidesPending: true });
    const allow = (...scopes: string[]) =>
      value(
        till.counter.localRecords.journal.append({
          subject: '',
          kind: 'policy-reported',
          body: { policyVersion: 1, scopes, requestId: null },
        }),
      );
    const refused = { ok: false, error: { code: 'input_invalid', field: 'quantity', detail: 'needs_cards_reveal' } };
    expect(many()).toEqual(refused);
    allow('cards:reveal');
    expect(many()).toEqual(refused);
    allow('cards:reveal', 'cards:read');
    expect(many().ok).toBe(true);
  });
});
