import { describe, expect, it } from 'vitest';
import type { OrderView } from '../../../../src-shared/contract/schemas.ts';
import { recentlySold } from '../../../../src-shared/search/recently-sold.ts';
import { order } from '../../../ui/renderer/double-data.ts';

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
