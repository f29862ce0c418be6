import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApprovals } from '../../../../../src-main/app/calls/approvals.ts';
import { byRule, type CallSituation } from '../../../../../src-main/app/calls/by-rule.ts';
import { knownId, type StaffId } from '../../../../../src-main/core/ids.ts';
import { err, ok } from '../../../../../src-main/core/result.ts';
import { actingPerson } from '../../../../../src-main/staff/acting.ts';
import type { ApprovalKind } from '../../../../../src-shared/contract/approval-kinds.ts';
import { callConditions, callRules, type CallCondition } from '../../../../../src-shared/contract/call-rules.ts';
import { callNames, type Domain } from '../../../../../src-shared/contract/names.ts';
import { roles, type Role } from '../../../../../src-shared/contract/roles.ts';
import { calls as schemas } from '../../../../../src-shared/contract/schemas.ts';
import { handlersOf } from './handlers.ts';

const all = Object.entries(callNames).flatMap(([domain, names]) => names.map((name) => `${domain}.${name}`));

/**
 * Read and written again with the table: what may run while nobody is there, and what is kept from copied records and
 * unsettled sales.
 */
const runLocked = [
  'app.start',
  'app.setLanguage',
  'app.setTheme',
  'enrolment.status',
  'enrolment.check',
  'wallets.read',
  'wallets.list',
  'catalogue.read',
  'catalogue.sync',
  'catalogue.logo',
  'orders.list',
  'orders.read',
  'diagnosis.run',
  'diagnosis.cancel',
  'preferences.read',
  'payments.read',
  'screen.state',
  'screen.unlock',
  'screen.answerQuit',
  'screen.keepPlace',
  'screen.codesHidden',
  'screen.zoom',
  'staff.list',
  'staff.enter',
  'staff.leave',
  'staff.resetPin',
  'training.end',
  'updates.view',
];
const refusedCopied = [
  'app.useDeployment',
  'enrolment.retire',
  'orders.place',
  'orders.buyBasket',
  'orders.keepWanted',
  'reveals.revealOwned',
  'reveals.revealInvoice',
  'day.openShift',
  'day.handOver',
  'day.close',
  'complaints.open',
  'complaints.send',
  'complaints.replace',
  'complaints.reject',
  'complaints.close',
  'payments.setUsual',
  'payments.note',
  'payments.giveBack',
  'payments.voidSale',
];
const refusedUnsettled = ['app.startTraining', 'app.useDeployment'];
const showing = [
  'app.recoveryPhrase',
  'reveals.show',
  'reveals.showSeveral',
  'reveals.saveForCompany',
  'reveals.revealOwned',
  'reveals.revealInvoice',
];

const everyMix: readonly (readonly CallCondition[])[] = callConditions.reduce<readonly (readonly CallCondition[])[]>(
  (mixes, one) => [...mixes, ...mixes.map((mix) => [...mix, one])],
  [[]],
);

function situation(mix: readonly CallCondition[]): CallSituation {
  const holds = (condition: CallCondition) => () => mix.includes(condition);
  return {
    is: { locked: holds('locked'), copied: holds('copied'), unsettled: holds('unsettled') },
    watched: () => () => true,
    person: () => null,
    approvals: createApprovals({ uuid: () => 'an id' }),
    approve: () => Promise.resolve(err({ code: 'pin_wrong', field: 'pin' })),
    protectScreen: undefined,
  };
}

