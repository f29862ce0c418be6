import './without-eval.ts';
import type { z } from 'zod';

import type { DecisionChoice, FailureCode } from '../../../src-preload/contract/codes.ts';
import type { Place } from '../../../src-preload/contract/desk.ts';
import { callNames } from '../../../src-preload/contract/names.ts';
import type { Domain, NoticeName } from '../../../src-preload/contract/names.ts';
import { initialPreferences } from '../../../src-preload/contract/initial-preferences.ts';
import type { PreferencesView } from '../../../src-preload/contract/preferences.ts';
import { calls, notices } from '../../../src-preload/contract/schemas.ts';
import { no, ok, soon } from './double-answers.ts';
import type { CardCodes } from '../../../src-main/core/card-codes.ts';
import type { CallHandlers, CallOutput, CallResult, CatalogueView, CounterBridge, EnrolmentView, NoticePayload, OrderView, ServiceKeysView, ShownView, StartView } from '../../../src-preload/contract/schemas.ts';
import { manyCards } from '../../bench/many-cards.ts';
import * as data from './double-data.ts';
import { diagnosisCalls } from './double-diagnosis.ts';
import { receiptCalls } from './double-receipts.ts';

/** A main process that lives in the page: the same calls, checked by the same schemas, with answers that a test chooses. */
export interface DoubleOptions {
  readonly start?: Partial<StartView>;
  readonly catalogue?: 'kept' | 'empty' | 'never' | 'many';
  /** How long ago the catalogue that is kept was read. */
  readonly readMinutesAgo?: number;
  readonly wallets?: 'kept' | 'never';
  readonly orders?: 'some' | 'none';
  readonly outcome?: 'completed' | 'unknown' | 'accepted' | 'refused';
  readonly refusal?: FailureCode;
  /** Calls that fail, as `domain.call`, with the code they fail with. */
  readonly failing?: Readonly<Record<string, FailureCode>>;
  /** Calls that never answer. */
  readonly hanging?: readonly string[];
  readonly answersAfterMs?: number;
  /** What the comparison with the service finds. */
  readonly findings?: Partial<CallOutput<'reveals', 'reconcile'>>;
  /** What the service saw of a call, and what the search for the cause finds. */
  readonly diagnosis?: Partial<CallOutput<'diagnosis', 'run'>>;
  readonly examination?: Partial<CallOutput<'diagnosis', 'search'>>;
  /** A search ends only when it is cancelled. */
  readonly searchesLong?: boolean;
  readonly preferences?: Partial<PreferencesView>;
  readonly locked?: boolean;
  /** Where the page was before it was loaded again. */
  readonly place?: Place;
  /** What the printer says in place of taking the job. */
  readonly printFault?: 'refused' | null;
  /** The voucher of every card, in place of the double's own. */
  readonly voucher?: string;
}

export interface DoubleControl {
  readonly made: { readonly call: string; readonly input: unknown }[];
  /** The codes of each frame, by the number at the end of its address. */
  readonly drawn: CardCodes[][];
  /** What each preview of a receipt is of, by the number at the end of its address. */
  readonly receipts: { readonly order: OrderView; readonly language: 'ar' | 'en'; readonly withCodes: boolean; readonly paper: PreferencesView['receiptPaper'] }[];
  set: (options: DoubleOptions) => void;
  notify: (notice: NoticeName, payload: unknown) => void;
  settle: (operationId: string, part: Partial<OrderView>) => void;
  /** A sale that this window did not begin. */
  add: (order: OrderView) => void;
  /** The records come into doubt, which main does not announce. */
  doubt: (custody: NonNullable<StartView['custody']>) => void;
}

declare global {
  interface Window {
    doubleOptions?: DoubleOptions;
    double: DoubleControl;
  }
}

export interface World {
  options: DoubleOptions;
  start: StartView;
  orders: Map<string, OrderView>;
  decided: Map<string, DecisionChoice>;
  placed: number;
  /** What the service has said of the first card since. */
  news: Partial<CatalogueView['cards'][number]>;
  /** Ends the search under way. */
  endSearch: (() => void) | null;
  preferences: PreferencesView;
  control: DoubleControl;
}

