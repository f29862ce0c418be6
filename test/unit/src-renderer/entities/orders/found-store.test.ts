import { beforeEach, describe, expect, it, vi } from 'vitest';
import { everyOrder, narrowingOf, queryOf, useFound } from '../../../../../src-renderer/entities/orders/found-store.ts';
import { useOrders } from '../../../../../src-renderer/entities/orders/orders-store.ts';
import { orderQuery } from '../../../../../src-shared/contract/order-list.ts';
import type { CallInput } from '../../../../../src-shared/contract/schemas.ts';

type Query = CallInput<'orders', 'list'>;
let asked: Query[];
/** Ids in the order in which main has them, and what it answers later. */
let kept: string[];
let late: (() => void)[];

/** Made in the order of their letters. */
const item = (operationId: string) => ({ operationId, state: 'completed', codes: [], intendedAt: operationId });

beforeEach(() => {
  asked = [];
  late = [];
  kept = ['e', 'd', 'c', 'b', 'a'];
  vi.stubGlobal('window', {
    counter: {
      orders: {
        list: (query: Query) => {
          asked.push(query);
          const from = Number(query.cursor ?? '0');
          const page = () => ({
            ok: true,
            value: {
              items: kept.slice(from, from + 2).map(item),
              ...(from + 2 < kept.length ? { nextCursor: String(from + 2) } : {}),
            },
          });
          return query.find === 'slow'
            ? new Promise((resolve) => late.push(() => resolve(page())))
            : Promise.resolve(page());
        },
      },
    },
  });
  useOrders.setState(useOrders.getInitialState(), true);
  useFound.setState(useFound.getInitialState(), true);
});

describe('a search for orders', () => {
  it('asks main for what is given and nothing else, in the words of the contract', () => {
    const id = '0a000000-0000-4000-8000-000000000001';
    expect(queryOf(everyOrder)).toEqual({ show: 'all' });
    const query = queryOf({
      show: 'unsettled',
      states: ['failed'],
      walletId: id,
      card: { cardId: id, cardName: undefined },
      days: { first: '2026-11-21', last: '2026-11-21' },
      find: '  till 2 ',
    });
    expect(orderQuery.parse(query)).toEqual({
      show: 'unsettled',
      states: ['failed'],
      walletId: id,
      cardId: id,
      find: 'till 2',
      from: new Date(2026, 10, 21).toISOString(),
      until: new Date(2026, 10, 22).toISOString(),
    });
    expect([
      narrowingOf(everyOrder),
      narrowingOf({ ...everyOrder, show: 'unsettled' }),
      narrowingOf({ ...everyOrder, find: 'x' }),
      narrowingOf({ ...everyOrder, show: 'owed' }),
    ]).toEqual(['all', 'unsettled', 'more', 'owed']);
  });

  it('of a day in words, in whatever language, is one of that day and of the other words', () => {
    const now = new Date(2026, 10, 22, 0, 5);
    const day = { from: new Date(2026, 10, 21).toISOString(), until: new Date(2026, 10, 22).toISOString() };
    expect(queryOf({ ...everyOrder, find: 'yesterday' }, now)).toEqual({ show: 'all', ...day });
    expect(queryOf({ ...everyOrder, find: 'زين أمس' }, now)).toEqual({ show: 'all', ...day, find: 'زين' });
    const days = { first: '2026-11-01', last: '2026-11-30' };
    expect(queryOf({ ...everyOrder, find: 'yesterday', days }, now)).toEqual({
      show: 'all',
      find: 'yesterday',
      from: new Date(2026, 10, 1).toISOString(),
      until: new Date(2026, 11, 1).toISOString(),
    });
    expect(narrowingOf({ ...everyOrder, days })).toBe('more');
  });

  it('has a sale made since at its top before main is asked again, and an older one that is read not', async () => {
    await useFound.getState().look({});
    kept = ['new', ...kept];
    await useOrders.getState().load();
    expect(useFound.getState().ids).toEqual(['new', 'e', 'd']);
    await useFound.getState().look({ find: 'x' });
    kept = ['newer', ...kept];
    await useOrders.getState().load();
    expect(useFound.getState().ids).toEqual(['new', 'e']);
  });

  it('shows the answer to what was typed last, whatever comes later', async () => {
    const slow = useFound.getState().look({ find: 'slow' });
    await useFound.getState().look({ find: 'quick' });
    kept = ['other'];
    late.forEach((answer) => answer());
    await slow;
    expect(useFound.getState().ids).toEqual(['e', 'd']);
  });

  it('keeps what was read of older orders when new ones come', async () => {
    await useFound.getState().look({});
    await useFound.getState().loadOlder();
    expect(useFound.getState()).toMatchObject({ ids: ['e', 'd', 'c', 'b'], nextCursor: '4' });
    kept = ['f', ...kept];
    await useFound.getState().refresh();
    expect(useFound.getState()).toMatchObject({ ids: ['f', 'e', 'd', 'c', 'b'], nextCursor: '4' });
  });
});
