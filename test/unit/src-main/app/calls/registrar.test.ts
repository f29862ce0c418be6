import { describe, expect, it } from 'vitest';
import { ContractBreach } from '../../../../../src-main/app/calls/contract-breach.ts';
import { maxInputBytes } from '../../../../../src-main/app/calls/plain-data.ts';
import { checkedNotice, createDispatch } from '../../../../../src-main/app/calls/registrar.ts';
import { callNames, noticeNames } from '../../../../../src-shared/contract/names.ts';
import { calls, notices, type CallHandlers } from '../../../../../src-shared/contract/schemas.ts';
import { handlersOf } from './handlers.ts';

const operationId = '0190a0b0-0000-7000-8000-000000000001';
const refuse = () => Promise.resolve({ ok: false, error: { code: 'not_enrolled' } } as const);

/** Handlers that refuse everything, with the ones under test in their place. */
function handlers(under: Partial<CallHandlers> = {}): CallHandlers {
  return { ...handlersOf(() => undefined), ...under };
}

function withLanguage(setLanguage: CallHandlers['app']['setLanguage']) {
  const bugs: unknown[] = [];
  const dispatch = createDispatch(handlers({ app: { ...handlers().app, setLanguage } }), (error) => bugs.push(error));
  return { dispatch, bugs };
}

const echo: CallHandlers['app']['setLanguage'] = (input) => Promise.resolve({ ok: true, value: input });

describe('the contract', () => {
  it('has schemas for every name and a name for every schema', () => {
    const named = Object.entries(callNames).map(([domain, names]) => [domain, [...names].sort()]);
    const described = Object.entries(calls).map(([domain, byCall]) => [domain, Object.keys(byCall).sort()]);
    expect(described).toEqual(named);
    expect(Object.keys(notices).sort()).toEqual([...noticeNames].sort());
  });

  it('refuses a member nobody knows, in every call', async () => {
    const dispatch = createDispatch(handlers(), () => undefined);
    for (const [domain, names] of Object.entries(callNames)) {
      for (const call of names) {
        const result = await dispatch(domain, call, { unknownMember: true });
        expect(result, `${domain}.${call}`).toMatchObject({ ok: false, error: { code: 'input_invalid' } });
      }
    }
  });

  it('reports what a strange input throws while it is looked at, and crosses as a bug', async () => {
    const bugs: unknown[] = [];
    const dispatch = createDispatch(handlers(), (error) => bugs.push(error));
    const trap = Object.defineProperty({}, 'language', {
      enumerable: true,
      get: () => {
        throw new Error('trap');
      },
    });
    expect(await dispatch('app', 'setLanguage', trap)).toEqual({ ok: false, error: { code: 'counter_bug' } });
    expect(bugs).toHaveLength(1);
  });

  it('reaches a handler by every name', async () => {
    const reached: string[] = [];
    const recording = Object.fromEntries(
      Object.entries(callNames).map(([domain, names]) => [
        domain,
        Object.fromEntries(
          names.map((call) => [
            call,
            () => {
              reached.push(`${domain}.${call}`);
              return refuse();
            },
          ]),
        ),
      ]),
    );
    const dispatch = createDispatch({ ...handlers(), ...recording }, () => undefined);
    for (const [domain, names] of Object.entries(callNames))
      for (const call of names) await dispatch(domain, call, exampleOf(`${domain}.${call}`));
    expect(reached).toEqual(
      Object.entries(callNames).flatMap(([domain, names]) => names.map((call) => `${domain}.${call}`)),
    );
  });
});