function handlersOf(world: World): CallHandlers {
  return { app: appCalls(world), enrolment: enrolmentCalls(world), wallets: walletCalls(world), catalogue: catalogueCalls(world), orders: orderCalls(world), reveals: revealCalls(world), receipts: receiptCalls(world), diagnosis: diagnosisCalls(world), desk: deskCalls(world), preferences: preferenceCalls(world), training: trainingCalls() };
}

function appCalls(world: World): CallHandlers['app'] {
  const become = (part: Partial<StartView>): Promise<CallResult<StartView>> => {
    world.start = { ...world.start, ...part };
    return soon(ok(world.start));
  };
  return {
    start: () => become({}),
    setLanguage: ({ language }) => {
      world.start = { ...world.start, language };
      return soon(ok({ language }));
    },
    setTheme: ({ theme }) => {
      world.start = { ...world.start, theme };
      return soon(ok({ theme }));
    },
    startTraining: () => become({ mode: 'training', deploymentName: 'Training', enrolment: { state: 'none' }, invitation: { invitationId: data.id(6, 1), tokenReady: true } }),
    leaveTraining: () => become({ mode: 'none', enrolment: { state: 'none' } }),
    useDeployment: ({ text }) => (text.includes('"version"')
      ? become({ mode: 'deployment', deploymentName: 'Example Cards', enrolment: { state: 'none' } })
      : soon(no('profile_invalid', { field: 'request.components.safeRead[3]', faults: [{ field: 'request.components.safeRead[3]', allowed: 'a component' }, { field: 'baseUrl', allowed: 'https:' }] }))),
    recoveryPhrase: () => soon(ok({ phrase: data.recoveryPhrase })),
    recover: ({ phrase }) => {
      if (phrase !== data.recoveryPhrase) return soon(no('passphrase_wrong', { field: 'phrase' }));
      const { problem: _, ...start } = world.start;
      world.start = { ...start, enrolment: data.startView().enrolment };
      return soon(ok(world.start));
    },
    applyChange: () => become({}),
    readServiceKeys: () => become({}),
    confirmServiceKey: ({ thumbprint }) => {
      const { believed = [], offered = [] } = world.start.serviceKeys ?? {};
      const confirmed = offered.filter((key) => key.thumbprint === thumbprint).map((key) => ({ ...key, confirmed: true }));
      return become({ serviceKeys: { believed: [...believed, ...confirmed], offered: offered.filter((key) => key.thumbprint !== thumbprint) } });
    },
    withdrawServiceKey: ({ thumbprint }) => {
      const { believed = [], offered = [] } = world.start.serviceKeys ?? {};
      const withdrawn = believed.filter((key) => key.thumbprint === thumbprint).map(({ kid }) => ({ kid, thumbprint }));
      return become({ serviceKeys: { believed: believed.filter((key) => key.thumbprint !== thumbprint), offered: [...offered, ...withdrawn] } });
    },
  };
}

function trainingCalls(): CallHandlers['training'] {
  return { begin: ({ lesson }) => soon(ok({ lesson })), end: () => soon(ok({ ended: true as const })) };
}

function preferenceCalls(world: World): CallHandlers['preferences'] {
  return {
    read: () => soon(ok(world.preferences)),
    change: (change) => {
      world.preferences = { ...world.preferences, ...change };
      return soon(ok(world.preferences));
    },
  };
}

function deskCalls(world: World): CallHandlers['desk'] {
  return {
    standing: () => soon(ok({ locked: world.options.locked ?? false, place: world.options.place ?? null })),
    unlock: () => {
      world.control.notify('lockChanged', { locked: false });
      return soon(ok({}));
    },
    answerQuit: () => soon(ok({})), keepPlace: () => soon(ok({})), codesHidden: () => soon(ok({})),
  };
}

