import { describe, expect, it } from 'vitest';
import { recentlySold, withFavourite } from '../../../../../src-renderer/features/catalogue/habits.ts';
import type { OrderView } from '../../../../../src-shared/contract/schemas.ts';
import { order } from '../../../../ui/renderer/double-data.ts';

describe('favourites', () => {
  it('take a card as the last and give it back without moving the others', () => {
    expect(withFavourite(['a', 'b'], 'c')).toEqual(['a', 'b', 'c']);
    expect(withFavourite(['a', 'b', 'c'], 'b')).toEqual(['a', 'c']);
  });

  it('are never more than are kept', () => {
    const full = Array.from({ length: 200 }, (_, index) => String(index));
    expect(withFavourite(full, 'new')).toEqual(full);
  });
});

describe('what was sold last', () => {
  const sale = (number: number, part: Partial<OrderView>): OrderView => order(number, { walletId: 'mine', ...part });

  it('is each card once, the latest sale first, of this wallet and bought', () => {
    const orders = [
      sale(3, { cardId: 'old' }),
      sale(1, { cardId: 'new' }),
      sale(2, { cardId: 'old' }),
      sale(0, { cardId: 'lost', state: 'unknown' }),
      sale(0, { cardId: 'theirs', walletId: 'other' }),
    ];
    expect(recentlySold(orders, 'mine')).toEqual(['new', 'old']);
  });

  it('is no more than twelve', () => {
    expect(
      recentlySold(
        Array.from({ length: 30 }, (_, index) => sale(index, { cardId: String(index) })),
        'mine',
      ),
    ).toHaveLength(12);
  });
});
