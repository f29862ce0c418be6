import { describe, expect, it } from 'vitest';
import { withFavourite } from '../../../../../src-renderer/features/catalogue/habits.ts';

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
