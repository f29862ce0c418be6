import { describe, expect, it } from 'vitest';
import { createApprovals } from '../../../../../src-main/app/calls/approvals.ts';
import { byRule, type CallSituation } from '../../../../../src-main/app/calls/by-rule.ts';
import type { StaffId } from '../../../../../src-main/core/ids.ts';
import { err, ok } from '../../../../../src-main/core/result.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { approvalFault, approvalUsed } from '../../../../../src-main/staff/acting.ts';
import type { Need } from '../../../../../src-main/staff/approval-check.ts';
import { approvalKinds, type ApprovalKind } from '../../../../../src-shared/contract/approval-kinds.ts';
import { callRules, type CallRule } from '../../../../../src-shared/contract/call-rules.ts';
import { callNames, type Domain } from '../../../../../src-shared/contract/names.ts';
import type { Role } from '../../../../../src-shared/contract/roles.ts';
import { calls } from '../../../../../src-shared/contract/schemas.ts';
import { StaffShop } from '../../staff/staff-shop.ts';

const ofSales: readonly ApprovalKind[] = [
  'largeSale',
  'allowedDebt',
  'otherCharge',
  'chargeBelowCost',
  'saleLimit',
  'shiftLimit',
  'cardLimit',
];

/** Read and written again with the table: what a cashier makes with a manager's word beside. */
const approvable: Readonly<Record<string, readonly ApprovalKind[]>> = {
  'orders.place': ofSales,
  'orders.buyBasket': ofSales,
  'orders.decide': ['decision'],
  'reveals.show': ['codesAgain', 'codesOfVoid'],
  'reveals.showSeveral': ['codesAgain', 'codesOfVoid'],
  'reveals.copy': ['codesAgain', 'codesOfVoid'],
  'receipts.print': ['codesAgain'],
  'payments.note': ['paymentChange'],
  'payments.giveBack': ['moneyBack'],
  'payments.voidSale': ['moneyBack'],
};

const pins = { manager: '73519462', cashier: '86420975', auditor: '19283746' } as const;
const wrong = '11112222';

interface Counter {
  readonly ids: Readonly<Record<Role | 'other', StaffId>>;
  readonly staff: StaffShop['staff'];
  /** Makes a call as the cashier, which needs what its row names; gives who allowed it. */
  readonly make: (input: Readonly<Record<string, unknown>>) => Promise<unknown>;
  at: { role: Role; isLocked: boolean; locks: number };
}

/** One call behind its rule, at a shop with real PINs. */
async function counterFor(name: string, needs?: () => readonly Need[]): Promise<Counter> {
  const shop = await StaffShop.open();
  const ids = {
    manager: await shop.add('Mona', 'manager', pins.manager),
    cashier: await shop.add('Omar', 'cashier', pins.cashier),
    auditor: await shop.add('Sara', 'auditor', pins.auditor),
    other: await shop.add('Ali', 'manager', '55556666'),
  };
  const at: Counter['at'] = { role: 'cashier', isLocked: false, locks: 0 };
  const situation: CallSituation = {
    is: { locked: () => at.isLocked, copied: () => false, unsettled: () => false },
    watched: () => {
      const before = at.locks;
      return () => at.locks === before;
    },
    person: () => ({ id: ids[at.role], role: at.role }),
    approvals: createApprovals(systemRandomness),
    approve: (id, pin) => shop.staff.approve(id, pin),
    protectScreen: undefined,
  };
  const [domain = '', call = ''] = name.split('.');
  const asked = needs ?? (() => (approvable[name] ?? []).map((kind) => ({ kind })));
  const handler = (input: unknown): Promise<unknown> => {
    const fault = approvalFault(asked());
    return Promise.resolve(fault === null ? ok({ input, used: approvalUsed() }) : err(fault));
  };
  const held: Readonly<Record<string, typeof handler>> = byRule(domain as Domain, { [call]: handler }, situation);
  return { ids, staff: shop.staff, at, make: (input) => held[call]?.(input) ?? Promise.resolve() };
}

/** The id of a refusal that a manager can lift. */
function idIn(refused: unknown): string {
  if (typeof refused === 'object' && refused !== null && 'error' in refused) {
    const { error } = refused;
    if (typeof error === 'object' && error !== null && 'approval' in error) {
      const { approval } = error as { readonly approval: { readonly id?: string } };
      if (approval.id !== undefined) return approval.id;
    }
  }
  throw new Error(`no approval can be given: ${JSON.stringify(refused)}`);
}

const sale = { cardId: 'one', quantity: 3 };