function enrolmentCalls(world: World): CallHandlers['enrolment'] {
  const move = (enrolment: EnrolmentView): Promise<CallResult<EnrolmentView>> => {
    world.start = { ...world.start, enrolment };
    return soon(ok(enrolment));
  };
  const known = { keyId: data.id(5, 1), serviceThumbprint: data.thumbprint, ownThumbprint: data.thumbprint, thumbprintsAgree: true };
  return {
    status: () => soon(ok(world.start.enrolment)),
    begin: () => {
      const { enrolment } = world.start;
      const begun = { state: 'awaitingActivation', ...known } as const;
      return move(enrolment.state === 'active' ? { ...enrolment, next: { ...begun, keyId: data.id(5, 2) } } : begun);
    },
    check: () => soon(ok(world.start.enrolment)),
    retire: () => {
      if ((world.start.enrolment.replaced?.length ?? 0) > 0) return soon(no('key_pending_orders'));
      return soon(ok(world.start.enrolment));
    },
  };
}

function walletCalls(world: World): CallHandlers['wallets'] {
  const view = (readAt: string, fresh: boolean) => ({ items: data.wallets(), readAt, fresh });
  return {
    read: () => soon(ok(world.options.wallets === 'never' ? null : view(data.ago(12), false))),
    list: () => soon(ok(view(data.ago(3), true))),
  };
}

function catalogueCalls(world: World): CallHandlers['catalogue'] {
  const many: Record<string, CatalogueView> = {};
  const read = (walletId: string, fresh: boolean) => {
    const view = data.catalogue(walletId, walletId === data.walletIds.usd ? 'USD' : 'KWD');
    const { catalogue, readMinutesAgo } = world.options;
    if (catalogue === 'never' && !fresh) return { walletId, categories: [], subcategories: [], cards: [] };
    if (catalogue === 'many') return (many[walletId] ??= manyCards(100_000, walletId));
    if (catalogue === 'empty') return { ...view, categories: [], subcategories: [], cards: [] };
    view.cards = view.cards.map((card) => (card.id === data.id(4, 1) ? { ...card, ...world.news } : card));
    if (readMinutesAgo !== undefined) view.readAt = data.ago(readMinutesAgo);
    return fresh ? { ...view, readAt: data.ago(0) } : view;
  };
  return {
    read: ({ walletId, from = 0 }) => soon(ok(partOf(read(walletId, false), from))),
    sync: ({ walletId }) => soon(ok(partOf(read(walletId, true), 0))),
    // The first two kinds have a logo: one that is a picture, and one that only says so.
    logo: ({ id }) => soon(ok({ image: data.logos[id] ?? null })),
  };
}

/** As main gives it: the shelves with the first part. */
function partOf(view: CatalogueView, from: number): CatalogueView {
  const next = from + 2_000;
  const shelves = from === 0 ? {} : { categories: [], subcategories: [] };
  return { ...view, ...shelves, cards: view.cards.slice(from, next), ...(next < view.cards.length ? { next } : {}) };
}

function orderCalls(world: World): CallHandlers['orders'] {
  const found = (operationId: string, part: Partial<OrderView> = {}): Promise<CallResult<OrderView>> => {
    const order = world.orders.get(operationId);
    if (order === undefined) return soon(no('operation_unknown', { operationId }));
    const moved = { ...order, ...part };
    world.orders.set(operationId, moved);
    return soon(ok(moved));
  };
  return {
    place: (input) => {
      world.placed += 1;
      const number = 100 + world.placed;
      const card = data.catalogue(input.walletId, input.expectedUnitPrice.currency).cards.find(({ id }) => id === input.cardId);
      const total = (Math.round(Number(input.expectedUnitPrice.amount) * 1000) * input.quantity / 1000).toFixed(3);
      const intended = data.order(number, {
        state: 'intended', walletId: input.walletId, cardId: input.cardId, quantity: input.quantity, total: { amount: total, currency: input.expectedUnitPrice.currency },
        ...(card?.name === undefined ? {} : { cardName: card.name }), externalReference: input.externalReference ?? null, intendedAt: data.ago(0), cancellable: true,
        ...(input.replaces === undefined ? {} : { replaces: input.replaces }),
      });
      world.orders.set(intended.operationId, intended);
      setTimeout(outcome, 60, world, intended.operationId, input.quantity);
      return soon(ok(intended));
    },
    list: (query) => soon(ok({ items: [...world.orders.values()].filter((each) => data.matches(each, query)).toSorted((one, other) => other.intendedAt.localeCompare(one.intendedAt)) })),
    copyForStaff: () => soon(ok({ copied: true as const })),
    read: ({ operationId }) => {
      const order = world.orders.get(operationId);
      return soon(order === undefined ? no('operation_unknown', { operationId }) : ok({ order, timeline: data.timelineOf(order, world.decided.get(operationId)) }));
    },
    resume: ({ operationId }) => found(operationId),
    decide: ({ operationId, choice }) => {
      world.decided.set(operationId, choice);
      return found(operationId, { attention: undefined, ...outcomes[choice] });
    },
    keepWanted: ({ operationId }) => found(operationId, { wantedUntil: data.ago(-10) }),
    cancel: ({ operationId }) => found(operationId, { state: 'cancelled', cancellable: false }),
  };
}

