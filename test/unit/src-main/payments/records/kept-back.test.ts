import { cpSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codesFileContext } from '../../../../../src-main/app/counter/codes-file.ts';
import { saveCodes } from '../../../../../src-main/code-files/save-codes.ts';
import { knownId, type BasketId, type OperationId, type StaffId } from '../../../../../src-main/core/ids.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { keptAfterDeliveryMs } from '../../../../../src-main/journal/purge.ts';
import { ordersWithCodes } from '../../../../../src-main/orders/codes/order-codes.ts';
import type { NewSale } from '../../../../../src-main/orders/machine/new-sale.ts';
import { bringUpToDate, projectionForm } from '../../../../../src-main/orders/records/history.ts';
import { codesStateOf } from '../../../../../src-main/orders/views/order-view.ts';
import { holdsCodes } from '../../../../../src-main/reveals/records/closed-codes.ts';
import { actingAs } from '../../../../../src-main/staff/acting.ts';
import { approvalRefusal, createApprovalCheck } from '../../../../../src-main/staff/approval-check.ts';
import type { ApprovalKind } from '../../../../../src-shared/contract/approval-kinds.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { soldCardId } from '../../orders/order-samples.ts';
import { codes, completed, newOperationId, saleWith, Till, value } from '../../orders/till.ts';

const omar = knownId<StaffId>(systemRandomness.uuid());
const mona = knownId<StaffId>(systemRandomness.uuid());
const ofCodes: readonly ApprovalKind[] = ['codesAgain', 'codesOfVoid'];

const charge: NonNullable<NewSale['charge']> = {
  price: '1.500',
  total: '3.000',
  currency: 'KWD',
  source: 'rule',
  ruleId: null,
  margin: '0.500',
  revision: 1,
};

async function bought(till: Till, changes: object = {}): Promise<OperationId> {
  const operationId = till.place({ charge });
  till.service.script(completed(operationId, changes));
  expect(await till.resume(operationId)).toBe('completed');
  return operationId;
}

async function noting(): Promise<Till> {
  const till = await Till.open();
  value(till.counter.localRecords.payments.setUsual('cash'));
  return till;
}

function seenOf(till: Till, operationId: OperationId) {
  const revision = till.counter.localRecords.payments.sale(operationId)?.revision ?? 0;
  return { operationId, revision, means: 'cash', reason: 'customer_left' } as const;
}

function voided(till: Till, operationId: OperationId) {
  return till.counter.localRecords.payments.voidSale(seenOf(till, operationId));
}

function refunded(till: Till, operationId: OperationId, amount: string) {
  const lines = [{ operationId, amount }];
  return till.counter.localRecords.payments.giveBack({ ...seenOf(till, operationId), lines });
}

/** A cashier, to whom a manager has said yes to these. */
function asCashier<T>(approved: readonly ApprovalKind[], work: () => T): T {
  const word = approved.length === 0 ? null : { by: mona, needs: approved.map((kind) => ({ kind })) };
  return actingAs(
    omar,
    work,
    createApprovalCheck(word, ofCodes, (needs) => approvalRefusal(needs)),
  );
}

function saved(till: Till, operationId: OperationId, whileMaking: () => void = () => undefined) {
  const request = { operationId, wholeSale: true, reason: 'Order 17', again: false, language: 'en' } as const;
  return saveCodes(
    codesFileContext(till.counter, systemRandomness),
    { ...request, isWatched: () => true },
    async (name, make) => {
      const bytes = await make();
      whileMaking();
      return bytes !== null && name;
    },
  );
}

const waitsFor = (till: Till) => {
  const { records, journal } = till.counter.localRecords;
  return {
    codes: value(records.page({ show: 'codesWaiting', limit: 10 })).operationIds,
    unsettled: value(records.page({ show: 'unsettled', limit: 10 })).operationIds,
    unfinished: records.unfinished(),
    count: journal.unsettledCount(),
    holds: holdsCodes({ journal, records }),
    withCodes: [...ordersWithCodes(records)].map(([id]) => id),
  };
};
const nothing = { codes: [], unsettled: [], unfinished: [], count: 0, holds: false, withCodes: [] };

