import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import type { PageQuery } from '../../../../../src-main/orders/records/find-page.ts';
import { cardId, walletId } from '../order-samples.ts';
import { completed, refusal, Till, value } from '../till.ts';

function found(till: Till, query: Partial<PageQuery> = {}): readonly OperationId[] {
  return value(till.counter.localRecords.records.page({ show: 'all', limit: 50, ...query })).operationIds;
}

async function shop(): Promise<{
  readonly till: Till;
  readonly bought: OperationId;
  readonly refused: OperationId;
  readonly lost: OperationId;
  readonly unsent: OperationId;
}> {
  const till = await Till.open();
  const [bought, refused, lost, unsent] = [
    till.place({ cardName: { ar: 'زين ١٠', en: 'Zain 10' }, externalReference: 'TILL-2/0417' }),
    till.place({ quantity: 3 }),
    till.place({ quantity: 4 }),
    till.place({ quantity: 5 }),
  ];
  till.service.script(completed(bought), refusal(409, 'card_unavailable'), 'drop');
  for (const operationId of [bought, refused, lost]) await till.resume(operationId);
  return { till, bought, refused, lost, unsent };
}

it('finds orders by any part of their number, invoice and reference, and by the name of the card in both languages', async () => {
  const { till, bought } = await shop();
  const finds = [
    bought,
    bought.slice(0, 13),
    bought.slice(-12).toUpperCase(),
    'till-2',
    '0417',
    'zain 10',
    '10 ZAIN',
    'زين 10',
    'زَيْن ١٠',
  ];
  expect(finds.map((find) => [find, found(till, { find })])).toEqual(finds.map((find) => [find, [bought]]));
  // Not of hexadecimal digits: those could be part of a number.
  expect(found(till, { find: 'zain x' })).toEqual([]);
  expect(found(till, { find: '-- / --' })).toHaveLength(4);
});

it('finds orders by state as it is now, also where only time has passed since their last event', async () => {
  const { till, bought, refused, lost, unsent } = await shop();
  const inStates = (...anyOf: NonNullable<PageQuery['states']>['anyOf']): readonly OperationId[] =>
    found(till, { states: { anyOf, nowMs: till.clock.nowMs() } });
  expect([inStates('completed'), inStates('refused'), inStates('unknown'), inStates('intended')]).toEqual([
    [bought],
    [refused],
    [lost],
    [unsent],
  ]);
  expect(inStates('refused', 'unknown').toSorted()).toEqual([refused, lost].toSorted());
  expect([inStates('settling'), inStates('failed', 'notBought')]).toEqual([[], []]);
  till.clock.skip(11 * 60_000);
  expect([inStates('unknown'), inStates('settling')]).toEqual([[], [lost]]);
});

it('finds what is unsettled: what has no outcome, and codes that nobody handed over yet', async () => {
  const { till, bought, lost, unsent } = await shop();
  expect(found(till, { show: 'unsettled' }).toSorted()).toEqual([bought, lost, unsent].toSorted());
  expect(found(till, { show: 'codesWaiting' })).toEqual([bought]);
  await till.counter.reveals.show(bought);
  value(till.counter.reveals.handOver(bought));
  expect(found(till, { show: 'unsettled' }).toSorted()).toEqual([lost, unsent].toSorted());
});

it('finds orders of a wallet, a card and a day, and none of another', async () => {
  const { till, bought } = await shop();
  const nowMs = till.clock.nowMs();
  expect(found(till, { walletId, cardId, fromMs: nowMs - 60_000, untilMs: nowMs + 60_000, find: 'zain' })).toEqual([
    bought,
  ]);
  expect([
    found(till, { walletId: cardId }),
    found(till, { cardId: walletId }),
    found(till, { untilMs: nowMs - 60_000 }),
  ]).toEqual([[], [], []]);
});

it('finds orders too that an earlier build wrote down without words', async () => {
  const { till, bought } = await shop();
  till.close();
  const file = new BetterSqlite3(join(till.directory, 'journal.db'));
  file.exec("UPDATE operations SET search = ''; DELETE FROM meta WHERE key = 'operations-form'");
  file.close();
  await till.run();
  expect(found(till, { find: 'zain' })).toEqual([bought]);
  expect(till.counter.localRecords.journal.compareProjection()).toEqual([]);
});

it('finds the orders of a short number as a person types it, and none beside them', async () => {
  const { till, bought } = await shop();
  const { saleNumber = '' } = till.facts(bought).intent;
  const finds = [saleNumber, saleNumber.toLowerCase(), saleNumber.replace('-000', ' '), saleNumber.slice(1)];
  expect(finds.map((find) => [find, found(till, { find })])).toEqual(finds.map((find) => [find, [bought]]));
  expect(found(till, { find: saleNumber.replace('-0001', '-0099') })).toEqual([]);
  expect(found(till, { find: '0001' })).toContain(bought);
});

it('puts the order of a whole reference before those that only hold its words', async () => {
  const till = await Till.open();
  const exact = till.place({ externalReference: 'till 4 / 7' });
  const longer = till.place({ externalReference: 'till 4 / 7 / 1', quantity: 3 });
  const first = value(till.counter.localRecords.records.page({ show: 'all', limit: 50, find: 'Till ٤ 7' }));
  expect(first.operationIds).toEqual([exact]);
  const { nextCursor: cursor = '' } = first;
  expect(found(till, { find: 'Till ٤ 7', cursor })).toEqual([longer]);
});

it('finds a sale by its number in the records of an earlier form, once they are derived anew', async () => {
  const { till, bought } = await shop();
  const { saleNumber = '' } = till.facts(bought).intent;
  till.close();
  const file = new BetterSqlite3(join(till.directory, 'journal.db'));
  file.exec(
    "UPDATE operations SET sale_number = NULL, reference_key = NULL; DELETE FROM meta WHERE key = 'operations-form'",
  );
  file.close();
  await till.run();
  expect(found(till, { find: saleNumber })).toEqual([bought]);
});