/** What a person's decision makes of an order. */
const outcomes: Record<DecisionChoice, Partial<OrderView>> = {
  resend: { state: 'unknown' }, 'accept-not-bought': { state: 'notBought', decided: 'accept-not-bought' }, 'accept-as-bought': { state: 'completed', decided: 'accept-as-bought' },
};

/** What the service makes of a placed order, as the test wished. */
function outcome(world: World, operationId: string, quantity: number): void {
  const { outcome: wished = 'completed', refusal = 'card_unavailable' } = world.options;
  if (wished === 'completed') world.control.settle(operationId, { state: 'completed', codesState: 'sealed', invoiceId: data.id(9, 1), codes: data.hidden(quantity, 50), cancellable: false });
  else if (wished === 'refused') {
    world.control.settle(operationId, { state: 'refused', refusal: { code: refusal, requestId: 'req-refused-1' }, cancellable: false });
  } else world.control.settle(operationId, { state: wished, cancellable: false });
}

/** Codes for a frame, as main draws them: the page learns only where they are. */
function shown({ control, options: { voucher } }: World, codes: CardCodes[]): CallResult<ShownView> {
  const drawn = voucher === undefined ? codes : codes.map((code) => ({ ...code, voucher }));
  const frame = `/drawn/${String(control.drawn.length).padStart(43, '0')}`;
  control.drawn.push(drawn);
  return ok({ frame, cards: drawn.map(({ soldCardId, ...parts }) => ({ soldCardId, voucher: parts.voucher !== null, serialNumber: parts.serialNumber !== null })) });
}

function revealCalls(world: World): CallHandlers['reveals'] {
  const cameOut = (operationId: string): void => {
    if (world.orders.get(operationId)?.codesCameOut === false) world.control.settle(operationId, { codesCameOut: true });
  };
  return {
    show: ({ operationId, soldCardId }) => {
      const order = world.orders.get(operationId);
      cameOut(operationId);
      return soon(order === undefined ? no('operation_unknown') : shown(world, data.codesOf(order).filter((code) => soldCardId === undefined || code.soldCardId === soldCardId)));
    },
    copy: ({ operationId }) => {
      cameOut(operationId);
      return soon(ok({ copied: true as const }));
    },
    reconcile: () => {
      const { custody: _, ...start } = world.start;
      const findings = { ownedCards: 214, unknownCards: [], missingCards: [], ...world.options.findings };
      world.start = { ...start, findings };
      return soon(ok(findings));
    },
    noteFindings: () => {
      const { findings: _, ...start } = world.start;
      world.start = start;
      return soon(ok({ noted: true as const }));
    },
    handOver: ({ operationId }) => {
      const order = world.orders.get(operationId);
      if (order === undefined) return soon(no('operation_unknown'));
      world.orders.set(operationId, { ...order, codesState: 'handedOver' });
      return soon(ok({ ...order, codesState: 'handedOver' as const }));
    },
    ownedCards: () => soon(ok({ items: world.options.orders === 'none' ? [] : data.ownedCards() })),
    revealOwned: ({ soldCardId }) => soon(shown(world, [{ soldCardId, serialNumber: '88190045000010', voucher: '4417209388516100' }])),
    revealInvoice: () => soon(shown(world, data.ownedCards().slice(0, 2).map(({ soldCardId }, index) => ({ soldCardId, serialNumber: null, voucher: `4417209388516${index + 100}` })))),
  };
}