describe('a call', () => {
  it("gets the parsed input and gives the handler's value", async () => {
    const { dispatch } = withLanguage(echo);
    expect(await dispatch('app', 'setLanguage', { language: 'ar' })).toEqual({ ok: true, value: { language: 'ar' } });
  });

  it('passes a failure on with its code and without members of no contract', async () => {
    const error = { code: 'not_active', field: 'x', secret: '1234' } as const;
    const { dispatch } = withLanguage(() => Promise.resolve({ ok: false, error }));
    expect(await dispatch('app', 'setLanguage', { language: 'ar' })).toEqual({
      ok: false,
      error: { code: 'not_active', field: 'x' },
    });
  });

  it('leaves out members of the output that the contract does not know', async () => {
    const value = { language: 'en', voucher: '1234' } as const;
    const { dispatch } = withLanguage(() => Promise.resolve({ ok: true, value }));
    expect(await dispatch('app', 'setLanguage', { language: 'en' })).toEqual({ ok: true, value: { language: 'en' } });
  });

  it.each([
    ['app', 'close'],
    ['application', 'start'],
    ['__proto__', 'start'],
    ['app', 'constructor'],
    ['app', ''],
    ['', ''],
  ])('that nobody knows is not allowed: %s.%s', async (domain, call) => {
    const { dispatch } = withLanguage(echo);
    expect(await dispatch(domain, call, {})).toEqual({
      ok: false,
      error: { code: 'not_allowed', detail: 'unknown_call' },
    });
  });

  it.each([
    ['the member at fault', { language: 'fr' }, 'language'],
    ['a missing member', {}, 'language'],
    ['a member too many', { language: 'ar', colour: 'red' }, 'colour'],
  ])('names %s', async (_what, input, field) => {
    const { dispatch } = withLanguage(echo);
    expect(await dispatch('app', 'setLanguage', input)).toEqual({ ok: false, error: { code: 'input_invalid', field } });
  });

  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  it.each([
    ['a cycle', cycle],
    ['a map', new Map([['language', 'ar']])],
    ['bytes', new Uint8Array(8)],
    ['a function', { language: () => 'ar' }],
    ['more than a megabyte', { language: 'x'.repeat(maxInputBytes) }],
    ['a bigint', { language: 1n }],
  ])('is refused before its schema sees %s', async (_what, input) => {
    const { dispatch, bugs } = withLanguage(echo);
    expect(await dispatch('app', 'setLanguage', input)).toEqual({
      ok: false,
      error: { code: 'input_invalid', detail: 'not_plain_or_too_large' },
    });
    expect(bugs).toEqual([]);
  });

  it('takes a deployment profile as large as the contract allows', async () => {
    const dispatch = createDispatch(handlers(), () => undefined);
    expect(await dispatch('app', 'useDeployment', { text: 'x'.repeat(262_144) })).toEqual({
      ok: false,
      error: { code: 'not_enrolled' },
    });
  });

  it('that throws becomes counter_bug, reported here and without its text there', async () => {
    const bug = new Error('voucher 1234');
    const { dispatch, bugs } = withLanguage(() => Promise.reject(bug));
    expect(await dispatch('app', 'setLanguage', { language: 'ar' })).toEqual({
      ok: false,
      error: { code: 'counter_bug' },
    });
    expect(bugs).toEqual([bug]);
  });

  it('whose output breaks the contract becomes counter_bug, and the report names the member', async () => {
    const broken: object = {
      ...handlers().app,
      setLanguage: () => Promise.resolve({ ok: true, value: { language: 'fr' } }),
    };
    const bugs: unknown[] = [];
    const dispatch = createDispatch(Object.assign(handlers(), { app: broken }), (error) => bugs.push(error));
    expect(await dispatch('app', 'setLanguage', { language: 'ar' })).toEqual({
      ok: false,
      error: { code: 'counter_bug' },
    });
    expect(bugs).toEqual([new ContractBreach('app.setLanguage is outside the contract at language')]);
  });
});

describe('an order', () => {
  it('crosses with the names of its cards and without their codes, whatever main gives', () => {
    for (const { shape } of [calls.orders.place.output, calls.orders.read.output.shape.order, notices.orderChanged]) {
      expect(shape.codes.parse([{ soldCardId: operationId, serialNumber: '12', voucher: '34' }])).toEqual([
        { soldCardId: operationId },
      ]);
    }
  });
});

describe('a notice', () => {
  it('carries what the contract says and nothing else', () => {
    expect(checkedNotice('connectionChanged', { online: true, token: '1234' })).toEqual({ online: true });
    expect(() => checkedNotice('connectionChanged', { online: 'yes' })).toThrow(ContractBreach);
  });
});

