import { describe, expect, it } from 'vitest';

import { matches, normalize } from '../../../../../src-renderer/features/catalogue/normalize.ts';

describe('normalize', () => {
  it.each([
    ['إنترنت', 'انترنت'], ['أوريدو', 'اوريدو'], ['آب ستور', 'اب ستور'], ['بطاقة', 'بطاقه'], ['موسيقى', 'موسيقي'], ['شَحْن', 'شحن'], ['زيـــن', 'زين'],
    ['٢٥', '25'], ['۲۵', '25'], ['٢٫٥٠٠', '2.500'], ['1,236', '1236'], ['  Zain   5 ', 'zain 5'], ['Café', 'cafe'],
  ])('reads %s as %s', (written, read) => {
    expect(normalize(written)).toBe(read);
  });

  it('finds words in any order, and not one that is missing', () => {
    const text = normalize('PlayStation Store 20 متجر بلايستيشن');
    expect(matches(text, normalize('20 play'))).toBe(true);
    expect(matches(text, normalize('بلايستيشن ٢٠'))).toBe(true);
    expect(matches(text, normalize('play 50'))).toBe(false);
  });
});
