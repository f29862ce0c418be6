import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { completed, completedOrder, processing, refusal, Till, value } from '../orders/till.ts';

// Law 8: the journal is append-only and chained. State is derived from events; a projection can be rebuilt and
// compared.

async function busyTill(): Promise<Till> {
  const till = await Till.open();
  const [bought, lost, refused, pending, cancelled, other] = Array.from({ length: 6 }, () => till.place());
  if (
    bought === undefined ||
    lost === undefined ||
    refused === undefined ||
    pending === undefined ||
    cancelled === undefined ||
    other === undefined
  )
    throw new Error('no ids');
  till.service.script(completed(bought), 'drop', refusal(409, 'price_changed'), processing(pending), completed(other), {
    ...completed(lost),
    unsigned: true,
  });
  for (const operationId of [bought, lost, refused, pending]) await till.resume(operationId);
  value(till.counter.orders.cancel(cancelled));
  await till.resume(lost);
  await till.resume(lost);
  value(await till.counter.reveals.show(bought));
  value(till.counter.reveals.handOver(bought));
  return till;
}

function tamper(till: Till, sql: string): void {
  till.close();
  const file = new BetterSqlite3(join(till.directory, 'journal.db'));
  file.exec(
    'DROP TRIGGER events_are_not_changed; DROP TRIGGER events_are_not_deleted; DROP TRIGGER sealed_answers_are_not_changed;',
  );
  file.exec(sql);
  file.close();
}

describe('law 8: append-only, chained, derived', () => {
  it('has a chain that holds over a busy day', async () => {
    const { journal } = (await busyTill()).counter.localRecords;
    const verified = value(journal.verify());
    expect(verified.rows).toBe(journal.events().length);
    expect(verified.rows).toBeGreaterThan(20);
  });

  it('derives every order from its events: the projection is what they give, and can be thrown away', async () => {
    const till = await busyTill();
    const { journal } = till.counter.localRecords;
    const rows = () => value(journal.projectedPage({ limit: 100 })).items;
    const before = rows();
    expect(journal.compareProjection()).toEqual([]);
    expect(value(journal.rebuildProjection())).toBe(6);
    expect(rows()).toEqual(before);
    expect(before.map(({ state }) => state).toSorted()).toEqual(
      ['accepted', 'cancelled', 'completed', 'completed', 'refused', 'unknown'].toSorted(),
    );
  });

  it('derives a projection again that says something else than the events, and says so', async () => {
    const till = await busyTill();
    const [first] = till.counter.localRecords.journal.events({ kind: 'order-intended' });
    tamper(
      till,
      `UPDATE operations SET state = 'cancelled', pending = 0 WHERE operation_id = '${first?.subject ?? ''}'`,
    );
    await till.run();
    expect(till.counter.localRecords.journal.compareProjection()).toEqual([]);
    expect(till.counter.localRecords.journal.projected(first?.subject ?? '')?.state).not.toBe('cancelled');
    expect(till.counter.localRecords.journal.events({ kind: 'journal-rebuilt' })).toHaveLength(1);
  });

  it.each([
    [
      'an event was changed',
      'UPDATE events SET body = replace(body, \'"quantity":2\', \'"quantity":1\') WHERE seq = 2',
      2,
    ],
    ['an event was taken out', 'DELETE FROM events WHERE seq = 3', 3],
    ['a kept answer was changed', "UPDATE sealed_answers SET ciphertext = x'00' WHERE id LIKE 'answer:%'", 9],
    ['a sealed body was changed', "UPDATE sealed_answers SET ciphertext = x'00' WHERE id LIKE 'order:%'", 2],
  ])('shows where %s', async (_name, sql, firstBadSeq) => {
    const till = await busyTill();
    tamper(till, sql);
    await till.run();
    expect(till.counter.localRecords.journal.verify()).toMatchObject({ ok: false, error: { firstBadSeq } });
  });

  it.each([
    "UPDATE events SET kind = 'x'",
    'DELETE FROM events',
    'DELETE FROM sealed_answers',
    "UPDATE sealed_answers SET ciphertext = x'00'",
  ])('refuses %s in the file itself', async (sql) => {
    const till = await busyTill();
    till.close();
    const file = new BetterSqlite3(join(till.directory, 'journal.db'));
    expect(() => file.exec(sql)).toThrow('append-only');
    file.close();
    await till.run();
  });

  it('keeps what was said before when an order is reported anew', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(processing(operationId), completed(operationId), {
      status: 200,
      body: completedOrder(operationId, { soldCards: undefined }),
    });
    const heads: number[] = [];
    await till.resume(operationId);
    heads.push(till.counter.localRecords.journal.head().seq);
    await till.resume(operationId);
    heads.push(till.counter.localRecords.journal.head().seq);
    await till.counter.orders.read(operationId);
    heads.push(till.counter.localRecords.journal.head().seq);
    expect(heads).toEqual([...heads].sort((a, b) => a - b));
    expect(new Set(heads).size).toBe(3);
    expect(till.stateOf(operationId)).toBe('completed');
    expect(till.facts(operationId).sealedCodes.size).toBe(2);
  });
});
