import { describe, expect, it } from 'vitest';
import { codeGroups, groupsOfFour } from '../../../../src-shared/codes/code-groups.ts';

describe('codeGroups', () => {
  it.each([
    ['9RTK-77QX-M2LD', ['9RTK-', '77QX-', 'M2LD']],
    ['AB-123456789-C', ['AB-', '123456789-', 'C']],
    ['4417 2093  8851', ['4417 ', '2093  ', '8851']],
    ['12‑34–56', ['12‑', '34–', '56']],
    ['-9RTK-', ['-', '9RTK-']],
  ])('divides %s where the code does, and keeps what divides it', (code, groups) => {
    expect(codeGroups(code)).toEqual(groups);
  });

  it.each([
    ['4417209388516100', ['4417', '2093', '8851', '6100']],
    ['54309594272728', ['5430', '9594', '2727', '28']],
    ['123', ['123']],
    ['', []],
  ])('cuts %s, which has no separators, every four characters', (code, groups) => {
    expect(codeGroups(code)).toEqual(groups);
  });

  it.each([
    '9RTK-77QX-M2LD',
    '4417 2093  8851',
    ' -/9R',
    '4417209388516100',
    'a\nb',
    'https://example.com/r?c=9R-1',
    '٤٤١٧-٢٠٩٣',
    '🎫12345',
  ])('loses nothing of %j', (code) => {
    expect(codeGroups(code).join('')).toBe(code);
    expect(groupsOfFour(code).join('')).toBe(code);
  });
});

describe('groupsOfFour', () => {
  it('cuts a thumbprint evenly, whatever hyphens it happens to have', () => {
    expect(groupsOfFour('q3Zr-b_xVw1')).toEqual(['q3Zr', '-b_x', 'Vw1']);
  });
});
