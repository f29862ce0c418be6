import { describe, expect, it } from 'vitest';
import { knownId, type WalletId } from '../../../../../src-main/core/ids.ts';
import { conclusion, findingsOf, type Beside } from '../../../../../src-main/reveals/machine/findings.ts';
import { compared, knownCardsIn } from '../../../../../src-main/reveals/machine/known-cards.ts';
import type { OwnedCheck } from '../../../../../src-main/reveals/machine/owned-check.ts';
import {
  failureIn,
  mayAccept,
  stopsEveryWallet,
  uncheckedOf,
} from '../../../../../src-main/reveals/machine/unchecked.ts';
import { invoiceId, operationId, otherOperationId, soldCardId, walletId } from '../../orders/order-samples.ts';
import { soldOrder } from './samples.ts';

const otherWallet = knownId<WalletId>('0b000000-0000-4000-8000-000000000002');
const known = knownCardsIn([
  [operationId, soldOrder([1, 2])],
  [otherOperationId, soldOrder([], { completed: null, intent: { walletId: otherWallet, quantity: 1 } })],
]);
const ids = (...cards: readonly number[]) => cards.map(soldCardId);

function checked(
  owned: readonly number[],
  unknown: readonly number[] = [],
  others: readonly number[] = [],
): OwnedCheck {
  const [ownedCards, unknownCards] = [owned, unknown].map((cards) => new Set(ids(...cards)));
  return {
    firstSeq: 1,
    owned: ownedCards ?? new Set(),
    unknown: unknownCards ?? new Set(),
    others: new Map(others.map((card) => [soldCardId(card), card === 5 ? otherWallet : walletId])),
    wallets: new Map(),
    lastUnchecked: null,
  };
}

const beside: Beside = { known, unchecked: [], lostOrders: [], isDoubted: () => false, isNewer: () => false };

describe('what these records know of', () => {
  it('are the wallets sold from, the orders, and the cards and invoices that those brought', () => {
    expect(known).toEqual({
      wallets: new Set([walletId, otherWallet]),
      operationIds: new Set([operationId, otherOperationId]),
      bought: new Map(ids(1, 2).map((card) => [card, { walletId, operationId }])),
      invoices: new Set([invoiceId]),
    });
  });

  it('is a card by itself, by its order or by its invoice; of the rest is said which name another order', () => {
    const cards = [
      { soldCardId: soldCardId(1) },
      { soldCardId: soldCardId(3), operationId: otherOperationId },
      { soldCardId: soldCardId(4), invoiceId },
      { soldCardId: soldCardId(5) },
      { soldCardId: soldCardId(6), operationId: walletId },
      { soldCardId: soldCardId(7), invoiceId: walletId },
    ];
    expect(compared(known, cards)).toEqual({ known: ids(1, 3, 4), unknown: ids(5, 6, 7), others: ids(6, 7) });
  });
});