function exampleOf(name: string): object {
  const examples: Record<string, object> = {
    'app.setLanguage': { language: 'ar' },
    'app.setTheme': { theme: 'dark' },
    'app.useDeployment': { text: '{}' },
    'app.recover': { phrase: '' },
    'app.restoreBackup': { madeAt: '2026-11-21T09:00:00.000Z' },
    'app.confirmServiceKey': { thumbprint: '' },
    'app.withdrawServiceKey': { thumbprint: '' },
    'training.begin': { lesson: 'lost' },
    'enrolment.begin': { validDays: 365, cidrs: [] },
    'wallets.copyTopUp': { walletId: operationId },
    'catalogue.read': { walletId: operationId },
    'catalogue.sync': { walletId: operationId },
    'catalogue.freshCard': { walletId: operationId, cardId: operationId },
    'catalogue.logo': { walletId: operationId, id: operationId },
    'orders.place': {
      walletId: operationId,
      cardId: operationId,
      quantity: 1,
      pricesRevision: 0,
      shownTotal: { amount: '1.000', currency: 'KWD' },
      useAllowedDebt: false,
      besidesPending: false,
    },
    'orders.buyBasket': {
      lines: [
        {
          walletId: operationId,
          cardId: operationId,
          quantity: 1,
          shownTotal: { amount: '1.500', currency: 'KWD' },
          besidesPending: false,
        },
      ],
      pricesRevision: 0,
      shownTotals: [{ amount: '1.500', currency: 'KWD' }],
    },
    'orders.list': { show: 'pending' },
    'orders.read': { operationId },
    'orders.copyForStaff': { operationId },
    'orders.resume': { operationId },
    'orders.keepWanted': { operationId },
    'orders.decide': { operationId, choice: 'resend' },
    'orders.cancel': { operationId },
    'reveals.show': { operationId },
    'reveals.showSeveral': { operationIds: [operationId] },
    'reveals.handOver': { operationId },
    'reveals.handOverSeveral': { operationIds: [operationId] },
    'reveals.saveForCompany': { operationId, wholeSale: true, reason: 'order 17', again: false },
    'reveals.copy': { operationId, soldCardId: operationId, part: 'voucher' },
    'reveals.ownedCards': { walletId: operationId },
    'screen.answerQuit': { quit: false },
    'screen.zoom': { step: 'larger' },
    'screen.keepPlace': { area: 'sell', openOrderId: null, codesOf: null, walletId: null, sale: null, tray: [] },
    'reveals.revealOwned': { walletId: operationId, soldCardId: operationId },
    'reveals.revealInvoice': { walletId: operationId, invoiceId: operationId },
    'receipts.preview': { operationIds: [operationId], language: 'ar', withCodes: false },
    'receipts.print': { operationIds: [operationId], language: 'ar', withCodes: true, reason: 'lost' },
    'receipts.answer': { operationIds: [operationId], print: operationId, printed: true },
    'day.z': { name: '1-1' },
    'reports.sales': { from: '2026-11-01', to: '2026-11-24' },
    'reports.print': { report: { kind: 'x' }, language: 'ar' },
    'reports.save': { report: { kind: 'z', name: '1-1' }, as: 'csv', language: 'ar' },
    'reports.compare': { of: { kind: 'days', from: '2026-11-24', to: '2026-11-24' }, withLists: false },
    'staff.enter': { id: operationId, pin: '1234' },
    'staff.add': { name: 'Sara', role: 'cashier', pin: '1234' },
    'staff.rename': { id: operationId, name: 'Sara' },
    'staff.changeRole': { id: operationId, role: 'auditor' },
    'staff.changePin': { id: operationId, pin: '1234' },
    'staff.remove': { id: operationId },
    'staff.resetPin': { id: operationId, phrase: '', pin: '1234' },
    'prices.setRule': {
      target: { kind: 'wallet', id: operationId },
      form: { kind: 'percent', percent: '5', on: 'cost' },
      currency: 'KWD',
      rounding: { step: '0.05', mode: 'up' },
      allowBelowCost: false,
    },
    'prices.removeRule': { id: operationId },
    'prices.setRate': { from: 'KWD', to: 'USD', rate: '3.25' },
    'prices.setFaceValue': { card: operationId, amount: '5', currency: 'KWD' },
    'complaints.list': { show: 'open' },
    'complaints.open': { operationId, soldCardId: operationId, reason: 'already_used' },
    'complaints.copy': { id: operationId },
    'complaints.save': { id: operationId },
    'complaints.send': { id: operationId, revision: 1 },
    'complaints.replace': { id: operationId, revision: 1, besidesPending: false, afterRestore: false },
    'complaints.reject': { id: operationId, revision: 1 },
    'complaints.close': { id: operationId, revision: 1 },
    'payments.setUsual': { usual: 'cash' },
    'payments.sale': { operationId },
    'payments.note': { operationId, means: 'card' },
    'payments.giveBack': {
      operationId,
      revision: 0,
      means: 'cash',
      reason: 'other',
      lines: [{ operationId, amount: '1' }],
    },
    'payments.voidSale': { operationId, revision: 0, means: 'cash', reason: 'customer_left' },
    'payments.printBack': { operationId, id: operationId, language: 'en' },
    'limits.set': { currency: 'KWD', sale: '50', shift: null, card: null },
    'preferences.digestOf': { barcode: '6281234567890' },
  };
  return examples[name] ?? {};
}
