import './without-eval.ts';
import type { z } from 'zod';
import { initialPreferences } from '../../../src-shared/contract/initial-preferences.ts';
import { callNames, type Domain, type NoticeName } from '../../../src-shared/contract/names.ts';
import type { RememberedScreen } from '../../../src-shared/contract/remembered-screen.ts';
import {
  calls,
  notices,
  type CallHandlers,
  type CallResult,
  type ConnectionView,
  type CounterBridge,
  type EnrolmentView,
  type NoticePayload,
  type ServiceKeysView,
  type StartView,
} from '../../../src-shared/contract/schemas.ts';
import { no, soon } from './double-answers.ts';
import { approvalAnswer } from './double-approvals.ts';
import { catalogueCalls, rememberedSelling, walletCalls } from './double-catalogue.ts';
import { complaintCalls } from './double-complaints.ts';
import * as data from './double-data.ts';
import { dayCalls } from './double-day.ts';
import { diagnosisCalls } from './double-diagnosis.ts';
import { limitCalls } from './double-limits.ts';
import { orderCalls, orderFor } from './double-orders.ts';
import { paymentCalls } from './double-payments.ts';
import { priceCalls } from './double-prices.ts';
import { receiptCalls } from './double-receipts.ts';
import { reportCalls } from './double-reports.ts';
import { revealCalls } from './double-reveals.ts';
import { screenCalls, preferenceCalls, trainingCalls } from './double-screen.ts';
import { staffCalls } from './double-staff.ts';
import { appCalls, enrolmentCalls } from './double-start.ts';
import { supportLogCalls } from './double-support-log.ts';
import { todayCalls } from './double-today.ts';
import { noUpdate, updateCalls } from './double-updates.ts';
import type { DoubleControl, DoubleOptions, World } from './double-world.ts';

/**
 * A main process that lives in the page: the same calls, checked by the same schemas, with answers that a test chooses.
 */
function handlersOf(world: World): CallHandlers {
  return {
    app: appCalls(world),
    enrolment: enrolmentCalls(world),
    wallets: walletCalls(world),
    catalogue: catalogueCalls(world),
    orders: orderCalls(world),
    reveals: revealCalls(world),
    receipts: receiptCalls(world),
    diagnosis: diagnosisCalls(world),
    screen: screenCalls(world),
    staff: staffCalls(world),
    preferences: preferenceCalls(world),
    prices: priceCalls(world),
    limits: limitCalls(world),
    complaints: complaintCalls(world),
    training: trainingCalls(),
    updates: updateCalls(world),
    supportLog: supportLogCalls(),
    day: dayCalls(world),
    payments: paymentCalls(world),
    reports: reportCalls(world),
    today: todayCalls(world),
  };
}

type AnyCall = (input: unknown) => Promise<CallResult<unknown>>;

/** One call as the page sees it: recorded, checked both ways, and failing, held or hanging where the test says so. */
function recordedCall(
  world: World,
  name: string,
  schemas: { input: z.ZodType; output: z.ZodType },
  handler: AnyCall,
): AnyCall {
  const heard: AnyCall = async (parsed) => {
    const failure = world.options.failing?.[name];
    if (failure !== undefined)
      return soon(
        typeof failure === 'string' ? no(failure, { requestId: 'req-failed-1' }) : { ok: false, error: failure },
      );
    const asked = approvalAnswer(world, name, parsed);
    if (asked !== null) return soon(asked);
    const result = await handler(parsed);
    if (result.ok) schemas.output.parse(result.value);
    return result;
  };
  return async (input) => {
    const parsed = schemas.input.parse(input);
    world.control.made.push({ call: name, input: parsed });
    if (world.options.hanging?.includes(name) === true) return new Promise(() => undefined);
    if (world.options.held?.includes(name) !== true) return heard(parsed);
    return new Promise((resolve, reject) => {
      world.held.push(() => {
        const answer = heard(parsed);
        answer.then(resolve, reject);
        return answer;
      });
    });
  };
}

/** Only training has its invitation ready. */
function startOf({ start }: DoubleOptions): StartView {
  const { invitation, ...view } = { ...data.startView(), ...start };
  return view.mode === 'training' && invitation !== undefined ? { ...view, invitation } : view;
}

