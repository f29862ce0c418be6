import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { journalRules, isExportable } from '../../../../../src-main/app/counter/journal-rules.ts';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { serialKeptKind } from '../../../../../src-main/journal/event.ts';
import { JournalUnavailable } from '../../../../../src-main/journal/journal-failure.ts';
import { keptAfterDeliveryMs } from '../../../../../src-main/journal/purge.ts';
import { salvageJournal } from '../../../../../src-main/journal/salvage.ts';
import { orderTextPrefix } from '../../../../../src-main/orders/records/order-text.ts';
import { serialText } from '../../../../../src-main/reveals/machine/serial-text.ts';
import { openSerials, type Serials } from '../../../../../src-main/reveals/records/serials.ts';
import { failingStep } from '../../../../support/failing-step.ts';
import { methodsOf } from '../../../../support/journal-methods.ts';
import { codes, completed, newOperationId, Till, value } from '../../orders/till.ts';

const dayMs = 24 * 60 * 60 * 1000;
const serialOf = (n: number): string => `SN-0000-${String(n).padStart(6, '0')}X`;

/** A sale whose cards have serial numbers of their own. */
async function sold(till: Till, n = 0): Promise<OperationId> {
  const operationId = await justSold(till, n);
  // A person goes on in a turn of their own.
  await setImmediate();
  return operationId;
}

async function justSold(till: Till, n: number): Promise<OperationId> {
  const operationId = till.place();
  const soldCards = codes.map((code, at) => ({ ...code, serialNumber: serialOf(n + at) }));
  till.service.script(completed(operationId, { soldCards }));
  expect(await till.resume(operationId)).toBe('completed');
  return operationId;
}

async function handedOver(till: Till, n: number): Promise<OperationId> {
  const operationId = await sold(till, n);
  value(await till.counter.reveals.show(operationId));
  value(till.counter.reveals.handOver(operationId));
  return operationId;
}

const found = (till: Till, typed: string): readonly OperationId[] => till.counter.serials.find(typed);
const keptEvents = (till: Till) => till.counter.localRecords.journal.events({ kind: serialKeptKind });
const mayReveal = (till: Till): void =>
  void value(
    till.counter.localRecords.journal.append({
      subject: '',
      kind: 'policy-reported',
      body: { scopes: ['cards:reveal'] },
    }),
  );

