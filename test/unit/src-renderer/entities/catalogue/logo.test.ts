import { describe, expect, it } from 'vitest';
import { initialsOf } from '../../../../../src-renderer/entities/catalogue/logo.tsx';

describe('initials', () => {
  it.each([
    ['PlayStation Store', 'P\u200cS'],
    ['zain', 'ZA'],
    ['X', 'X'],
    ['زين', 'ز'],
    ['شحن الهاتف', 'ش\u200cه'],
    ['الألعاب', 'أ'],
    ['التطبيقات والموسيقى', 'ت\u200cم'],
    ['5G+', '5G'],
    ['', ''],
    ['***', ''],
  ])('of %s are %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