/** Read and written again with the table: what a cashier may not do, and what an auditor may not do besides. */
const ofManagers = [
  'app.useDeployment',
  'app.recoveryPhrase',
  'app.recover',
  'app.restoreBackup',
  'app.salvage',
  'app.readServiceKeys',
  'app.confirmServiceKey',
  'app.withdrawServiceKey',
  'app.applyChange',
  'enrolment.begin',
  'enrolment.retire',
  'orders.decide',
  'reveals.saveForCompany',
  'reveals.reconcile',
  'reveals.noteFindings',
  'reveals.revealOwned',
  'reveals.revealInvoice',
  'staff.add',
  'staff.rename',
  'staff.changeRole',
  'staff.changePin',
  'staff.remove',
  'prices.setRule',
  'prices.removeRule',
  'prices.setRate',
  'prices.setFaceValue',
  'limits.set',
  'complaints.replace',
  'complaints.reject',
  'complaints.close',
  'payments.setUsual',
  'payments.giveBack',
  'payments.voidSale',
  'updates.look',
  'updates.lookInFolder',
  'updates.install',
  'updates.copyCommand',
];
const ofOverseers = [
  'prices.read',
  'prices.history',
  'limits.read',
  'limits.history',
  'reports.compare',
  'reports.comparison',
  'reports.cancelComparison',
  'today.view',
];
/** What a cashier makes with a manager's word only. */
const approvedOnly: Readonly<Record<string, readonly ApprovalKind[]>> = {
  'orders.decide': ['decision'],
  'payments.giveBack': ['moneyBack'],
  'payments.voidSale': ['moneyBack'],
};
const ofSellers = [
  'catalogue.freshCard',
  'day.openShift',
  'day.handOver',
  'day.close',
  'complaints.open',
  'complaints.send',
  'payments.note',
  'payments.printBack',
  'orders.place',
  'orders.buyBasket',
  'orders.resume',
  'orders.keepWanted',
  'orders.cancel',
  'reveals.show',
  'reveals.showSeveral',
  'reveals.copy',
  'reveals.handOver',
  'reveals.handOverSeveral',
  'receipts.print',
  'receipts.answer',
  'preferences.change',
];
const staffId = knownId<StaffId>('0190a0b0-0000-4000-8000-000000000001');

/** What each call answers in these conditions; `reached` where its handler ran. */
async function answersIn(
  mix: readonly CallCondition[],
  person: ReturnType<CallSituation['person']> = null,
): Promise<ReadonlyMap<string, unknown>> {
  const reached = new Set<string>();
  const handlers: Readonly<Record<Domain, Readonly<Record<string, unknown>>>> = handlersOf((name) => reached.add(name));
  const answers = new Map<string, unknown>();
  for (const [domain, names] of Object.entries(callNames)) {
    const held = byRule(domain as Domain, handlers[domain as Domain], {
      ...situation(mix),
      person: () => person,
    });
    for (const name of names) {
      const call = held[name];
      const answer: unknown = typeof call === 'function' ? await Reflect.apply(call, undefined, [{}]) : 'no call';
      answers.set(`${domain}.${name}`, reached.has(`${domain}.${name}`) ? 'reached' : answer);
    }
  }
  return answers;
}

function expected(name: string, mix: readonly CallCondition[]): unknown {
  if (mix.includes('locked') && !runLocked.includes(name)) return err({ code: 'not_allowed', detail: 'locked' });
  if (mix.includes('copied') && refusedCopied.includes(name))
    return showing.includes(name)
      ? err({ code: 'codes_unavailable', detail: 'locked_until_reconciled' })
      : err({ code: 'records_not_reconciled' });
  if (mix.includes('unsettled') && refusedUnsettled.includes(name)) return err({ code: 'not_allowed' });
  return 'reached';
}

