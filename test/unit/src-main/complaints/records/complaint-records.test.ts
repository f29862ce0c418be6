import { cpSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { supportTextOf } from '../../../../../src-main/app/counter/complaint-for-support.ts';
import { codesToCompare, makeGood } from '../../../../../src-main/app/counter/replacement.ts';
import type { Seen } from '../../../../../src-main/complaints/records/complaint-records.ts';
import { complaintView } from '../../../../../src-main/complaints/views/complaint-view.ts';
import { knownId, type OperationId, type StaffId } from '../../../../../src-main/core/ids.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { actingAs } from '../../../../../src-main/staff/acting.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { amount, cardId, soldCardId } from '../../orders/order-samples.ts';
import { codes, completed, newOperationId, refusal, saleWith, Till, value } from '../../orders/till.ts';

const omar = knownId<StaffId>(systemRandomness.uuid());
const card = soldCardId(1);

/** Two cards bought, with their codes shown. */
async function shown(till: Till): Promise<OperationId> {
  const operationId = till.place();
  till.service.script(completed(operationId));
  expect(await till.resume(operationId)).toBe('completed');
  await actingAs(omar, () => till.counter.reveals.show(operationId)).then(value);
  return operationId;
}

function opened(till: Till, operationId: OperationId, soldCard = card): Seen {
  const { complaints } = till.counter.localRecords;
  const begun = complaints.begin(
    { operationId, soldCardId: soldCard, reason: 'already_used', note: 'the network says so' },
    codesToCompare(till.counter),
  );
  return seen(till, value(begun).complaint.id);
}

function seen(till: Till, id: string): Seen {
  return { id, revision: till.counter.localRecords.complaints.find(id)?.complaint.revision ?? 0 };
}

function stateOf(till: Till, { id }: Pick<Seen, 'id'>): string {
  const known = till.counter.localRecords.complaints.find(id);
  if (known === null) throw new Error('no complaint');
  return complaintView(known, null, till.clock.nowMs()).state;
}

function replaced(till: Till, asked: Seen, changes: object = {}) {
  const { counter } = till;
  const catalogue = {
    freshCard: () => Promise.resolve({ ok: false, error: { code: 'service_unreachable' } }),
    card: () => ({ id: cardId, unitPrice: { amount: amount('1.300'), currency: 'KWD' } }),
  };
  return makeGood(
    { ...counter, catalogue: { ...counter.catalogue, ...catalogue } as never },
    { ...asked, besidesPending: true, afterRestore: false, ...changes },
    systemRandomness,
  );
}

const good = { quantity: 1, total: { amount: '1.300', currency: 'KWD' } };

describe('a complaint', () => {
  it('is opened once on a card whose codes came out, and goes its way', async () => {
    const till = await Till.open();
    const operationId = await shown(till);
    const first = opened(till, operationId);
    expect(stateOf(till, first)).toBe('open');
    const { complaints } = till.counter.localRecords;
    const compare = codesToCompare(till.counter);
    const again = complaints.begin({ operationId, soldCardId: card, reason: 'other' }, compare);
    expect(again).toEqual({ ok: false, error: { code: 'complaint_exists', operationId } });
    const other = opened(till, operationId, soldCardId(2));
    value(complaints.change('send', first, compare));
    expect(stateOf(till, first)).toBe('sent');
    expect(complaints.change('close', first, compare)).toMatchObject({ error: { code: 'complaint_changed' } });
    value(complaints.change('reject', seen(till, first.id), compare));
    expect(stateOf(till, first)).toBe('rejected');
    expect(complaints.open().map(({ complaint }) => complaint.id)).toEqual([other.id]);
    // The customer comes back once more.
    expect(stateOf(till, opened(till, operationId))).toBe('open');
    await till.run();
    expect(till.counter.localRecords.complaints.all()).toHaveLength(3);
  });

  it('is for cards sold and shown here', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(completed(operationId));
    await till.resume(operationId);
    const begin = (changes: object) =>
      till.counter.localRecords.complaints.begin(
        { operationId, soldCardId: card, reason: 'other', ...changes },
        codesToCompare(till.counter),
      );
    expect(begin({})).toEqual({ ok: false, error: { code: 'codes_not_shown', operationId } });
    const elsewhere = newOperationId();
    expect(begin({ operationId: elsewhere })).toMatchObject({ error: { code: 'operation_unknown' } });
    expect(begin({ soldCardId: soldCardId(9) })).toMatchObject({ error: { detail: 'card_not_in_order' } });
    value(await till.counter.reveals.show(operationId));
    for (const note of ['VOUCHER TEXT 1', 'serial number 2'])
      expect(begin({ note })).toEqual({ ok: false, error: { code: 'note_holds_code', field: 'note' } });
    expect(begin({ note: 'x'.repeat(301) })).toMatchObject({ error: { field: 'note', detail: 'at_most_300' } });
  });

  it('is opened on a card whose code was destroyed after the hand-over, and its note holds no long number', async () => {
    const till = await Till.open();
    const operationId = await shown(till);
    const sealedId = till.facts(operationId).sealedCodes.get(card) ?? '';
    value(till.counter.localRecords.journal.transaction((tx) => tx.purgeSealed(sealedId)));
    const begin = (note: string) =>
      till.counter.localRecords.complaints.begin(
        { operationId, soldCardId: card, reason: 'other', note },
        codesToCompare(till.counter),
      );
    expect(begin('it says 4815 1623 4242 9901')).toMatchObject({ error: { code: 'note_holds_code' } });
    value(begin('the network has a fault'));
  });

  it('tells the service’s support all that it needs, and no code', async () => {
    const till = await Till.open();
    const operationId = await shown(till);
    const { id } = opened(till, operationId);
    const text = value(supportTextOf(till.counter.localRecords, id, 'ar'));
    expect(text).toContain(operationId);
    expect(text).toContain(card);
    expect(text).toContain(omar);
    expect(text).toMatch(/Invoice: 0d/);
    expect(text).toMatch(/X-Request-Id: \S+/);
    expect(text).toContain('\u{2068}the network says so\u{2069}');
    for (const { serialNumber, voucher } of codes)
      for (const secret of [serialNumber, voucher]) {
        expect(text).not.toContain(secret);
        expect(JSON.stringify(till.durableEvents())).not.toContain(secret);
      }
  });
});

