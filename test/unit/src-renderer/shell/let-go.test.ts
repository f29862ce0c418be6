import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useView } from '../../../../src-renderer/base/stores/view-store.ts';
import { useFound } from '../../../../src-renderer/entities/orders/found-store.ts';
import { useOrders } from '../../../../src-renderer/entities/orders/orders-store.ts';
import { useCheckout } from '../../../../src-renderer/entities/sale/checkout-store.ts';
import { letGoOfSettled } from '../../../../src-renderer/shell/let-go.ts';
import type { OrderView } from '../../../../src-shared/contract/schemas.ts';

function order(number: number, part: Partial<OrderView> = {}): OrderView {
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
    intendedAt: new Date(number * 1000).toISOString(),
    wantedUntil: new Date(0).toISOString(),
    codesState: 'handedOver',
    codesCameOut: true,
    prints: { times: 0 },
    wantedDecides: false,
    cancellable: false,
    ...part,
  };
}

const known = (): string[] => Object.keys(useOrders.getState().byId);
const sales = (count: number): OrderView[] => Array.from({ length: count }, (_, number) => order(number + 100));

beforeEach(() => {
  vi.stubGlobal('window', {});
  useOrders.setState(useOrders.getInitialState(), true);
  useFound.setState(useFound.getInitialState(), true);
  useView.setState(useView.getInitialState(), true);
  useCheckout.setState(useCheckout.getInitialState(), true);
});

describe('after many sales', () => {
  it('the newest settled ones are known, and every one that somebody still needs', () => {
    const stop = letGoOfSettled();
    const needed = [
      order(1, { state: 'unknown' }),
      order(2, { codesState: 'sealed' }),
      order(3, { state: 'refused' }),
      order(4),
    ];
    useOrders.setState({ unseen: ['op-3'] });
    useCheckout.setState({ stage: { kind: 'watch', operationId: 'op-4', codesOffered: true, besidesPending: false } });
    useOrders.getState().keep([...needed, ...sales(1_000)]);
    useFound.setState({ ids: known() });
    useView.getState().go('owned');
    expect(known().slice(0, 4)).toEqual(['op-1', 'op-2', 'op-3', 'op-4']);
    expect([
      known().length,
      useFound.getState().ids.length,
      known().includes('op-1099'),
      known().includes('op-100'),
    ]).toEqual([204, 204, true, false]);
    stop();
  });

  it('none is let go while the orders or the codes of one are looked at', () => {
    const stop = letGoOfSettled();
    useOrders.getState().keep(sales(500));
    useView.getState().openOrder('op-100');
    useView.getState().openCodes({ kind: 'order', operationId: 'op-100' });
    expect(known()).toHaveLength(500);
    useView.getState().go('sell');
    expect(known()).toHaveLength(200);
    stop();
  });
});