describe('the rules of the calls', () => {
  it.each(everyMix.map((mix) => [mix.join(', ') || 'in none of the conditions', mix] as const))(
    'hold for every call: %s',
    async (_what, mix) => {
      expect(Object.fromEntries(await answersIn(mix))).toEqual(
        Object.fromEntries(all.map((name) => [name, expected(name, mix)])),
      );
    },
  );

  it.each(roles)('refuse a %s what is not theirs, name the role it needs, and reach all else', async (role) => {
    const needed = (name: string): unknown => {
      const approved = approvedOnly[name];
      if (role === 'cashier' && approved !== undefined)
        return err({ code: 'approval_required', approval: { id: 'an id', kinds: [...approved] } });
      if (role !== 'manager' && ofManagers.includes(name)) return err({ code: 'role_required', detail: 'manager' });
      if (role === 'cashier' && ofOverseers.includes(name)) return err({ code: 'role_required', detail: 'manager' });
      if (role === 'auditor' && ofSellers.includes(name)) return err({ code: 'role_required', detail: 'cashier' });
      return 'reached';
    };
    expect(Object.fromEntries(await answersIn([], { id: staffId, role }))).toEqual(
      Object.fromEntries(all.map((name) => [name, needed(name)])),
    );
  });

  it('let nobody do more than while it is locked, until somebody has entered a PIN', async () => {
    expect(Object.fromEntries(await answersIn([], 'nobody'))).toEqual(
      Object.fromEntries(
        all.map((name) => [name, runLocked.includes(name) ? 'reached' : err({ code: 'person_required' })]),
      ),
    );
  });

  it.each(['clipboardSeconds', 'idleLockMinutes', 'askAboveCards', 'askAboveAmount', 'shop', 'lowBalance'])(
    'keep from a cashier, among what they may change, %s',
    async (member) => {
      const changedBy = (role: Role) =>
        byRule(
          'preferences',
          { change: () => Promise.resolve(ok('reached')) },
          { ...situation([]), person: () => ({ id: staffId, role }) },
        ).change;
      const change: Readonly<Record<string, unknown>> = { favourites: [], [member]: 10 };
      expect(await Reflect.apply(changedBy('cashier'), undefined, [change])).toEqual(
        err({ code: 'role_required', detail: 'manager' }),
      );
      expect(await Reflect.apply(changedBy('manager'), undefined, [change])).toEqual(ok('reached'));
      expect(await Reflect.apply(changedBy('cashier'), undefined, [{ favourites: [] }])).toEqual(ok('reached'));
    },
  );

  it('do what a person asks for in their name, and what anybody asks for in nobody’s', async () => {
    const asked = (person: ReturnType<CallSituation['person']>) =>
      byRule(
        'wallets',
        { list: () => Promise.resolve().then(() => ok(actingPerson())) },
        { ...situation([]), person: () => person },
      ).list();
    expect([await asked({ id: staffId, role: 'auditor' }), await asked(null), await asked('nobody')]).toEqual([
      ok(staffId),
      ok(null),
      ok(null),
    ]);
  });

  it('name every call that shows secrets: each that answers with a drawn page or a phrase, but the preview that covers its codes', () => {
    const answering = Object.entries(schemas).flatMap(([domain, calls]) =>
      Object.entries<{ readonly output: z.ZodType }>(calls).flatMap(([name, { output }]) => {
        const members = output instanceof z.ZodObject ? Object.keys(output.shape) : [];
        return members.includes('frame') || members.includes('phrase') ? [`${domain}.${name}`] : [];
      }),
    );
    expect(answering.filter((name) => name !== 'receipts.preview')).toEqual(showing);
    const said = Object.entries(callRules).flatMap(([domain, rows]) =>
      Object.entries(rows).flatMap(([name, { showsSecrets }]) => (showsSecrets ? [`${domain}.${name}`] : [])),
    );
    expect(said).toEqual(showing);
  });

  it('refuse a call that has no row', async () => {
    const held: Readonly<Record<string, (input: unknown) => Promise<unknown>>> = byRule(
      'wallets',
      { another: () => Promise.resolve(ok('reached')) },
      situation([]),
    );
    expect(await held['another']?.({})).toEqual(err({ code: 'not_allowed' }));
  });
});

describe('a call that shows secrets', () => {
  const phrase = ok({ phrase: '7K2M-Q9XD' });
  const held = (answer: () => Promise<unknown>, turned: boolean[], isWatched = () => true) =>
    byRule(
      'app',
      { recoveryPhrase: answer, start: answer },
      { ...situation([]), watched: () => isWatched, protectScreen: (on) => turned.push(on) },
    );

  it('has the screen kept out of pictures before its answer is known, and no other call has', async () => {
    const turned: boolean[] = [];
    const calls = held(() => Promise.resolve(phrase), turned);
    expect([await calls.start(), turned.length]).toEqual([phrase, 0]);
    expect([await calls.recoveryPhrase(), turned]).toEqual([phrase, [true]]);
  });

  it('leaves the screen as it is where it is refused', async () => {
    const turned: boolean[] = [];
    expect(await held(() => Promise.resolve(err({ code: 'codes_unavailable' })), turned).recoveryPhrase()).toEqual(
      err({ code: 'codes_unavailable' }),
    );
    expect(turned).toEqual([]);
  });

  it('gives nothing to a counter that was locked while it was under way', async () => {
    const turned: boolean[] = [];
    let locked = false;
    const calls = held(
      () => {
        locked = true;
        return Promise.resolve(phrase);
      },
      turned,
      () => !locked,
    );
    expect(await calls.recoveryPhrase()).toEqual(err({ code: 'not_allowed', detail: 'locked' }));
    expect(turned).toEqual([]);
  });
});