describe('a replacement', () => {
  it('is the same card at no charge and at today’s cost, once for a card', async () => {
    const till = await Till.open();
    const operationId = await shown(till);
    const complaint = opened(till, operationId);
    const begun = value(await replaced(till, complaint));
    expect(till.facts(begun.operationId).intent).toMatchObject({
      quantity: 1,
      unitPrice: '1.300',
      total: { amount: '1.300', currency: 'KWD' },
      charge: { price: '0.000', total: '0.000', currency: 'KWD', source: 'makesGood', margin: '-1.3' },
      replaces: null,
      makesGoodFor: { operationId, soldCardId: card },
    });
    expect(JSON.parse(till.facts(begun.operationId).intent.body ?? '')).toMatchObject({
      expectedUnitPrice: { amount: '1.300', currency: 'KWD' },
    });
    expect(stateOf(till, complaint)).toBe('open');
    const pending = seen(till, complaint.id);
    expect(await replaced(till, complaint)).toMatchObject({ error: { code: 'complaint_changed' } });
    expect(await replaced(till, pending)).toMatchObject({ error: { code: 'replacement_pending' } });
    const close = () => till.counter.localRecords.complaints.change('close', pending, codesToCompare(till.counter));
    expect(close()).toMatchObject({ error: { code: 'replacement_pending' } });
    till.service.script(completed(begun.operationId, { ...good, soldCards: codes.slice(0, 1) }));
    expect(await till.resume(begun.operationId)).toBe('completed');
    expect(stateOf(till, complaint)).toBe('replaced');
    expect((await replaced(till, pending)).ok).toBe(false);
    value(close());
    const once = till.counter.localRecords.complaints.begin(
      { operationId, soldCardId: card, reason: 'other' },
      codesToCompare(till.counter),
    );
    expect(once).toMatchObject({ error: { code: 'card_replaced' } });
  });

  it('is known by its order alone where the complaint is not in these records any more', async () => {
    const till = await Till.open();
    const operationId = await shown(till);
    const lost = till.place({ quantity: 1, makesGoodFor: { operationId, soldCardId: card } });
    const begin = () =>
      till.counter.localRecords.complaints.begin(
        { operationId, soldCardId: card, reason: 'other' },
        codesToCompare(till.counter),
      );
    expect(begin()).toMatchObject({ error: { code: 'card_replaced' } });
    value(till.counter.orders.cancel(lost));
    expect(begin().ok).toBe(true);
  });

  it('may be tried again where nothing was bought, and never as a new try that is charged', async () => {
    const till = await Till.open();
    const complaint = opened(till, await shown(till));
    const first = value(await replaced(till, complaint)).operationId;
    till.service.script(refusal(409, 'insufficient_balance'));
    expect(await till.resume(first)).toBe('refused');
    expect(stateOf(till, complaint)).toBe('open');
    const charged = till.counter.orders.place(newOperationId(), saleWith({ quantity: 1, replaces: first }), {
      besidesPending: true,
    });
    expect(charged).toMatchObject({ error: { code: 'not_allowed', field: 'replaces' } });
    const second = value(await replaced(till, seen(till, complaint.id))).operationId;
    expect(second).not.toBe(first);
    value(till.counter.orders.cancel(second));
    expect((await replaced(till, seen(till, complaint.id))).ok).toBe(true);
  });

  it('is there with its complaint after a kill, and neither is without the other', async () => {
    const till = await Till.open();
    const complaint = opened(till, await shown(till));
    const begun = value(await replaced(till, complaint)).operationId;
    const events = till.durableEvents();
    expect(events.filter(({ kind }) => kind === 'complaint-replacement-begun')).toHaveLength(1);
    expect(events.some(({ subject, kind }) => subject === begun && kind === 'order-intended')).toBe(true);
    till.directory = till.copyFolder();
    await till.run();
    expect((await replaced(till, seen(till, complaint.id))).ok).toBe(false);
  });

  it('asks a person where the records were restored to before it and the service knows of more cards', async () => {
    const till = await Till.open();
    const complaint = opened(till, await shown(till));
    const before = tempFolder();
    till.close();
    cpSync(till.directory, before, { recursive: true });
    await till.run();
    const begun = value(await replaced(till, complaint)).operationId;
    till.service.script(completed(begun, { ...good, soldCards: codes.slice(0, 1) }));
    await till.resume(begun);
    till.close();
    cpSync(`${before}/journal.db`, `${till.directory}/journal.db`);
    await till.run();
    const asked = seen(till, complaint.id);
    expect(await replaced(till, asked)).toMatchObject({ error: { code: 'records_not_reconciled' } });
    const { journal } = till.counter.localRecords;
    const found = { ownedCards: 3, unknownCards: [soldCardId(7)], missingCards: [] };
    value(journal.append({ subject: '', kind: 'owned-cards-reconciled', body: found }));
    value(journal.reconcileCopyStatus(found));
    expect(await replaced(till, asked)).toMatchObject({ error: { code: 'replacement_may_exist' } });
    expect((await replaced(till, asked, { afterRestore: true })).ok).toBe(true);
  });
});
