import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDispatch } from '../../../../../src-main/app/calls/registrar.ts';
import type { Printer, PrintJob } from '../../../../../src-main/core/ports.ts';
import { ok } from '../../../../../src-main/core/result.ts';
import type { CallInput, CallResult, OrderView } from '../../../../../src-shared/contract/schemas.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { aSale, settled } from '../counter-app.ts';
import { comes, names, pins, staffedShop, type StaffedShop } from '../staffed-shop.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

async function sold(shop: StaffedShop): Promise<OrderView> {
  const { orders } = shop.app.handlers;
  const { operationId } = value(await orders.place(await aSale(shop.app)));
  return settled(shop, operationId);
}

async function handedOver(shop: StaffedShop, { operationId }: OrderView): Promise<void> {
  const { reveals } = shop.app.handlers;
  value(await reveals.show({ operationId }));
  value(await reveals.handOver({ operationId }));
}

/** A manager's word beside the cashier's, for what was just refused. */
function word(shop: StaffedShop, refused: CallResult<unknown>) {
  const id = refused.ok ? undefined : refused.error.approval?.id;
  if (id === undefined) throw new Error('nothing to approve');
  return { approval: { id, by: shop.ids.manager, pin: pins.manager } };
}

async function revisionOf(shop: StaffedShop, { operationId }: OrderView): Promise<number> {
  return value(await shop.app.handlers.payments.sale({ operationId })).revision;
}