describe('what a check of owned cards finds', () => {
  it('is nothing where both are the same', () => {
    expect(findingsOf(checked([1, 2]), beside)).toEqual({ ownedCards: 2, unknownCards: [], missingCards: [] });
  });

  it('are cards that these records do not know; those of another order only where the records are in doubt', () => {
    const check = checked([1, 2, 3, 4, 5], [3, 4, 5], [4, 5]);
    const unknownIn = (isDoubted: Beside['isDoubted']) => findingsOf(check, { ...beside, isDoubted }).unknownCards;
    expect(unknownIn(() => false)).toEqual(ids(3));
    expect(unknownIn((wallet) => wallet === otherWallet)).toEqual(ids(3, 5));
    expect(unknownIn(() => true)).toEqual(ids(3, 4, 5));
  });

  it('are cards that were bought and are not owned, but for a wallet unread and what was bought meanwhile', () => {
    const check = checked([1]);
    expect(findingsOf(check, beside).missingCards).toEqual(ids(2));
    expect(findingsOf(check, { ...beside, isNewer: (id) => id === operationId }).missingCards).toEqual([]);
    const unchecked = [{ walletId, code: 'wallet_not_granted' as const }];
    expect(findingsOf(check, { ...beside, unchecked })).toMatchObject({ missingCards: [], unchecked });
  });

  it('are orders whose intent was lost, as the service says they stand', () => {
    const lost = { operationId, standing: 'completed', invoiceId: null, walletId: null, cardId: null, quantity: 2 };
    const found = findingsOf(checked([1, 2]), { ...beside, lostOrders: [lost] });
    expect(found.lostOrders).toEqual([lost]);
    expect(conclusion(found, undefined)).toEqual({
      accepted: [],
      reconciled: {
        subject: '',
        kind: 'owned-cards-reconciled',
        body: { ownedCards: 2, unknownCards: [], missingCards: [], lostOrders: [lost] },
      },
    });
  });

  it('is not accepted where nobody gave their word', () => {
    const unchecked = [{ walletId, code: 'wallet_not_granted' as const }];
    expect(conclusion(findingsOf(checked([1, 2]), { ...beside, unchecked }), undefined).accepted).toEqual([]);
  });

  it('is recorded with the word of whoever accepted what could not be read', () => {
    const unchecked = [{ walletId, code: 'wallet_not_granted' as const }];
    const found = findingsOf(checked([1, 2]), { ...beside, unchecked });
    const reconciled = {
      subject: '',
      kind: 'owned-cards-reconciled',
      body: { ownedCards: 2, unknownCards: [], missingCards: [], unchecked },
    };
    expect(conclusion(found, 'Manager')).toEqual({
      accepted: [{ subject: '', kind: 'unchecked-cards-accepted', body: { by: 'Manager', unchecked } }],
      reconciled,
    });
    expect(conclusion(findingsOf(checked([1, 2]), beside), 'Manager').accepted).toEqual([]);
  });
});

describe('what could not be read', () => {
  const refused = uncheckedOf({ code: 'wallet_not_granted', httpStatus: 403, field: 'wallet' }, walletId);

  it('says where and why', () => {
    expect(refused).toEqual({ walletId, code: 'wallet_not_granted', httpStatus: 403 });
    expect(failureIn(refused)).toEqual({ code: 'wallet_not_granted', httpStatus: 403 });
    expect(uncheckedOf({ code: 'rate_limited', detail: 'later', requestId: 'r' })).toEqual({
      code: 'rate_limited',
      detail: 'later',
      requestId: 'r',
    });
  });

  it('is accepted only as far as it was shown, and where the service answered', () => {
    const unanswered = uncheckedOf({ code: 'service_unreachable' }, walletId);
    expect(mayAccept([refused], [refused])).toBe(true);
    expect(mayAccept([refused], null)).toBe(false);
    expect(mayAccept([refused, { ...refused, walletId: otherWallet }], [refused])).toBe(false);
    expect(mayAccept([unanswered], [unanswered])).toBe(false);
  });

  it.each(['service_unreachable', 'connection_lost', 'answer_timeout', 'not_enrolled'] as const)(
    'is nothing that a person could accept where nothing was answered: %s',
    (code) => {
      expect(mayAccept([uncheckedOf({ code }, walletId)], [uncheckedOf({ code }, walletId)])).toBe(false);
      expect(stopsEveryWallet({ code })).toBe(true);
    },
  );

  it.each([
    'invalid_credentials',
    'insufficient_scope',
    'source_ip_not_allowed',
    'rate_limited',
    'dependency_unavailable',
  ] as const)('ends the check for every wallet where no other would answer: %s', (code) => {
    expect(mayAccept([uncheckedOf({ code }, walletId)], [uncheckedOf({ code }, walletId)])).toBe(true);
    expect(stopsEveryWallet({ code })).toBe(true);
  });

  it.each(['wallet_not_granted', 'resource_not_found', 'answer_unreadable'] as const)(
    'is that of one wallet alone: %s',
    (code) => {
      expect(stopsEveryWallet({ code })).toBe(false);
    },
  );
});

it('what a check found is recorded card by card', () => {
  const found = { ownedCards: 2, unknownCards: [soldCardId(3)], missingCards: [soldCardId(1), soldCardId(2)] };
  expect(conclusion(found, undefined).reconciled.body).toEqual(found);
});
