import { expect, it } from 'vitest';
import { knownId, type WalletId } from '../../../../../src-main/core/ids.ts';
import { mayAccept, uncheckedOf } from '../../../../../src-main/reveals/machine/unchecked.ts';
import { walletId } from '../../orders/order-samples.ts';

it('a person accepts less than they were shown', () => {
  const left = { walletId, code: 'wallet_not_granted' as const };
  const readSince = { ...left, walletId: knownId<WalletId>('0b000000-0000-4000-8000-000000000002') };
  expect(mayAccept([left], [readSince, left])).toBe(true);
});

it('what could not be read has no member that nobody filled', () => {
  expect(uncheckedOf({ code: 'rate_limited' })).toStrictEqual({ code: 'rate_limited' });
});