describe('payments', () => {
  it('are noted once a manager wants it; over the raw contract nobody else does what is not theirs', async () => {
    const shop = await staffedShop(service);
    const dispatch = createDispatch(shop.app.handlers, (bug) => expect(bug).toBe('none'));
    const order = await sold(shop);
    const { operationId } = order;
    const asked = { operationId, revision: 0, means: 'cash', reason: 'other' };
    const givenBack = { ...asked, lines: [{ operationId, amount: '0.1' }] };
    expect(await dispatch('payments', 'note', { operationId, means: 'card' })).toMatchObject({
      error: { code: 'payments_not_noted' },
    });
    for (const role of ['cashier', 'auditor'] as const) {
      await comes(shop, role);
      expect(await dispatch('payments', 'setUsual', { usual: 'cash' })).toMatchObject({
        error: { code: 'role_required', detail: 'manager' },
      });
    }
    expect(await dispatch('payments', 'note', { operationId, means: 'card' })).toMatchObject({
      error: { code: 'role_required', detail: 'cashier' },
    });
    for (const [call, input] of Object.entries({ giveBack: givenBack, voidSale: asked }))
      expect(await dispatch('payments', call, input)).toMatchObject({ error: { code: 'role_required' } });
    expect(await dispatch('payments', 'read', {})).toEqual(ok({ usual: null, owed: [] }));
    await comes(shop, 'manager');
    expect(await dispatch('payments', 'setUsual', { usual: 'cash' })).toEqual(ok({ usual: 'cash', owed: [] }));
    await comes(shop, 'cashier');
    for (const [call, input] of Object.entries({ giveBack: givenBack, voidSale: asked }))
      expect(await dispatch('payments', call, input)).toMatchObject({
        error: { code: 'approval_required', approval: { kinds: ['moneyBack'] } },
      });
    for (const means of ['cheque', '', null, ['card']])
      expect(await dispatch('payments', 'note', { operationId, means })).toMatchObject({
        error: { code: 'input_invalid' },
      });
  });

  it('are corrected by the cashier until the hand-over, and after it with a manager beside', async () => {
    const shop = await staffedShop(service);
    const { payments } = shop.app.handlers;
    value(await payments.setUsual({ usual: 'cash' }));
    await comes(shop, 'cashier');
    const order = await sold(shop);
    const { operationId } = order;
    expect(value(await payments.note({ operationId, means: 'card' }))).toMatchObject({ means: 'card', isNoted: true });
    value(await payments.note({ operationId, means: 'other' }));
    await handedOver(shop, order);
    const later = { operationId, means: 'cash' } as const;
    const refused = await payments.note(later);
    expect(refused).toMatchObject({ error: { code: 'approval_required', approval: { kinds: ['paymentChange'] } } });
    // The word is for this means.
    expect(await payments.note({ ...later, means: 'card', ...word(shop, refused) })).toMatchObject({
      error: { code: 'approval_void' },
    });
    expect(value(await payments.note({ ...later, ...word(shop, await payments.note(later)) })).means).toBe('cash');
  });

  it('of a void sale leave no codes to a cashier, and its receipt says what it is', async () => {
    const jobs: PrintJob[] = [];
    const printer: Printer = {
      names: () => Promise.resolve([]),
      print: (job) => {
        jobs.push(job);
        return Promise.resolve(ok(undefined));
      },
    };
    const shop = await staffedShop(service, undefined, { printer });
    const { payments, reveals, receipts, orders } = shop.app.handlers;
    value(await payments.setUsual({ usual: 'card' }));
    await comes(shop, 'cashier');
    const order = await sold(shop);
    const { operationId } = order;
    const revision = await revisionOf(shop, order);
    const asked = { operationId, revision, means: 'card', reason: 'wrong_card' } as const;
    value(await payments.voidSale({ ...asked, ...word(shop, await payments.voidSale(asked)) }));
    const wanted = { error: { code: 'approval_required', approval: { kinds: ['codesOfVoid'] } } };
    for (const refused of [
      await reveals.show({ operationId }),
      await reveals.showSeveral({ operationIds: [operationId] }),
      await reveals.copy({ operationId, soldCardId: order.codes[0]?.soldCardId ?? '', part: 'voucher' }),
    ])
      expect(refused).toMatchObject(wanted);
    for (const refused of [
      await receipts.print({ operationIds: [operationId], language: 'en', withCodes: true }),
      await reveals.handOver({ operationId }),
      await reveals.handOverSeveral({ operationIds: [operationId] }),
    ])
      expect(refused).toMatchObject({ error: { code: 'sale_void', operationId } });
    expect(jobs).toEqual([]);
    for (const language of ['en', 'ar'] as const)
      value(await receipts.print({ operationIds: [operationId], language, withCodes: false, reason: 'lost' }));
    expect(jobs[0]?.documents[0]).toContain('<p class="title">Void sale</p>');
    expect(jobs[0]?.documents[0]).toMatch(/<dt>Money given back<\/dt><dd>[^/]*[1-9]/);
    expect(jobs[1]?.documents[0]).toContain('عملية باطلة');
    value(await reveals.show({ operationId, ...word(shop, await reveals.show({ operationId })) }));
    const { timeline } = value(await orders.read({ operationId }));
    expect(timeline.find(({ kind }) => kind === 'codesShown')).toMatchObject({ approvedBy: shop.ids.manager });
    expect(timeline.find(({ kind }) => kind === 'codesKeptBack')).toMatchObject({ by: shop.ids.cashier });
    expect(value(await orders.list({ show: 'unsettled' })).items).toEqual([]);
    await comes(shop, 'manager');
    const file = { operationId, wholeSale: true, reason: 'Order 17', again: false };
    expect(await reveals.saveForCompany(file)).toMatchObject({ error: { code: 'sale_void' } });
  });

  it('go back with a manager’s word, on paper, in the X, the reports and the complaint, and no name or PIN is kept', async () => {
    const jobs: PrintJob[] = [];
    const printer: Printer = {
      names: () => Promise.resolve([]),
      print: (job) => {
        jobs.push(job);
        return Promise.resolve(ok(undefined));
      },
    };
    const shop = await staffedShop(service, undefined, { printer });
    const { payments, complaints, day, reports, receipts } = shop.app.handlers;
    value(await payments.setUsual({ usual: 'cash' }));
    await comes(shop, 'cashier');
    value(await day.openShift({ counted: [{ amount: '20', currency: 'KWD' }] }));
    const order = await sold(shop);
    const { operationId } = order;
    await handedOver(shop, order);
    const { currency } = order.charge.total;
    const back: CallInput<'payments', 'giveBack'> = {
      operationId,
      revision: await revisionOf(shop, order),
      means: 'cash',
      reason: 'code_failed',
      lines: [{ operationId, amount: '0.25' }],
    };
    const allowed = word(shop, await payments.giveBack(back));
    const view = value(await payments.giveBack({ ...back, ...allowed }));
    expect(view.back).toMatchObject([
      { what: 'refund', by: shop.ids.cashier, approvedBy: shop.ids.manager, reason: 'code_failed' },
    ]);
    // A word is used up with its call.
    expect(await payments.giveBack({ ...back, ...allowed })).toMatchObject({ error: { code: 'approval_void' } });
    const [given] = view.back;
    const id = given?.id ?? '';
    for (const language of ['en', 'ar'] as const) value(await payments.printBack({ operationId, id, language }));
    expect(jobs.map(({ documents }) => documents.length)).toEqual([1, 1]);
    expect(jobs[0]?.documents[0]).toContain('The code does not work');
    expect(jobs[1]?.documents[0]).toContain('الرمز لا يعمل');
    expect(await payments.printBack({ operationId, id: operationId, language: 'en' })).toMatchObject({
      error: { code: 'input_invalid', field: 'id' },
    });
    value(await receipts.print({ operationIds: [operationId], language: 'en', withCodes: false }));
    expect(jobs[2]?.documents[0]).toContain('<dt>Paid</dt><dd>Cash</dd>');
    expect(jobs[2]?.documents[0]).toMatch(/<dt>Money given back<\/dt><dd>[^/]*0\.250/);
    expect(jobs[2]?.documents[0]).not.toContain('Void sale');

    const soldCardId = order.codes[0]?.soldCardId ?? '';
    const opened = value(await complaints.open({ operationId, soldCardId, reason: 'not_accepted' }));
    await comes(shop, 'manager');
    const seen = { id: opened.id, revision: opened.revision };
    expect(await complaints.close({ ...seen, moneyReturned: operationId })).toMatchObject({
      error: { code: 'input_invalid', field: 'moneyReturned' },
    });
    const closed = value(await complaints.close({ ...seen, moneyReturned: id }));
    expect(closed.steps.at(-1)).toMatchObject({ kind: 'closed', moneyReturned: id });

    const x = value(await day.x({}));
    const [row] = x.payments?.means ?? [];
    expect([row?.means, Number(row?.back[0]?.amount), row?.back[0]?.currency]).toEqual(['cash', 0.25, currency]);
    expect(x.byCategory?.map((group) => typeof group.id)).toEqual(['string']);
    const over = value(await reports.sales({ from: '2020-01-01', to: '2099-12-31' }));
    expect(over.byMeans?.map(({ means, sales }) => [means, sales])).toEqual([['cash', 1]]);
    const { file } = value(await reports.save({ report: { kind: 'x' }, as: 'csv', language: 'en' }));
    expect(file?.text).toMatch(/^back,"cash"/m);
    const z = value(await day.close({ counted: [{ amount: '20', currency: 'KWD' }] }));
    if (currency === 'KWD') expect(z.payments?.difference).toHaveLength(1);
    expect(z.payments?.means).toEqual(x.payments?.means);

    await shop.app.close();
    const files = readdirSync(shop.dataDirectory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.startsWith('journal.db'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('');
    for (const secret of [...Object.values(pins), ...Object.values(names)]) expect(files).not.toContain(secret);
  });
});