type AnyCall = (input: unknown) => Promise<CallResult<unknown>>;

/** One call as the page sees it: recorded, checked both ways, and failing or hanging where the test says so. */
function guarded(world: World, name: string, schemas: { input: z.ZodType; output: z.ZodType }, handler: AnyCall): AnyCall {
  return async (input) => {
    const parsed = schemas.input.parse(input);
    world.control.made.push({ call: name, input: parsed });
    if (world.options.hanging?.includes(name) === true) return new Promise(() => undefined);
    const code = world.options.failing?.[name];
    if (code !== undefined) return soon(no(code, { requestId: 'req-failed-1' }));
    const result = await handler(parsed);
    if (result.ok) schemas.output.parse(result.value);
    return result;
  };
}

/** Only training has its invitation ready. */
function startOf({ start }: DoubleOptions): StartView {
  const { invitation, ...view } = { ...data.startView(), ...start };
  return view.mode === 'training' && invitation !== undefined ? { ...view, invitation } : view;
}

function install(): void {
  const listeners = new Map<NoticeName, Set<(payload: never) => void>>();
  const notify = (notice: NoticeName, payload: unknown): void => {
    const parsed = notices[notice].parse(payload);
    for (const listener of listeners.get(notice) ?? []) listener(parsed as never);
  };
  const options = window.doubleOptions ?? {};
  const world: World = {
    options, start: startOf(options), orders: new Map((options.orders === 'none' ? [] : data.someOrders()).map((each) => [each.operationId, each])), decided: new Map(), placed: 0, news: {}, endSearch: null, preferences: { ...initialPreferences, ...options.preferences },
    control: {
      made: [],
      drawn: [],
      receipts: [],
      set: (next) => {
        world.options = { ...world.options, ...next };
        world.start = { ...world.start, ...next.start };
      },
      doubt: (custody) => {
        const { findings: _, ...start } = world.start;
        world.start = { ...start, custody };
      },
      notify: (notice, payload) => {
        if (notice === 'connectionChanged') world.start = { ...world.start, ...(payload as { online: boolean }) };
        if (notice === 'serviceKeysChanged') world.start = { ...world.start, serviceKeys: payload as ServiceKeysView };
        if (notice === 'enrolmentChanged') world.start = { ...world.start, enrolment: payload as EnrolmentView };
        notify(notice, payload);
      },
      add: (order) => {
        world.orders.set(order.operationId, order);
        notify('orderChanged', order);
      },
      settle: (operationId, part) => {
        const order = world.orders.get(operationId);
        if (order === undefined) return;
        if (part.refusal !== undefined) world.news = data.newsWith[part.refusal.code] ?? world.news;
        world.orders.set(operationId, { ...order, ...part });
        notify('orderChanged', { ...order, ...part });
      },
    },
  };
  const handlers: Record<Domain, Record<string, unknown>> = handlersOf(world);
  const domains = Object.entries(callNames).map(([domain, names]) => [domain, Object.fromEntries(names.map((call) => {
    const schemas = (calls as Record<string, Record<string, { input: z.ZodType; output: z.ZodType }>>)[domain]?.[call];
    const handler = handlers[domain as Domain][call];
    if (schemas === undefined || handler === undefined) throw new Error(`the double lacks ${domain}.${call}`);
    return [call, guarded(world, `${domain}.${call}`, schemas, handler as AnyCall)];
  }))]);
  const on = <N extends NoticeName>(notice: N, listener: (payload: NoticePayload<N>) => void): (() => void) => {
    const known = listeners.get(notice) ?? new Set();
    listeners.set(notice, known.add(listener));
    return () => known.delete(listener);
  };
  Object.assign(window, { counter: { ...Object.fromEntries(domains), on } as CounterBridge, double: world.control });
}

install();
