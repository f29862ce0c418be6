/** Letters that people type for one another, and the Arabic decimal separator. What NFKD folds is not here. */
const variants: Readonly<Record<string, string>> = {
  '\u0671': 'ا',
  ى: 'ي',
  ی: 'ي',
  ة: 'ه',
  ھ: 'ه',
  ک: 'ك',
  گ: 'ك',
  پ: 'ب',
  چ: 'ج',
  ڤ: 'ف',
  '٫': '.',
};
const variantLetters = new RegExp(`[${Object.keys(variants).join('')}]`, 'gu');
const arabicZero = 0x0660;
const persianZero = 0x06f0;

/**
 * The form in which texts are compared, the same at the counter and on the command line. NFKD without marks folds hamza
 * carriers, alef with madda, vowel signs and Latin accents; the rest are letters that people type for one another, the
 * tatweel, both sets of Arabic digits, and the commas that group thousands.
 */
export function normalised(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}\u0640]/gu, '')
    .toLowerCase()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - arabicZero))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - persianZero))
    .replace(variantLetters, (letter) => variants[letter] ?? letter)
    .replace(/(?<=\d)[,\u066c](?=\d{3})/g, '')
    .replace(/[^\p{L}\p{N}.]+|\.(?!\d)|(?<!\d)\./gu, ' ')
    .trim();
}

/** The words of a text, normalised; a number is a word of its own also where it touches letters, as in `60UC`. */
export function wordsOf(text: string): readonly string[] {
  return normalised(text).match(/[\d.]+|[^\s\d.]+/g) ?? [];
}
