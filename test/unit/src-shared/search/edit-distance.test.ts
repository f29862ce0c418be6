import { describe, expect, it } from 'vitest';
import { almostBegins } from '../../../../src-shared/search/edit-distance.ts';

describe('a word that is typed with a slip', () => {
  it.each([
    ['a letter missing', 'playstation', 'plystation', 1],
    ['a letter too many', 'steam', 'steeam', 1],
    ['a wrong letter', 'ooredoo', 'ooredio', 1],
    ['two letters swapped', 'netflix', 'netlfix', 1],
    ['a slip in a word that is still being typed', 'playstation', 'plays', 1],
    ['a swap in the first letters of one', 'netflix', 'ntef', 1],
    ['a slip in Arabic', 'بلايستيشن', 'بلايسيشن', 1],
    ['two slips where two are allowed', 'playstation', 'pleystatoin', 2],
  ])('is taken for it with %s', (_, word, typed, most) => {
    expect(almostBegins(word, typed, most)).toBe(true);
  });

  it.each([
    ['two slips where one is allowed', 'steam', 'stheem', 1],
    ['another word', 'xbox', 'zain', 1],
    ['a word much longer than it', 'stc', 'steam', 1],
  ])('is not taken for it with %s', (_, word, typed, most) => {
    expect(almostBegins(word, typed, most)).toBe(false);
  });
});
