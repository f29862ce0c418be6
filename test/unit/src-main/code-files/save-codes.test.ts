import { describe, expect, it } from 'vitest';
import { codesFileContext } from '../../../../src-main/app/counter/codes-file.ts';
import {
  saveCodes,
  type CodesFileRequest,
  type CodesFileStep,
  type WriteFile,
} from '../../../../src-main/code-files/save-codes.ts';
import { knownId, type BasketId, type OperationId } from '../../../../src-main/core/ids.ts';
import { systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import { viewOf } from '../../../../src-main/orders/views/order-view.ts';
import { timelineOf } from '../../../../src-main/orders/views/timeline.ts';
import { contentOf, entriesOf } from '../../../support/aes-zip.ts';
import { canariesBelow } from '../../../support/canaries.ts';
import { readWorkbook } from '../../../support/read-workbook.ts';
import { soldCardId } from '../orders/order-samples.ts';
import { codes, completed, newOperationId, saleWith, Till, value } from '../orders/till.ts';

/** A person's own disk: what is written there, and what becomes of the next write. */
class Disk {
  readonly files: { readonly name: string; readonly bytes: Uint8Array }[] = [];
  next: boolean | null = true;
  meanwhile: () => void = () => undefined;
  readonly write: WriteFile = async (name, make) => {
    if (this.next === null) return null;
    const bytes = await make();
    if (bytes === null) return false;
    this.meanwhile();
    if (this.next) this.files.push({ name, bytes });
    return this.next && name;
  };
}

async function bought(): Promise<{ till: Till; operationId: OperationId; disk: Disk }> {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(completed(operationId));
  expect(await till.resume(operationId)).toBe('completed');
  return { till, operationId, disk: new Disk() };
}

function save(
  { till, operationId, disk }: { till: Till; operationId: OperationId; disk: Disk },
  changes: Partial<CodesFileRequest> = {},
  step: (step: CodesFileStep) => void = () => undefined,
) {
  const request = {
    operationId,
    wholeSale: true,
    reason: 'Order 17 of a company',
    again: false,
    language: 'en',
  } as const;
  return saveCodes(
    codesFileContext(till.counter, systemRandomness, step),
    { ...request, isWatched: () => true, ...changes },
    disk.write,
  );
}

const fileEvents = (till: Till, operationId: OperationId) =>
  till.kinds(operationId).filter((kind) => kind.startsWith('codes-file'));

function rowsOf({ files }: Disk, password: string) {
  const [entry] = entriesOf(files.at(-1)?.bytes ?? new Uint8Array());
  if (entry === undefined) throw new Error('no archive');
  return readWorkbook(contentOf(entry, password));
}

describe('codes saved for a company', () => {
  it('are in the file that the password opens, a row for each card, with the number of the sale', async () => {
    const { till, operationId, disk } = await bought();
    const { password, cards } = value(await save({ till, operationId, disk })) ?? { password: '', cards: 0 };
    expect(cards).toBe(2);
    const { saleNumber = '' } = till.facts(operationId).intent;
    const { name, rows } = rowsOf(disk, password);
    expect(name).toBe(`Codes ${saleNumber}`);
    expect(rows[0]).toEqual(['No.', 'Card', 'Card code', 'Serial number', 'Sale number']);
    expect(rows.slice(1)).toEqual(
      codes.map(({ voucher, serialNumber }, index) => [String(index + 1), 'Card', voucher, serialNumber, saleNumber]),
    );
    expect(disk.files.map((file) => file.name)).toEqual([`codes-${saleNumber}.zip`]);
  });

  it('count as out once that is durable, and before the password comes out', async () => {
    const { till, operationId, disk } = await bought();
    const seen: (readonly string[])[] = [];
    const look = () =>
      seen.push(
        till
          .durableEvents()
          .map(({ kind }) => kind)
          .filter((kind) => kind.startsWith('codes-file')),
      );
    disk.meanwhile = look;
    value(await save({ till, operationId, disk }, {}, look));
    look();
    const started = ['codes-file-started'];
    expect(seen).toEqual([started, started, started, [...started, 'codes-file-saved']]);
    expect(till.facts(operationId)).toMatchObject({ timesCodesOut: 1, filesSaved: 1 });
    value(till.counter.reveals.handOver(operationId));
  });

  it('have neither a code nor the password in any file of the counter', async () => {
    const { till, operationId, disk } = await bought();
    const { password } = value(await save({ till, operationId, disk })) ?? { password: '' };
    till.close();
    const canaries = new Map([
      ['password', Buffer.from(password)],
      ['letters', Buffer.from(password.replaceAll('-', ''))],
      ...codes.map(({ voucher }, index) => [`voucher ${index}`, Buffer.from(voucher)] as const),
    ]);
    expect(canariesBelow(till.directory, canaries)).toEqual([]);
  });

  it('did not leave where the file was not written: the next try is the first one', async () => {
    const { till, operationId, disk } = await bought();
    disk.next = false;
    expect(await save({ till, operationId, disk })).toEqual({ ok: false, error: { code: 'codes_not_saved' } });
    expect(fileEvents(till, operationId)).toEqual(['codes-file-started', 'codes-file-failed']);
    expect(till.facts(operationId)).toMatchObject({ timesCodesOut: 0, filesSaved: 0 });
    expect(till.counter.reveals.handOver(operationId)).toMatchObject({ ok: false, error: { code: 'codes_not_shown' } });
    disk.next = true;
    value(await save({ till, operationId, disk }));
    expect(till.facts(operationId).filesSaved).toBe(1);
    expect(viewOf(operationId, till.facts(operationId), till.clock.nowMs()).filesSaved).toBe(1);
  });

  it('stay where they are where nobody chose a place: nothing is recorded, and nothing asked of the service', async () => {
    const { till, operationId, disk } = await bought();
    disk.next = null;
    const before = till.kinds(operationId);
    expect(await save({ till, operationId, disk })).toEqual({ ok: true, value: null });
    expect(till.kinds(operationId)).toEqual(before);
  });

  it('leave once: another file takes another word, has another password, and is counted', async () => {
    const { till, operationId, disk } = await bought();
    const first = value(await save({ till, operationId, disk }));
    expect(await save({ till, operationId, disk })).toEqual({
      ok: false,
      error: { code: 'codes_saved_before', operationId },
    });
    expect(disk.files).toHaveLength(1);
    const second = value(await save({ till, operationId, disk }, { again: true, reason: 'The first one is lost' }));
    expect(second?.password).not.toBe(first?.password);
    const { saleNumber } = till.facts(operationId).intent;
    expect(disk.files.map(({ name }) => name)).toEqual([`codes-${saleNumber}.zip`, `codes-${saleNumber}-2.zip`]);
    expect(
      timelineOf(till.counter.localRecords.records.events(operationId))
        .filter(({ kind }) => kind.startsWith('codesFile'))
        .map(({ kind, facts }) => [kind, facts['note'] ?? facts['times']]),
    ).toEqual([
      ['codesFileStarted', 'Order 17 of a company'],
      ['codesFileSaved', 1],
      ['codesFileStarted', 'The first one is lost'],
      ['codesFileSaved', 2],
    ]);
  });

  it('of two tries at a time come out of one', async () => {
    const { till, operationId, disk } = await bought();
    const tries = await Promise.all([save({ till, operationId, disk }), save({ till, operationId, disk })]);
    expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
    expect(tries.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'codes_saved_before' } });
    expect(till.facts(operationId)).toMatchObject({ timesCodesOut: 1, filesSaved: 1 });
  });

  it('stay sealed for somebody who is gone, and the password with them', async () => {
    const { till, operationId, disk } = await bought();
    const locked = { ok: false, error: { code: 'not_allowed', detail: 'locked' } };
    expect(await save({ till, operationId, disk }, { isWatched: () => false })).toEqual(locked);
    expect(fileEvents(till, operationId)).toEqual([]);
    let isThere = true;
    disk.meanwhile = () => {
      isThere = false;
    };
    expect(await save({ till, operationId, disk }, { isWatched: () => isThere })).toEqual(locked);
    expect(fileEvents(till, operationId)).toEqual(['codes-file-started', 'codes-file-failed']);
    expect(till.facts(operationId).timesCodesOut).toBe(0);
  });

  it('keep no reason that holds a code, or that is no line of text', async () => {
    const { till, operationId, disk } = await bought();
    expect(await save({ till, operationId, disk }, { reason: `for ${codes[0]?.voucher ?? ''}` })).toEqual({
      ok: false,
      error: { code: 'note_holds_code', field: 'reason' },
    });
    expect(await save({ till, operationId, disk }, { reason: 'two\nlines' })).toMatchObject({
      error: { field: 'reason' },
    });
    expect([fileEvents(till, operationId), disk.files]).toEqual([[], []]);
  });

  it('need a bought order', async () => {
    const { till, disk } = await bought();
    expect(await save({ till, operationId: newOperationId(), disk })).toMatchObject({
      error: { code: 'operation_unknown' },
    });
    const pending = till.place();
    expect(await save({ till, operationId: pending, disk })).toMatchObject({
      error: { code: 'codes_unavailable', detail: 'not_completed' },
    });
    expect(disk.files).toEqual([]);
  });
});

