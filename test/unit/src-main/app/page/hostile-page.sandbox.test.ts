import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { createDispatch } from '../../../../../src-main/app/calls/registrar.ts';
import { callRules, type CallRule } from '../../../../../src-shared/contract/call-rules.ts';
import type { Role } from '../../../../../src-shared/contract/roles.ts';
import { calls, type CallResult } from '../../../../../src-shared/contract/schemas.ts';
import { hostileInputs, type KnownIds } from '../../../../support/hostile-inputs.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { aSale, settled } from '../counter-app.ts';
import { comes, staffedShop, type StaffedShop } from '../staffed-shop.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

interface Call {
  readonly name: string;
  readonly domain: string;
  readonly call: string;
  readonly input: z.ZodType;
  readonly rule: CallRule;
}

const rows: Readonly<Record<string, Readonly<Record<string, CallRule>>>> = callRules;
const contract: Readonly<Record<string, Readonly<Record<string, { readonly input: z.ZodType }>>>> = calls;
/** Each call of the contract: a new one is attacked by being there. */
const everyCall: readonly Call[] = Object.entries(contract).flatMap(([domain, each]) =>
  Object.entries(each).map(([call, { input }]) => {
    const rule = rows[domain]?.[call];
    if (rule === undefined) throw new Error(`${domain}.${call} has no row`);
    return { name: `${domain}.${call}`, domain, call, input, rule };
  }),
);
/** They take a minute, start a service, or put another person or deployment there than the one under attack. */
const leftOut = ['diagnosis.search', 'app.startTraining', 'app.leaveTraining', 'staff.leave', 'staff.enter'];

/** A shop with a sale whose codes lie here, and one without an answer, of which nothing can be shown yet. */
async function shopUnderAttack(): Promise<{ readonly shop: StaffedShop; readonly ids: KnownIds }> {
  const shop = await staffedShop(service);
  const { orders } = shop.app.handlers;
  const sale = await aSale(shop.app);
  const { operationId } = value(await orders.place(sale));
  const order = await settled(shop, operationId);
  shop.plug.lets = (url) => !url.includes('/orders');
  const pending = value(await orders.place(sale));
  return {
    shop,
    ids: {
      operationId: [operationId, pending.operationId],
      soldCardId: order.codes.map(({ soldCardId }) => soldCardId),
      walletId: [sale.walletId],
      cardId: [sale.cardId],
      invoiceId: [order.invoiceId ?? ''],
      id: [shop.ids.cashier, shop.ids.auditor],
      by: [shop.ids.manager],
    },
  };
}

type Answered = (call: Call, answer: CallResult<unknown>, input: unknown) => void;

/** Makes all calls with all inputs that `isSent`, as structured clone brings them, and gives how many those were. */
async function attack(
  { shop, ids }: Awaited<ReturnType<typeof shopUnderAttack>>,
  how: { readonly atOnce?: true; readonly isSent?: (call: Call, input: unknown) => boolean },
  answered: Answered,
): Promise<number> {
  const bugs: unknown[] = [];
  let name = '';
  const dispatch = createDispatch(shop.app.handlers, (error) => bugs.push([name, error]));
  const under: Promise<void>[] = [];
  for (const each of everyCall) {
    if (leftOut.includes(each.name)) continue;
    for (const input of hostileInputs(each.input, ids)) {
      if (how.isSent?.(each, input) === false) continue;
      const made = dispatch(each.domain, each.call, structuredClone(input)).then((answer) => {
        if (!answer.ok && answer.error.code === 'counter_bug') bugs.push(each.name);
        answered(each, answer, input);
      });
      under.push(made);
      name = each.name;
      if (how.atOnce !== true) await made;
    }
  }
  await Promise.all(under);
  expect([...bugs, ...shop.bugs]).toEqual([]);
  return under.length;
}

const isAllowed = ({ input }: Call, sent: unknown): boolean => input.safeParse(sent).success;

describe('a page that makes every call with what it likes', () => {
  it('gets a field named for each input that the contract refuses, and no bug for any other', async () => {
    const attacked = await shopUnderAttack();
    const unnamed = new Set<string>();
    const tried = await attack(attacked, {}, (call, answer, input) => {
      if (answer.ok || answer.error.code !== 'input_invalid' || !isRecord(input)) return;
      if (answer.error.field === undefined && answer.error.detail === undefined) unnamed.add(call.name);
    });
    expect([...unnamed]).toEqual([]);
    expect(tried).toBeGreaterThan(5_000);
  });

  it.each(['cashier', 'auditor'] as const)('does nothing that is not for the %s who is there', async (role: Role) => {
    const attacked = await shopUnderAttack();
    await comes(attacked.shop, role);
    const done = new Set<string>();
    await attack(attacked, { isSent: isAllowed }, ({ name, rule }, answer) => {
      if (answer.ok && !rule.roles.includes(role)) done.add(name);
    });
    expect([...done]).toEqual([]);
  });

  it('does nothing while nobody is there', async () => {
    const attacked = await shopUnderAttack();
    await attacked.shop.app.lock();
    const done = new Set<string>();
    await attack(attacked, { isSent: isAllowed }, ({ name, rule }, answer) => {
      if (answer.ok && !rule.runs.includes('locked')) done.add(name);
    });
    expect([...done]).toEqual([]);
  });

  it('sees no codes after the lock that comes amid thousands of calls, and finds none in the clipboard', async () => {
    const attacked = await shopUnderAttack();
    const { app, clipboard } = attacked.shop;
    const frames: string[] = [];
    const all = attack(attacked, { isSent: isAllowed, atOnce: true }, (_call, answer) => {
      if (answer.ok && isRecord(answer.value) && typeof answer.value['frame'] === 'string')
        frames.push(answer.value['frame']);
    });
    await app.lock();
    expect(await all).toBeGreaterThan(2_000);
    expect(frames.filter((frame) => app.page(frame) !== null)).toEqual([]);
    // Last may be a text for the owner of the wallet, which is no secret.
    expect(clipboard.secret ? clipboard.text : '').toBe('');
  });

  it('gets an answer to each call also while the counter ends, and after', async () => {
    const attacked = await shopUnderAttack();
    const all = attack(attacked, { isSent: isAllowed, atOnce: true }, () => undefined);
    await attacked.shop.app.close();
    await all;
    const shown = new Set<string>();
    await attack(attacked, { isSent: isAllowed }, ({ name, rule }, answer) => {
      if (answer.ok && rule.showsSecrets) shown.add(name);
    });
    expect([...shown]).toEqual([]);
  });
});

function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