describe('a call that a cashier makes with a manager’s word', () => {
  it('is one of these, and no other row knows an approval', () => {
    const said = Object.entries(callNames).flatMap(([domain, names]) =>
      names.flatMap((name) => {
        const rows: Readonly<Record<string, CallRule>> = callRules[domain as Domain];
        const kinds = rows[name]?.approval?.kinds;
        return kinds === undefined ? [] : [[`${domain}.${name}`, kinds] as const];
      }),
    );
    expect(Object.fromEntries(said)).toEqual(approvable);
    expect(new Set(Object.values(approvable).flat())).toEqual(new Set(approvalKinds));
    const taking = Object.entries(calls).flatMap(([domain, byName]) =>
      Object.entries<{ readonly input: unknown }>(byName).flatMap(([name, { input }]) =>
        typeof input === 'object' && input !== null && 'shape' in input && hasApproval(input.shape)
          ? [`${domain}.${name}`]
          : [],
      ),
    );
    expect(taking.toSorted()).toEqual(Object.keys(approvable).toSorted());
  });

  it.each(Object.keys(approvable))('%s: goes through once with the right PIN, and with nothing else', async (name) => {
    const counter = await counterFor(name);
    const { ids, make } = counter;
    const refused = await make(sale);
    // Below the cost or not is nothing that a cashier hears.
    const needed = approvable[name] ?? [];
    const kinds = needed.filter((kind) => kind !== 'chargeBelowCost');
    const id = idIn(refused);
    expect(refused).toMatchObject({
      ok: false,
      error: { code: kinds.includes('saleLimit') ? 'limit_exceeded' : 'approval_required', approval: { kinds } },
    });
    const by = (who: StaffId, pin: string, over: object = {}) =>
      make({ ...sale, ...over, approval: { id, by: who, pin } });
    // For other arguments, or with an id that was made up.
    expect(await by(ids.manager, pins.manager, { quantity: 4 })).toEqual(err({ code: 'approval_void' }));
    expect(await make({ ...sale, approval: { id: ids.cashier, by: ids.manager, pin: pins.manager } })).toEqual(
      err({ code: 'approval_void' }),
    );
    // Nobody else's word, whatever their PIN.
    const managersOnly = err({ code: 'role_required', detail: 'manager' });
    expect(await by(ids.cashier, pins.cashier)).toEqual(managersOnly);
    expect(await by(ids.auditor, pins.auditor)).toEqual(managersOnly);
    expect(await by(ids.manager, wrong)).toEqual(err({ code: 'pin_wrong', field: 'pin' }));
    expect(await by(ids.manager, '12')).toEqual(err({ code: 'pin_invalid', field: 'pin' }));
    expect(await by(ids.manager, pins.manager)).toEqual(
      ok({ input: sale, used: { approvedBy: ids.manager, approvedFor: needed.toSorted() } }),
    );
    // It was for that once.
    expect(await by(ids.manager, pins.manager)).toEqual(err({ code: 'approval_void' }));
    expect(idIn(await make(sale))).not.toBe(id);
  });

  it.each(Object.keys(approvable))(
    '%s: needs no second PIN of a manager, and an auditor gets nowhere',
    async (name) => {
      const { at, ids, make } = await counterFor(name);
      at.role = 'manager';
      expect(await make(sale)).toEqual(ok({ input: sale, used: null }));
      at.role = 'auditor';
      const approval = { id: ids.cashier, by: ids.manager, pin: pins.manager };
      for (const input of [sale, { ...sale, approval }])
        expect(await make(input)).toMatchObject({ ok: false, error: { code: 'role_required' } });
    },
  );

  it('counts wrong PINs as the lock does, and locks that manager and no other', async () => {
    const { ids, make, staff } = await counterFor('orders.decide');
    const id = idIn(await make(sale));
    const tried = async (pin: string, by = ids.manager): Promise<unknown> =>
      make({ ...sale, approval: { id, by, pin } });
    const codes: unknown[] = [];
    for (let time = 0; time < 5; time += 1) codes.push(await tried(wrong));
    expect(codes.map((answer) => JSON.stringify(answer)).join(' ')).toMatch(/(pin_wrong.*){4}pin_locked/);
    expect(await tried(pins.manager)).toEqual(err({ code: 'pin_locked', field: 'pin' }));
    // The same lock as at the door.
    expect(await staff.signIn(ids.manager, pins.manager)).toEqual(err({ code: 'pin_locked', field: 'pin' }));
    expect(await tried('55556666', ids.other)).toMatchObject({ ok: true });
  });

  it('tries no PIN where nothing was refused', async () => {
    const { ids, make, staff } = await counterFor('reveals.show');
    for (let time = 0; time < 6; time += 1)
      await make({ ...sale, approval: { id: ids.cashier, by: ids.manager, pin: wrong } });
    expect(staff.lockedForMs(ids.manager)).toBe(0);
    expect(await make({ ...sale, approval: { id: ids.cashier, by: ids.manager, pin: wrong } })).toEqual(
      err({ code: 'approval_void' }),
    );
  });

  it('is for the person who was refused, while the counter stays open', async () => {
    const { at, ids, make } = await counterFor('reveals.copy');
    const id = idIn(await make(sale));
    const approved = () => make({ ...sale, approval: { id, by: ids.manager, pin: pins.manager } });
    at.isLocked = true;
    expect(await approved()).toEqual(err({ code: 'not_allowed', detail: 'locked' }));
    Object.assign(at, { isLocked: false, locks: 1 });
    expect(await approved()).toEqual(err({ code: 'approval_void' }));
  });

  it('is used by one of two that come at once', async () => {
    const { ids, make } = await counterFor('reveals.show');
    const id = idIn(await make(sale));
    const given = { ...sale, approval: { id, by: ids.manager, pin: pins.manager } };
    const answers = await Promise.all([make(given), make(given)]);
    const went = answers.filter((answer) => (answer as { readonly ok: boolean }).ok);
    expect(went).toHaveLength(1);
    expect(answers).toContainEqual(err({ code: 'approval_void' }));
  });

  it('covers so much over a limit as the manager was asked about, and no more', async () => {
    let over = '1.000';
    const { ids, make } = await counterFor('orders.place', () => [
      { kind: 'shiftLimit', over: { amount: over, of: 'KWD ' } },
    ]);
    const approved = async (later: string): Promise<unknown> => {
      over = '1.000';
      const id = idIn(await make(sale));
      over = later;
      return make({ ...sale, approval: { id, by: ids.manager, pin: pins.manager } });
    };
    expect(await approved('1.001')).toMatchObject({ ok: false, error: { code: 'limit_exceeded' } });
    expect(await approved('0.999')).toMatchObject({ ok: true });
  });
});

function hasApproval(shape: unknown): boolean {
  return typeof shape === 'object' && shape !== null && 'approval' in shape;
}
