import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useFound } from '../../../../../src-renderer/entities/orders/found-store.ts';
import { inTray, isUnsettled, useOrders } from '../../../../../src-renderer/entities/orders/orders-store.ts';
import type { CallInput, CallOutput, CallResult, OrderView } from '../../../../../src-shared/contract/schemas.ts';

type Input = CallInput<'orders', 'list'>;
type Page = CallResult<CallOutput<'orders', 'list'>>;

const pageSize = 2;
function order(number: number, part: Partial<OrderView>): OrderView {
  return {
    operationId: `op-${number}`,
    state: 'completed',
    invoiceId: null,
    walletId: 'wallet',
    cardId: 'card',
    quantity: 1,
    total: { amount: '5.700', currency: 'KWD' },
    charge: {
      price: { amount: '5.700', currency: 'KWD' },
      total: { amount: '5.700', currency: 'KWD' },
    },
    externalReference: null,
    attempts: [],
    codes: [],
    intendedAt: `2026-11-21T08:00:${String(number).padStart(2, '0')}Z`,
    wantedUntil: '2026-11-21T08:10:00Z',
    codesState: 'handedOver',
    codesCameOut: true,
    prints: { times: 0 },
    wantedDecides: false,
    cancellable: false,
    ...part,
  };
}

/** Older than everything on the first page of all orders. */
const pending = [1, 2, 3, 4, 5].map((number) => order(number, { state: 'unknown', codesState: 'none' }));
const waiting = [6, 7, 8].map((number) => order(number, { codesState: number === 7 ? 'toReveal' : 'sealed' }));
const done = [10, 11, 12].map((number) => order(number, {}));
const kept: Partial<Record<Input['show'], readonly OrderView[]>> = {
  unsettled: [...waiting, ...pending],
  all: [...done, ...waiting, ...pending],
};

let failing: Input['show'] | null;
function list({ show, cursor }: Input): Promise<Page> {
  if (show === failing) return Promise.resolve({ ok: false, error: { code: 'journal_corrupt' } });
  const among = kept[show] ?? [];
  const from = Number(cursor ?? '0');
  const to = from + pageSize;
  return Promise.resolve({
    ok: true,
    value: { items: among.slice(from, to), ...(to < among.length ? { nextCursor: String(to) } : {}) },
  });
}

beforeEach(() => {
  failing = null;
  vi.stubGlobal('window', { counter: { orders: { list } } });
  useOrders.setState(useOrders.getInitialState(), true);
  useFound.setState(useFound.getInitialState(), true);
});

describe('the tray', () => {
  it('has what waits for a decision first, then what is to be asked for, and the newest before the others', () => {
    const decide = order(2, { state: 'attention', codesState: 'none' });
    const asked = order(3, { state: 'unknown', codesState: 'none', wantedDecides: true });
    const byId = Object.fromEntries(
      [...pending, ...waiting, ...done, decide, asked].map((each) => [each.operationId, each]),
    );
    expect(inTray({ byId, unseen: [] }).map(({ operationId }) => operationId)).toEqual([
      'op-2',
      'op-3',
      'op-8',
      'op-7',
      'op-6',
      'op-5',
      'op-4',
      'op-1',
    ]);
  });
});

describe('after a start', () => {
  it('every unsettled order is known, on whatever page it stands, and the newest of all', async () => {
    await useOrders.getState().load();
    const { byId, phase } = useOrders.getState();
    const unsettled = Object.values(byId)
      .filter(isUnsettled)
      .map(({ operationId }) => operationId);
    expect(unsettled.toSorted()).toEqual([...pending, ...waiting].map(({ operationId }) => operationId));
    expect([phase, Object.keys(byId).length]).toEqual(['ready', 10]);
  });

  it.each(['unsettled', 'all'] as const)(
    'a reading that failed is said, not taken for an empty one: %s',
    async (show) => {
      failing = show;
      await useOrders.getState().load();
      expect(useOrders.getState()).toMatchObject({ phase: 'failed', failure: { code: 'journal_corrupt' } });
    },
  );
});

describe('an act on an order', () => {
  const doubtful = order(1, { state: 'attention' });
  const sentAgain = order(1, { state: 'unknown' });
  const bought = order(1, { state: 'completed', codesState: 'sealed' });

  it('shows what it made of the order', async () => {
    useOrders.getState().keep([doubtful]);
    vi.stubGlobal('window', { counter: { orders: { decide: () => Promise.resolve({ ok: true, value: sentAgain }) } } });
    expect(await useOrders.getState().decide('resend', 'op-1')).toBeNull();
    expect(useOrders.getState().byId['op-1']?.state).toBe('unknown');
    expect(useOrders.getState().acting).toEqual({});
  });

  it('takes nothing back of what was reported meanwhile', async () => {
    useOrders.getState().keep([doubtful]);
    const { tell, bridge } = notices();
    const decide = (): Promise<CallResult<OrderView>> => {
      tell(bought);
      return Promise.resolve({ ok: true, value: sentAgain });
    };
    vi.stubGlobal('window', { counter: { ...bridge, orders: { decide } } });
    useOrders.getState().listen();
    await useOrders.getState().decide('resend', 'op-1');
    expect(useOrders.getState().byId['op-1']?.state).toBe('completed');
  });

  it.each([
    ['before the act was answered', (answerList: () => void, answerAct: () => void) => [answerList, answerAct]],
    ['after the act was answered', (answerList: () => void, answerAct: () => void) => [answerAct, answerList]],
  ])('stands beside a list that was read before it and comes %s', async (_, inOrder) => {
    useOrders.getState().keep([doubtful]);
    const list = answeredLater<CallOutput<'orders', 'list'>>();
    const decide = answeredLater<OrderView>();
    vi.stubGlobal('window', { counter: { orders: { list: () => list.answer, decide: () => decide.answer } } });
    const looking = useFound.getState().look({});
    const deciding = useOrders.getState().decide('resend', 'op-1');
    for (const answer of inOrder(
      () => list.come({ items: [{ ...doubtful }] }),
      () => decide.come(sentAgain),
    )) {
      answer();
      await new Promise(setImmediate);
    }
    await Promise.all([looking, deciding]);
    expect(useOrders.getState().byId['op-1']?.state).toBe('unknown');
  });
});

describe('a list of orders', () => {
  it('brings no order back to what it was before main reported it', async () => {
    const { tell, bridge } = notices();
    const late = answeredLater<CallOutput<'orders', 'list'>>();
    vi.stubGlobal('window', { counter: { ...bridge, orders: { list: () => late.answer } } });
    useOrders.getState().listen();
    const looking = useFound.getState().look({});
    tell(order(1, { state: 'completed', codesState: 'sealed' }));
    late.come({ items: [order(2, {}), order(1, { state: 'unknown', codesState: 'none' })] });
    await looking;
    expect(
      Object.values(useOrders.getState().byId).map(({ operationId, codesState }) => [operationId, codesState]),
    ).toEqual([
      ['op-1', 'sealed'],
      ['op-2', 'handedOver'],
    ]);
    expect(useFound.getState().ids).toEqual(['op-2', 'op-1']);
  });
});

/** What main tells of an order, when a test wants it. */
function notices() {
  let tell: (order: OrderView) => void = () => undefined;
  return {
    tell: (moved: OrderView) => tell(moved),
    bridge: {
      on: (_: string, listener: typeof tell) => {
        tell = listener;
      },
    },
  };
}

function answeredLater<T>() {
  const { promise, resolve } = Promise.withResolvers<CallResult<T>>();
  return { answer: promise, come: (value: T) => resolve({ ok: true, value }) };
}
