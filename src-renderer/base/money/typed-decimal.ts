const digits = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹';

/**
 * What a person typed in either set of digits, with either decimal point and either minus sign, as plain text. Whether
 * it is a number is for main to say: nothing of it is lost.
 */
export function typedDecimal(text: string): string {
  return text
    .replace(/[\u200e\u200f\u061c\s]/gu, '')
    .replace(/[٠-٩۰-۹]/gu, (digit) => String(digits.indexOf(digit) % 10))
    .replace('٫', '.')
    .replace('\u2212', '-')
    .replace(/^\+/, '');
}