describe('a void sale', () => {
  it('ends: nothing waits for its codes, and the same may be sold at once', async () => {
    const till = await noting();
    const operationId = await bought(till);
    const { orders, localRecords } = till.counter;
    const like = saleWith({ charge });
    const next = (id = newOperationId()) => orders.place(id, like, { besidesPending: false });
    expect(waitsFor(till)).toMatchObject({ codes: [operationId], count: 1, holds: true });
    expect(next()).toMatchObject({ error: { code: 'same_sale_pending', operationId } });
    value(actingAs(omar, () => voided(till, operationId)));
    expect(waitsFor(till)).toEqual(nothing);
    expect(localRecords.records.unshown(like)).toBeNull();
    expect(codesStateOf(till.facts(operationId))).toBe('keptBack');
    // One transaction: what the disk gives back has both, with who it was.
    const [returned, kept] = till.durableEvents().slice(-2);
    expect([returned?.kind, kept?.kind, kept?.subject]).toEqual(['money-returned', 'codes-kept-back', operationId]);
    expect(kept?.body).toEqual({ returned: returned?.body['id'], by: omar });
    value(next());
    await till.run();
    expect(codesStateOf(till.facts(operationId))).toBe('keptBack');
    const { journal } = till.counter.localRecords;
    expect(journal.compareProjection()).toEqual([]);
    expect(journal.verify()).toMatchObject({ ok: true });
  });

  it('tells whoever shows orders of each that it took from the tray', async () => {
    const till = await noting();
    const operationId = await bought(till);
    const heard: string[] = [];
    till.counter.localRecords.onOrderChanged((id) => heard.push(id));
    value(voided(till, operationId));
    expect(heard).toEqual([operationId]);
    heard.length = 0;
    expect(voided(till, operationId)).toMatchObject({ ok: false });
    expect(heard).toEqual([]);
  });

  it('sends nothing more for codes that never came', async () => {
    const till = await noting();
    const operationId = await bought(till, { soldCards: [], invoiceId: null });
    expect(till.counter.orders.next(operationId)).not.toBeNull();
    value(voided(till, operationId));
    expect(till.counter.orders.next(operationId)).toBeNull();
    expect(waitsFor(till)).toEqual(nothing);
  });

  it('gives out its codes to a cashier only with a manager’s word that says what it is', async () => {
    const till = await noting();
    const operationId = await bought(till);
    const { reveals } = till.counter;
    value(voided(till, operationId));
    const [soldCardId = codes[0]?.soldCardId] = till.facts(operationId).sealedCodes.keys();
    if (soldCardId === undefined) throw new Error('no card');
    const wanted = { error: { code: 'approval_required', approval: { kinds: ['codesOfVoid'] } } };
    const copy = () => reveals.copy(operationId, soldCardId, 'voucher');
    expect(await asCashier([], () => reveals.show(operationId))).toMatchObject(wanted);
    expect(await asCashier(['codesAgain'], () => reveals.show(operationId))).toMatchObject(wanted);
    expect(asCashier([], copy)).toMatchObject(wanted);
    expect(await asCashier([], () => reveals.bring(operationId))).toMatchObject(wanted);
    expect(till.kinds(operationId)).not.toContain('codes-shown');
    expect(value(await asCashier(['codesOfVoid'], () => reveals.show(operationId)))).toHaveLength(2);
    expect(value(asCashier(['codesOfVoid'], copy))).toBe(codes[0]?.voucher);
    // Nobody has them by that, whoever presses the button of an older picture.
    const refused = { error: { code: 'sale_void', operationId } };
    expect(reveals.handOver(operationId)).toMatchObject(refused);
    expect(reveals.handOverTogether([operationId])).toMatchObject(refused);
    expect(till.kinds(operationId)).not.toContain('codes-handed-over');
    expect(waitsFor(till)).toEqual(nothing);
  });

  it('is in no file for a company, also where it became void while that was made', async () => {
    const till = await noting();
    const first = await bought(till);
    value(voided(till, first));
    expect(await saved(till, first)).toEqual({ ok: false, error: { code: 'sale_void', operationId: first } });
    const second = await bought(till);
    const meanwhile = await saved(till, second, () => value(voided(till, second)));
    expect(meanwhile).toEqual({ ok: false, error: { code: 'sale_void', operationId: second } });
    const ofFile = till.kinds(second).filter((kind) => /^codes-(file|kept)/.test(kind));
    expect(ofFile).toEqual(['codes-file-started', 'codes-kept-back', 'codes-file-failed']);
    expect(till.facts(second).filesSaved).toBe(0);
  });

  it('is purged as what was handed over, and its codes are not looked for again', async () => {
    const till = await noting();
    const { journal } = till.counter.localRecords;
    const [operationId, waiting] = [await bought(till), await bought(till)];
    const sealedOf = (id: OperationId) => [...till.facts(id).sealedCodes.values()].map((key) => journal.sealed(key));
    journal.append({ subject: '', kind: 'policy-reported', body: { scopes: ['cards:reveal'] } });
    value(voided(till, operationId));
    till.clock.skip(keptAfterDeliveryMs - 60_000);
    value(journal.purge());
    expect(sealedOf(operationId)).not.toContain('purged');
    till.clock.skip(120_000);
    value(journal.purge());
    expect(new Set(sealedOf(operationId))).toEqual(new Set(['purged']));
    expect(sealedOf(waiting)).not.toContain('purged');
  });
});