describe('the codes of a whole sale', () => {
  it('are in one file, in the sequence of its lines, and each order of it knows', async () => {
    const { till, disk } = await bought();
    const { operationIds, codesOf } = await basket(till);
    const [first, second] = operationIds;
    const saved = value(await save({ till, operationId: second, disk }));
    const { rows } = rowsOf(disk, saved?.password ?? '');
    expect(rows.slice(1).map(([, , voucher]) => voucher)).toEqual(
      [...codesOf[0], ...codesOf[1]].map(({ voucher }) => voucher),
    );
    for (const operationId of operationIds) expect(till.facts(operationId).filesSaved).toBe(1);
    expect(await save({ till, operationId: first, disk })).toMatchObject({ error: { code: 'codes_saved_before' } });
  });

  it('can be left out for one of its orders', async () => {
    const { till, disk } = await bought();
    const { operationIds } = await basket(till);
    const [first, second] = operationIds;
    expect(value(await save({ till, operationId: first, disk }, { wholeSale: false }))?.cards).toBe(2);
    expect(till.facts(second).filesSaved).toBe(0);
    expect(await save({ till, operationId: second, disk })).toMatchObject({ error: { operationId: first } });
  });

  it('do not leave in part where some do not come', async () => {
    const { till, disk } = await bought();
    const { operationIds } = await basket(till, 1);
    const [first, second] = operationIds;
    expect(await save({ till, operationId: first, disk })).toMatchObject({ ok: false, error: { operationId: second } });
    expect([first, second].flatMap((id) => fileEvents(till, id))).toEqual([]);
    expect(disk.files).toEqual([]);
  });
});

/** Two lines of one sale, of which the second brings so many codes. */
async function basket(till: Till, ofSecond = 2) {
  const cards = [3, 4, 5, 6].map((index) => ({
    soldCardId: soldCardId(index),
    serialNumber: `SERIAL-NUMBER-${index}`,
    voucher: `=VOUCHER-TEXT-${index}`,
  }));
  const operationIds = [newOperationId(), newOperationId()] as const;
  const id = knownId<BasketId>('0d4c7b0e-6f1a-4c59-9a57-8b2f2f0f5a10');
  const lines = operationIds.map((operationId) => ({ operationId, sale: saleWith(), besidesPending: true }));
  value(till.counter.orders.buyBasket(id, lines, []));
  const codesOf = [cards.slice(0, 2), cards.slice(2, 2 + ofSecond)] as const;
  for (const [index, operationId] of operationIds.entries()) {
    till.service.script(completed(operationId, { soldCards: codesOf[index] }));
    await till.resume(operationId);
  }
  return { operationIds, codesOf };
}
