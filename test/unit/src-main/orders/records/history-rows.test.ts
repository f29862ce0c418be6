import { describe, expect, it, vi } from 'vitest';
import type { StoredEvent } from '../../../../../src-main/journal/event.ts';
import { JournalUnavailable } from '../../../../../src-main/journal/journal-failure.ts';
import type { Journal } from '../../../../../src-main/journal/journal.ts';
import { orderEvent, type IntendedOrder } from '../../../../../src-main/orders/machine/events.ts';
import { bringUpToDate, foldOperation, rowOfEvent } from '../../../../../src-main/orders/records/history.ts';
import { methodsOf } from '../../../../support/journal-methods.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { openOrThrow } from '../../journal/journal-fixture.ts';
import { intendedAtMs, intent, operationId } from '../order-samples.ts';
import { completed, Till } from '../till.ts';

function stored(seq: number, event: Parameters<typeof rowOfEvent>[0]): StoredEvent {
  return { ...rowOfEvent(event), seq, atMs: intendedAtMs + seq, hash: `hash-${seq}` };
}

const intendedWith = (changes: Partial<IntendedOrder> = {}): StoredEvent =>
  stored(5, orderEvent(operationId, 'order-intended', { ...intent, ...changes }));

describe('the row of an order', () => {
  it('names the event of its intent, by which it is counted on its day, whatever happened since', () => {
    const cancelled = stored(9, orderEvent(operationId, 'order-cancelled', {}));
    expect(foldOperation(operationId, [intendedWith(), cancelled])).toMatchObject({
      state: 'cancelled',
      view: { intendedSeq: 5, turns: [] },
    });
  });

  it('names the event with which it came to count as sold', async () => {
    const till = await Till.open();
    const bought = till.place();
    till.service.script(completed(bought));
    expect(await till.resume(bought)).toBe('completed');
    const { journal } = till.counter.localRecords;
    const [judged] = journal.events({ subject: bought, kind: 'answer-judged' });
    expect(journal.projected(bought)?.view).toMatchObject({ turns: [judged?.seq] });
    expect(foldOperation(bought, journal.events({ subject: bought }))).toEqual(journal.projected(bought));
  });

  it('holds the words that it is found by, apart from each other, and no others', () => {
    const of = (changes: Partial<IntendedOrder>) => foldOperation(operationId, [intendedWith(changes)])?.search;
    expect(of({})).toBe('0a000000 0000 4000 8000 000000000001');
    const named = { saleNumber: 'C7-0012', cardName: { ar: 'زين', en: 'Zain 10' }, externalReference: 'Till 4' };
    expect(
      of(named)
        ?.split(' ')
        .filter((word) => word !== ''),
    ).toEqual(['0a000000', '0000', '4000', '8000', '000000000001', 'c7', '0012', 'زين', 'zain', '10', 'till', '4']);
  });

  it('shows the reference of an order whose text was never sealed', () => {
    expect(foldOperation(operationId, [intendedWith({ externalReference: 'Till 4' })])).toMatchObject({
      externalReference: 'Till 4',
      referenceKey: 'till 4',
    });
    expect(foldOperation(operationId, [intendedWith()])).toMatchObject({ externalReference: null, referenceKey: null });
  });

  it('is none where there is no intent', () => {
    expect(foldOperation(operationId, [stored(9, orderEvent(operationId, 'order-cancelled', {}))])).toBeNull();
  });

  it('is due at once where an answer lies kept, also of an order that only a person could go on with', async () => {
    class Ended extends Error {}
    const till = await Till.open();
    const bought = till.place();
    till.service.script({ status: 201, body: '{}' }, { status: 200, body: { operationId: bought, status: 'failed' } });
    expect(await till.resume(bought)).toBe('attention');
    expect(till.dueAfter(86_400_000)).toEqual([]);
    await till.run({
      step: (at) => {
        if (at === 'answer-sealed') throw new Ended(at);
      },
    });
    await expect(till.counter.orders.resume(bought, 0, 'now')).rejects.toThrow(Ended);
    await till.run();
    expect(till.dueAfter()).toEqual([bought]);
    expect(await till.resume(bought)).toBe('failed');
  });
});

describe('rows that an earlier build wrote', () => {
  const rebuiltAt = (journal: Journal, changes: Partial<Journal>) => {
    const rebuildProjection = vi.fn(() => journal.rebuildProjection());
    const compareProjection = vi.fn(() => [operationId]);
    bringUpToDate({ ...methodsOf(journal), compareProjection, ...changes, rebuildProjection });
    const notes = journal.events().filter(({ kind }) => kind !== 'order-intended');
    return { rebuilt: rebuildProjection.mock.calls.length, compared: compareProjection.mock.calls.length, notes };
  };
  const opened = (): Journal => {
    const journal = openOrThrow(tempFolder());
    journal.append(rowOfEvent(orderEvent(operationId, 'order-intended', intent)));
    bringUpToDate(journal);
    return journal;
  };

  it('are derived anew, which is no damage, and is done once', () => {
    const journal = opened();
    for (const isCheckedWhole of [true, false])
      expect(rebuiltAt(journal, { isCheckedWhole, meta: () => '6' })).toEqual({ rebuilt: 1, compared: 0, notes: [] });
    expect(journal.meta('operations-form')).not.toBeNull();
    expect(rebuiltAt(journal, { isCheckedWhole: true, compareProjection: () => [] })).toMatchObject({ rebuilt: 0 });
  });

  it('are not compared at the start of a journal that is too large for that', () => {
    expect(rebuiltAt(opened(), { isCheckedWhole: false })).toEqual({ rebuilt: 0, compared: 0, notes: [] });
  });

  it('are noted in the journal where they were damaged', () => {
    const { rebuilt, notes } = rebuiltAt(opened(), { isCheckedWhole: true });
    expect(rebuilt).toBe(1);
    expect(notes).toMatchObject([
      { subject: '', kind: 'journal-rebuilt', body: { code: 'journal_corrupt', detail: 'operations' } },
    ]);
  });

  it('are left as they are where the records cannot be read now; any other error is none of the records', () => {
    const failing = (error: Error) => (): never => {
      throw error;
    };
    const unreadable = failing(new JournalUnavailable({ code: 'journal_not_writable' }));
    expect(rebuiltAt(opened(), { meta: unreadable })).toMatchObject({ rebuilt: 0, notes: [] });
    expect(() => rebuiltAt(opened(), { meta: failing(new TypeError('a bug')) })).toThrow('a bug');
  });
});