describe('an order of which all money went back before the hand-over', () => {
  it('is kept back too, and what the customer keeps paid for is not', async () => {
    const till = await noting();
    const basket = knownId<BasketId>(systemRandomness.uuid());
    const lines = [newOperationId(), newOperationId()].map((operationId) => ({
      operationId,
      sale: saleWith({ charge }),
      besidesPending: true,
    }));
    const [first, second] = value(till.counter.orders.buyBasket(basket, lines)).map((line) => line.operationId);
    if (first === undefined || second === undefined) throw new Error('no basket');
    for (const operationId of [first, second]) {
      till.service.script(completed(operationId));
      expect(await till.resume(operationId)).toBe('completed');
    }
    value(refunded(till, first, '1'));
    expect(waitsFor(till).codes.toSorted()).toEqual([first, second].toSorted());
    value(refunded(till, first, '2'));
    expect([first, second].map((id) => codesStateOf(till.facts(id)))).toEqual(['keptBack', 'sealed']);
    // The file has the line that is left.
    expect(value(await saved(till, second))).toMatchObject({ cards: 2 });
  });

  it('stays handed over where the customer has the codes', async () => {
    const till = await noting();
    const operationId = await bought(till);
    value(await till.counter.reveals.show(operationId));
    value(till.counter.reveals.handOver(operationId));
    value(refunded(till, operationId, '3'));
    expect(codesStateOf(till.facts(operationId))).toBe('handedOver');
    expect(till.kinds(operationId)).not.toContain('codes-kept-back');
  });
});

describe('money of a sale from before a restore', () => {
  it('goes back once a person has said that it did not before: nothing at the service tells it', async () => {
    const till = await noting();
    const operationId = await bought(till);
    const before = tempFolder();
    till.close();
    cpSync(till.directory, before, { recursive: true });
    await till.run();
    value(refunded(till, operationId, '3'));
    till.close();
    cpSync(`${before}/journal.db`, `${till.directory}/journal.db`);
    await till.run();
    expect(refunded(till, operationId, '3')).toMatchObject({ error: { code: 'records_not_reconciled' } });
    // Also where the service knows of no other card.
    const found = { ownedCards: 2, unknownCards: [], missingCards: [] };
    const { journal, payments } = till.counter.localRecords;
    value(journal.append({ subject: '', kind: 'owned-cards-reconciled', body: found }));
    value(journal.reconcileCopyStatus(found));
    const asked = { error: { code: 'money_back_may_exist', operationId } };
    expect(refunded(till, operationId, '4')).toMatchObject({ error: { code: 'more_than_paid' } });
    expect(refunded(till, operationId, '1')).toMatchObject(asked);
    expect(voided(till, operationId)).toMatchObject(asked);
    expect(payments.sale(operationId)?.mayBeBack).toBe(true);
    const lines = [{ operationId, amount: '1' }];
    value(payments.giveBack({ ...seenOf(till, operationId), lines, afterRestore: true }));
    value(payments.voidSale({ ...seenOf(till, operationId), afterRestore: true }));
    expect(journal.events({ kind: 'money-returned' }).map(({ body }) => body['afterRestore'])).toEqual([true, true]);
    // What is sold from here on asks nothing.
    const next = await bought(till, {
      soldCards: codes.map((code, i) => ({ ...code, soldCardId: soldCardId(8 + i) })),
    });
    expect(payments.sale(next)?.mayBeBack).toBe(false);
    value(voided(till, next));
    expect(journal.events({ kind: 'money-returned' }).at(-1)?.body).not.toHaveProperty('afterRestore');
  });
});

describe('records from before', () => {
  it('open with their void sales as they were, and the rows are made anew', async () => {
    const till = await noting();
    const operationId = await bought(till);
    const { journal } = till.counter.localRecords;
    const saleNumber = till.facts(operationId).intent.saleNumber ?? null;
    const lines = [{ operationId, amount: '3.000', currency: 'KWD' }];
    const body = { saleNumber, orders: [operationId], what: 'void', means: 'cash', reason: 'other', lines };
    value(journal.append({ subject: operationId, kind: 'money-returned', body: { ...body, id: newOperationId() } }));
    value(journal.transaction((tx) => tx.setMeta('operations-form', '6')));
    await till.run();
    const opened = till.counter.localRecords;
    bringUpToDate(opened.journal);
    expect(opened.journal.meta('operations-form')).toBe(projectionForm);
    expect(opened.payments.sale(operationId)?.back.map(({ what }) => what)).toEqual(['void']);
    expect(codesStateOf(till.facts(operationId))).toBe('sealed');
    expect(opened.journal.compareProjection()).toEqual([]);
  });
});
