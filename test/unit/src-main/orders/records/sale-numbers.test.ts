import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { openSaleNumbers, numbered } from '../../../../../src-main/orders/records/sale-numbers.ts';
import { saleNumberParts } from '../../../../../src-shared/search/sale-number.ts';
import { newOperationId, refusal, Till, value } from '../till.ts';

const numberOf = (till: Till, operationId: OperationId): string => {
  const { saleNumber } = till.facts(operationId).intent;
  if (saleNumber === undefined) throw new Error('a sale without a number');
  return saleNumber;
};
const placed = (till: Till): string => numberOf(till, till.place());
/** Without the letter, which is of the installation. */
const short = (saleNumber: string): string => saleNumber.slice(1);

/** The journal of an older copy takes the place of the one that is there; the keyring stays. */
async function restored(till: Till, old: string): Promise<void> {
  till.close();
  cpSync(join(old, 'journal.db'), join(till.directory, 'journal.db'));
  await till.run();
  value(till.counter.localRecords.journal.reconcileCopyStatus({}));
}

/** The folder as it is now. */
async function copied(till: Till): Promise<string> {
  till.close();
  const copy = till.copyFolder();
  await till.run();
  return copy;
}

describe('short numbers', () => {
  it('count the sales of these records, and go on after a restart', async () => {
    const till = await Till.open();
    expect([placed(till), placed(till)].map(short)).toEqual(['1-0001', '1-0002']);
    await till.run();
    expect(short(placed(till))).toBe('1-0003');
  });

  it('are never given again after a restore of any backup, however often', async () => {
    const till = await Till.open();
    const seen = [placed(till)];
    const before = await copied(till);
    seen.push(placed(till), placed(till));
    const later = await copied(till);
    for (const old of [before, later, before, before]) {
      seen.push(placed(till));
      await restored(till, old);
      seen.push(placed(till), placed(till));
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(new Set(seen.map((each) => saleNumberParts(each)?.letter)).size).toBe(1);
    expect(seen.map(short).at(-1)).toBe('5-0002');
  });

  it('are not given again where a process ended between the reservation of an epoch and its first sale', async () => {
    const till = await Till.open();
    placed(till);
    const old = await copied(till);
    placed(till);
    await restored(till, old);
    const lost = openSaleNumbers(till.counter.localRecords.journal, till.counter.keyring).next();
    expect(short(lost ?? '')).toBe('2-0001');
    await till.run();
    expect(short(placed(till))).toBe('3-0001');
  });

  it('stay with a new try: its customer has that number', async () => {
    const till = await Till.open();
    const first = till.place();
    till.service.script(refusal(409, 'price_changed'));
    await till.resume(first);
    const again = till.place({ replaces: first });
    expect(numberOf(till, again)).toBe(numberOf(till, first));
    expect(short(placed(till))).toBe('1-0002');
  });

  it('go on behind the newest sale, whatever older one was tried again since', async () => {
    const till = await Till.open();
    const first = till.place();
    till.service.script(refusal(409, 'price_changed'));
    await till.resume(first);
    const second = placed(till);
    const again = numberOf(till, till.place({ replaces: first }));
    expect([again, second, placed(till)].map(short)).toEqual(['1-0001', '1-0002', '1-0003']);
  });

  it('go on behind a sale of a build that gives none', async () => {
    const till = await Till.open();
    placed(till);
    const { journal, records } = till.counter.localRecords;
    const { saleNumber: _, ...unnumbered } = till.facts(till.place()).intent;
    const other = newOperationId();
    value(journal.transaction((tx) => records.recordIn(tx, other, [orderEvent(other, 'order-intended', unnumbered)])));
    expect(till.facts(other).intent.saleNumber).toBeUndefined();
    expect(short(placed(till))).toBe('2-0001');
  });

  it('are left out where the keyring cannot be written, and the sale goes on', async () => {
    const till = await Till.open();
    const { journal } = till.counter.localRecords;
    const numbers = openSaleNumbers(journal, {
      saleEpoch: () => 0,
      recordSaleEpoch: () => ({ ok: false, error: { code: 'vault_unavailable' } }),
    });
    expect(numbers.next()).toBeNull();
    const intended = orderEvent(newOperationId(), 'order-cancelled', {});
    expect(numbered(intended, null)).toBe(intended);
  });

  it('need no keyring from before there were short numbers', async () => {
    const till = await Till.open();
    till.close();
    const path = join(till.directory, 'keyring.json');
    expect(readFileSync(path, 'utf8')).not.toContain('saleEpoch');
    await till.run();
    placed(till);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ saleEpoch: 1 });
  });
});
