import { describe, expect, it } from 'vitest';
import { normalised, wordsOf } from '../../../../src-shared/search/search-text.ts';

describe('the form in which texts are compared', () => {
  it.each([
    ['forms of alef', 'أإآٱا', 'ااااا'],
    ['alef forms at the beginning of words', 'إنترنت أوريدو آب', 'انترنت اوريدو اب'],
    ['taa marbuta and haa', 'بطاقة', 'بطاقه'],
    ['alef maqsura and yaa', 'مستوى', 'مستوي'],
    ['hamza on waw and yaa', 'مؤئ', 'موي'],
    ['vowel signs and the tatweel', 'مُـحَـمَّـد', 'محمد'],
    ['Persian yaa and kaf, as some keyboards type them', 'کی', 'كي'],
    ['letters for sounds that Arabic does not have', 'پلايستيشن گوگل', 'بلايستيشن كوكل'],
    ['Arabic and Persian digits', '٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹', '0123456789 0123456789'],
    ['the Arabic decimal separator', '٥٫٢٥٠', '5.250'],
    ['grouped thousands in both scripts', '1,236 ١٬٢٣٦', '1236 1236'],
    ['presentation forms', 'ﻻ', 'لا'],
    ['case and accents', 'CAFÉ', 'cafe'],
    ['invisible marks', '\u200f50\u061c', '50'],
    ['punctuation and spaces', '  i-Tunes,\u00a0(US). ', 'i tunes us'],
  ])('is one for %s', (_, text, form) => {
    expect(normalised(text)).toBe(form);
  });

  it('takes a number for a word of its own also where it touches letters', () => {
    expect(wordsOf('60UC، ١٠دنانير 2.500KWD')).toEqual(['60', 'uc', '10', 'دنانير', '2.500', 'kwd']);
  });
});
