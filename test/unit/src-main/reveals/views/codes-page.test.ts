import { describe, expect, it } from 'vitest';
import { codesPage } from '../../../../../src-main/reveals/views/codes-page.ts';
import { codeParts } from '../../../../../src-shared/codes/codes-layout.ts';
import { languageCodes, languages } from '../../../../../src-shared/words/languages.ts';
import { pageMessages } from '../../../../../src-shared/words/page-messages.ts';

const card = { soldCardId: '00000007-0000-4000-8000-000000000001', serialNumber: null, voucher: '4417209388516100' };
const words = (html: string): string => html.slice(html.indexOf('<ol>')).replaceAll(/<[^>]*>/g, '');

describe('the page of codes', () => {
  it('has each code in groups, left to right in every language, and nothing where a card has none', () => {
    for (const language of languageCodes) {
      const { html } = codesPage([card], language);
      expect(html).toContain(
        '<bdi dir="ltr" class="to20"><span class="apart">4417</span><wbr><span class="apart">2093</span>',
      );
      expect(html).toContain('<p data-part="serialNumber"></p>');
      expect(words(html)).toBe('4417209388516100');
      expect(html).toContain(`dir="${languages[language].dir}"`);
    }
  });

  it.each(languageCodes)(
    'names each code for who hears it, in %s, by the word that stands in the list under it',
    (language) => {
      const { html } = codesPage([{ ...card, serialNumber: '88190045' }], language);
      for (const part of codeParts)
        expect(html).toContain(
          `<p data-part="${part}" role="group" aria-label="${pageMessages[language][`codes.${part}`]}"><bdi`,
        );
      expect(html).not.toMatch(/aria-live|role="(status|alert)"/);
    },
  );

  it.each([
    [20, 'to20'],
    [21, 'to28'],
    [28, 'to28'],
    [29, 'to40'],
    [40, 'to40'],
    [41, 'long'],
  ])('has a code of %s characters in the size %s', (length, size) => {
    expect(codesPage([{ ...card, voucher: '4'.repeat(length) }], 'en').html).toContain(`class="${size}"`);
  });

  it('sets groups apart but for the last, and where a separator does', () => {
    const { html } = codesPage([{ ...card, voucher: 'AB-CD' }], 'en');
    expect(words(html)).toBe('AB-CD');
    expect(html).not.toContain('class="apart"');
  });

  it('takes whatever a code is made of as text', () => {
    const { html } = codesPage([{ ...card, voucher: '<script>&"' }], 'en');
    expect(html).not.toContain('<script>');
    expect(words(html)).toBe('&lt;script&gt;&amp;&quot;');
  });

  it('has the same style for whatever codes, so that its policy tells nothing of them', () => {
    expect(codesPage([card], 'en').policy).toBe(codesPage([{ ...card, voucher: 'A'.repeat(400) }, card], 'ar').policy);
  });
});