describe('a sale is found by a serial number of its cards', () => {
  it('as soon as the codes are here, as a person types it, and also after a restart', async () => {
    const till = await Till.open();
    const [one, other] = [await sold(till, 10), await sold(till, 20)];
    const typed = ['SN-0000-000010X', 'sn 0000 000011x', 'sn0000000011X', ' SN٠٠٠٠٠٠٠٠١٠X '];
    expect(typed.map((text) => found(till, text))).toEqual(typed.map(() => [one]));
    await till.run();
    expect([found(till, serialOf(20)), found(till, serialOf(99)), found(till, 'SN')]).toEqual([[other], [], []]);
    expect(keptEvents(till)).toHaveLength(2 * codes.length);
  });

  it('by digests alone: no serial number and no key to it lies in the folder', async () => {
    const till = await Till.open();
    const operationId = await sold(till, 10);
    till.close();
    const bytes = ['journal.db', 'keyring.json', 'vault.json'].map((name) => readFileSync(join(till.directory, name)));
    for (const text of [serialOf(10), serialText(serialOf(10)) ?? ''])
      expect(bytes.some((each) => each.includes(text))).toBe(false);
    await till.run();
    for (const { subject, body } of keptEvents(till)) {
      expect(subject).toBe(operationId);
      expect(Object.keys(body).toSorted()).toEqual(['sealed', 'serial', 'soldCardId']);
      expect(body['serial']).toMatch(/^[\w-]{43}$/);
    }
  });

  it('with other digests on another day, so that one key tells nothing of another day', async () => {
    const till = await Till.open();
    const first = await sold(till, 10);
    till.clock.skip(dayMs);
    const second = await sold(till, 10);
    expect(new Set(keptEvents(till).map(({ body }) => body['serial'])).size).toBe(2 * codes.length);
    expect(till.counter.localRecords.journal.sealedIds('serials:')).toHaveLength(2);
    expect(found(till, serialOf(10)).toSorted()).toEqual([first, second].toSorted());
  });

  it('also where the process ended before the codes were judged', async () => {
    const till = await Till.open({
      step: (step) => {
        if (step === 'answer-sealed') throw new Error('the process ends');
      },
    });
    const operationId = till.place();
    till.service.script(completed(operationId, { soldCards: [{ ...codes[0], serialNumber: serialOf(10) }, codes[1]] }));
    await till.resume(operationId).catch(() => undefined);
    expect([till.kinds(operationId).at(-1), keptEvents(till)]).toEqual(['answer-sealed', []]);
    await till.run();
    expect(await till.resume(operationId)).toBe('completed');
    expect(found(till, serialOf(10))).toEqual([operationId]);
  });

  it('also where the digests could not be written at once', async () => {
    const till = await Till.open();
    const { localRecords, keyring, vault } = till.counter;
    const kept = [...codes.map(() => serialKeptKind), 'serials-kept-seq'].join(' ');
    const failing = failingStep({ journal: localRecords.journal, keyring, vault });
    failing.failAt(kept);
    const operationId = await sold(till, 10);
    expect([failing.failed()?.name, keptEvents(till)]).toEqual([kept, []]);
    expect(found(till, serialOf(10))).toEqual([operationId]);
    expect(keptEvents(till)).toHaveLength(codes.length);
  });

  it('after its result is shown, and before its codes are handed over or the counter closes', async () => {
    const till = await Till.open();
    const operationId = await justSold(till, 10);
    expect([keptEvents(till), found(till, serialOf(10))]).toEqual([[], [operationId]]);
    const other = await justSold(till, 20);
    value(await till.counter.reveals.show(other));
    value(till.counter.reveals.handOver(other));
    expect(keptEvents(till)).toHaveLength(2 * codes.length);
    const last = await justSold(till, 30);
    till.close();
    const kept = till.durableEvents().filter(({ kind }) => kind === serialKeptKind);
    expect(new Set(kept.map(({ subject }) => subject))).toEqual(new Set([operationId, other, last]));
    await till.run();
  });

  it('in one write for all orders from before that end in a second, and before the codes of one come out', async () => {
    const till = await Till.open();
    const placed = [10, 20, 30, 40, 50].map((n) => [n, till.place()] as const);
    till.clock.skip(1);
    await till.run();
    const settled = async ([n, operationId]: readonly [number, OperationId]): Promise<OperationId> => {
      const soldCards = codes.map((code, at) => ({ ...code, serialNumber: serialOf(n + at) }));
      till.service.script(completed(operationId, { soldCards }));
      expect(await till.resume(operationId)).toBe('completed');
      await setImmediate();
      return operationId;
    };
    const kept = (): number => keptEvents(till).length / codes.length;
    const [first, second, third, fourth, fifth] = placed;
    if (!first || !second || !third || !fourth || !fifth) throw new Error('not placed');
    await settled(first);
    expect(kept()).toBe(1);
    const [, other, last] = [await settled(second), await settled(third), await settled(fourth)];
    expect(kept()).toBe(1);
    value(await till.counter.reveals.show(other));
    expect(kept()).toBe(4);
    till.clock.skip(1_000);
    await settled(fifth);
    expect([kept(), found(till, serialOf(40))]).toEqual([5, [last]]);
    await sold(till, 60);
    await sold(till, 70);
    expect(kept()).toBe(7);
  });

  it('of a few orders in each turn where many ended, so that the screens have theirs between', async () => {
    const till = await Till.open();
    const placed = Array.from({ length: 9 }, (_, at) => [10 * (at + 1), till.place()] as const);
    till.clock.skip(1);
    await till.run();
    const turns: number[] = [];
    for (const [at, [n, operationId]] of placed.entries()) {
      if (at === placed.length - 1) till.clock.skip(1_000);
      const soldCards = codes.map((code, index) => ({ ...code, serialNumber: serialOf(n + index) }));
      till.service.script(completed(operationId, { soldCards }));
      expect(await till.resume(operationId)).toBe('completed');
      for (let turn = 0; turn < 3; turn += 1) {
        await setImmediate();
        turns.push(keptEvents(till).length / codes.length);
      }
    }
    expect([turns.slice(0, -3).every((count) => count === 1), turns.at(-3), turns.at(-1)]).toEqual([true, 7, 9]);
    expect(placed.map(([n]) => found(till, serialOf(n)))).toEqual(placed.map(([, operationId]) => [operationId]));
  });

  it('and where cards have none, no write follows an answer', async () => {
    const till = await Till.open();
    const { journal } = till.counter.localRecords;
    const before = journal.meta('serials-kept-seq');
    const operationId = till.place();
    till.service.script(completed(operationId, { soldCards: codes.map((code) => ({ ...code, serialNumber: null })) }));
    expect(await till.resume(operationId)).toBe('completed');
    expect([keptEvents(till), journal.meta('serials-kept-seq')]).toEqual([[], before]);
  });

  it('where the codes came only with a reveal', async () => {
    const till = await Till.open();
    const operationId = till.place();
    const soldCards = codes.map((code, at) => ({ ...code, serialNumber: serialOf(10 + at) }));
    till.service.script(completed(operationId, { soldCards: [] }), { status: 200, body: { items: soldCards } });
    await till.resume(operationId);
    expect(keptEvents(till)).toEqual([]);
    value(await till.counter.reveals.show(operationId));
    expect(found(till, serialOf(11))).toEqual([operationId]);
  });
});