/** What a test does from outside the page. */
function controlOf(world: Omit<World, 'control'>, notify: DoubleControl['notify']): DoubleControl {
  return {
    made: [],
    drawn: [],
    receipts: [],
    set: (next) => {
      world.options = { ...world.options, ...next };
      world.start = { ...world.start, ...next.start };
      world.updates = { ...world.updates, ...next.updates };
      world.prices = { ...world.prices, ...next.prices };
    },
    doubt: (copyStatus) => {
      const { findings: _, ...start } = world.start;
      world.start = { ...start, copyStatus };
    },
    notify: (notice, payload) => {
      if (notice === 'connectionChanged') {
        const { trouble: _, ...start } = world.start;
        world.start = { ...start, ...(payload as ConnectionView) };
      }
      if (notice === 'serviceAnswered')
        world.start = { ...world.start, answeredAt: (payload as NoticePayload<'serviceAnswered'>).at };
      if (notice === 'serviceKeysChanged') world.start = { ...world.start, serviceKeys: payload as ServiceKeysView };
      if (notice === 'updatesChanged') world.updates = payload as NoticePayload<'updatesChanged'>;
      if (notice === 'enrolmentChanged') world.start = { ...world.start, enrolment: payload as EnrolmentView };
      if (notice === 'clockChanged')
        world.start = {
          ...world.start,
          clockOffsetSeconds: (payload as NoticePayload<'clockChanged'>).offsetSeconds,
        };
      notify(notice, payload);
    },
    add: (order) => {
      world.orders.set(order.operationId, order);
      notify('orderChanged', orderFor(world, order));
    },
    letGo: async () => {
      world.options = { ...world.options, held: [] };
      await Promise.all(world.held.splice(0).map((hear) => hear()));
      await new Promise((resolve) => setTimeout(resolve));
    },
    settle: (operationId, part) => {
      const order = world.orders.get(operationId);
      if (order === undefined) return;
      if (part.refusal !== undefined) world.news = data.newsWith[part.refusal.code] ?? world.news;
      world.orders.set(operationId, { ...order, ...part });
      notify('orderChanged', orderFor(world, { ...order, ...part }));
    },
  };
}

function worldOf(options: DoubleOptions, notify: DoubleControl['notify']): World {
  const orders = options.orders === 'none' ? [] : data.someOrders(options.orders === 'closed');
  const world: Omit<World, 'control'> = {
    options,
    start: startOf(options),
    orders: new Map(orders.map((each) => [each.operationId, each])),
    real: null,
    decided: new Map(),
    placed: 0,
    news: {},
    held: [],
    endSearch: null,
    preferences: { ...initialPreferences, ...options.preferences },
    prices: { revision: 0, rules: [], rates: [], faceValues: [], ...options.prices },
    complaints: [...(options.complaints ?? [])],
    priceChanges: [...(options.priceChanges ?? [])],
    usual: options.usual ?? null,
    owed: () => [],
    limitChanges: [...(options.limitChanges ?? [])],
    updates: { ...noUpdate, ...options.updates },
    staff: { people: [...(options.staff?.people ?? [])], me: options.staff?.me ?? null },
    shift: options.shift ?? { open: null, lastZ: null },
    places: new Map(),
  };
  return Object.assign(world, { control: controlOf(world, notify) });
}

function bridgedCalls(world: World): Record<string, Record<string, AnyCall>> {
  const handlers: Record<Domain, Record<string, unknown>> = handlersOf(world);
  return Object.fromEntries(
    Object.entries(callNames).map(([domain, names]) => [
      domain,
      Object.fromEntries(
        names.map((call) => {
          const schemas = (calls as Record<string, Record<string, { input: z.ZodType; output: z.ZodType }>>)[domain]?.[
            call
          ];
          const handler = handlers[domain as Domain][call];
          if (schemas === undefined || handler === undefined) throw new Error(`the double lacks ${domain}.${call}`);
          return [call, recordedCall(world, `${domain}.${call}`, schemas, handler as AnyCall)];
        }),
      ),
    ]),
  );
}

function rememberedIn(world: World): RememberedScreen | null {
  const { remembered } = world.options;
  if (remembered === undefined) return null;
  const { problem: _, ...start } = world.start;
  const screen = { start: { ...start, trouble: 'untried' as const }, staff: { ...world.staff, me: null } };
  if (remembered === 'locked') return { ...screen, locked: true };
  return {
    ...screen,
    start: { ...screen.start, ...remembered.start },
    locked: false,
    staff: { people: [], me: null },
    selling: rememberedSelling(world, remembered.cards),
  };
}

function putIn(remembered: RememberedScreen): void {
  const block = document.createElement('script');
  Object.assign(block, { type: 'application/json', id: 'remembered', textContent: JSON.stringify(remembered) });
  document.body.append(block);
}

function install(): void {
  const listeners = new Map<NoticeName, Set<(payload: never) => void>>();
  const notify = (notice: NoticeName, payload: unknown): void => {
    const parsed = notices[notice].parse(payload);
    for (const listener of listeners.get(notice) ?? []) listener(parsed as never);
  };
  if (window.doubleOptions?.firstRun === true) document.documentElement.dataset['firstRun'] = '';
  const world = worldOf(window.doubleOptions ?? {}, notify);
  const remembered = rememberedIn(world);
  // The page is whole by then, and its script is not run yet.
  if (remembered !== null) document.addEventListener('readystatechange', () => putIn(remembered), { once: true });
  const on = <N extends NoticeName>(notice: N, listener: (payload: NoticePayload<N>) => void): (() => void) => {
    const known = listeners.get(notice) ?? new Set();
    listeners.set(notice, known.add(listener));
    return () => known.delete(listener);
  };
  Object.assign(window, { counter: { ...bridgedCalls(world), on } as CounterBridge, double: world.control });
}

install();
