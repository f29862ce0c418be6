import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openState } from '../../../../src-sandbox/state/service-state.ts';

const startMs = Date.UTC(2026, 10, 21);
const freshFolder = () => mkdtempSync(join(tmpdir(), 'sandbox-state-'));
const open = (dir: string) => openState({ dir, nativeBinding: undefined, activatesByItself: true, nowMs: startMs });

describe('the state of the service', () => {
  it('is the same again when its folder is opened again', () => {
    const dir = freshFolder();
    const state = open(dir);
    const before = {
      partner: state.settings.get('partnerId'),
      wallets: state.wallets.list(),
      cards: state.catalogue.cards.map(({ id }) => id),
    };
    state.close();
    const again = open(dir);
    expect({
      partner: again.settings.get('partnerId'),
      wallets: again.wallets.list(),
      cards: again.catalogue.cards.map(({ id }) => id),
    }).toEqual(before);
    again.close();
  });

  it('writes an order and its whole sale or nothing of them', () => {
    const state = open(freshFolder());
    const [wallet] = state.wallets.list();
    const card = state.catalogue.cards.find(({ firstStock }) => firstStock === 3);
    if (wallet === undefined || card === undefined) throw new Error('no seed');
    const order = {
      operationId: 'o',
      walletId: wallet.id,
      cardId: card.id,
      quantity: 4,
      totalThousandths: 1000,
      bodySha256: '',
      externalReference: null,
      useAllowedDebt: 0,
    };
    expect(() => state.orders.accept(order, { status: 'completed', reported: true }, startMs)).toThrow(
      'CHECK constraint',
    );
    expect([state.orders.find('o'), state.wallets.find(wallet.id), state.stock.left(card.id)]).toEqual([
      undefined,
      wallet,
      3,
    ]);
    state.close();
  });
});