describe('records that cannot be read', () => {
  const keepingWith = (till: Till, fault: Error): Serials => {
    const { localRecords, vault } = till.counter;
    const events = (): never => {
      throw fault;
    };
    const journal = { ...methodsOf(localRecords.journal), events };
    const { records } = localRecords;
    return openSerials({ journal, records, vault, clock: till.clock, randomness: systemRandomness });
  };

  it('leave the digests for the next time, and hide no mistake of ours', async () => {
    const till = await Till.open();
    await justSold(till, 10);
    const keeping = (fault: Error) => (): void => {
      keepingWith(till, fault).keep();
    };
    expect(keeping(new JournalUnavailable({ code: 'journal_corrupt' }))).not.toThrow();
    expect(keeping(new TypeError('a mistake'))).toThrow('a mistake');
  });
});

describe('the digests of serial numbers', () => {
  it('go with the codes: thirty days after the hand-over nobody finds the sale by them', async () => {
    const till = await Till.open();
    mayReveal(till);
    await handedOver(till, 10);
    till.clock.skip(2 * dayMs);
    const later = await handedOver(till, 20);
    till.clock.skip(keptAfterDeliveryMs - dayMs);
    expect(found(till, serialOf(10))).toHaveLength(1);
    value(till.counter.localRecords.journal.purge());
    expect([found(till, serialOf(10)), found(till, serialOf(20))]).toEqual([[], [later]]);
    expect(value(till.counter.localRecords.journal.verifyRecord()).rows).toBeGreaterThan(0);
    // The events stay, and say nothing any more.
    expect(keptEvents(till)).toHaveLength(2 * codes.length);
  });

  it('keep no code for longer: a code goes as it would without them', async () => {
    const till = await Till.open();
    mayReveal(till);
    await handedOver(till, 10);
    till.clock.skip(keptAfterDeliveryMs + 1);
    value(till.counter.localRecords.journal.purge());
    // What an order sent stays, and holds no code.
    const kept = till.counter.localRecords.journal.sealedIds('').filter((id) => !id.startsWith(orderTextPrefix));
    expect(kept).toEqual([]);
  });

  it('are not made of what was handed over before there were any', async () => {
    const till = await Till.open();
    await handedOver(till, 10);
    const waiting = await sold(till, 20);
    const { journal } = till.counter.localRecords;
    const kept = keptEvents(till).length;
    value(journal.transaction((tx) => tx.setMeta('serials-kept-seq', '0')));
    await till.run();
    expect(keptEvents(till)).toHaveLength(kept);
    expect(found(till, serialOf(20))).toEqual([waiting]);
  });

  it('are no codes: where a disk lost the key of a day, a salvage misses nothing of a sale', async () => {
    const till = await Till.open();
    const operationId = await sold(till, 10);
    till.close();
    const file = new BetterSqlite3(join(till.directory, 'journal.db'));
    file.exec("PRAGMA secure_delete = ON; DELETE FROM sealed_keys WHERE id LIKE 'serials:%'");
    file.close();
    const { directory, clock } = till;
    // The backup of the day has the key too.
    rmSync(join(directory, 'backups'), { recursive: true, force: true });
    const salvaged = salvageJournal({ directory, clock, randomness: systemRandomness, rules: journalRules });
    expect(value(salvaged).missing).toEqual([]);
    await till.run();
    value(till.counter.localRecords.journal.reconcileCopyStatus({}));
    expect([found(till, serialOf(10)), value(await till.counter.reveals.show(operationId)).length]).toEqual([[], 2]);
  });

  it('are not made in records that another copy may go on with, nor of an order that nobody knows', async () => {
    const till = await Till.open();
    await justSold(till, 10);
    const { journal } = till.counter.localRecords;
    journal.changeCopyStatus('copied', ['test']);
    till.counter.serials.keep();
    till.counter.serials.keepSoon(newOperationId());
    expect(keptEvents(till)).toEqual([]);
    value(journal.reconcileCopyStatus({}));
    till.counter.serials.keep();
    expect(keptEvents(till)).toHaveLength(codes.length);
  });

  it('never leave this machine', async () => {
    const till = await Till.open();
    await sold(till, 10);
    const leaving = till.counter.localRecords.journal.events().filter(isExportable);
    expect(leaving.length).toBeGreaterThan(0);
    expect(leaving.some(({ kind }) => kind === serialKeptKind)).toBe(false);
    expect(JSON.stringify(leaving)).not.toContain('"serial"');
  });
});
