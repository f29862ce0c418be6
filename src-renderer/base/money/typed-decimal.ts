const digits = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹';
/** Commas that can only group thousands: a point stands behind them. */
const grouped = /^-?[1-9]\d{0,2}(?:,\d{3})+\.\d+$/;

/**
 * What a person typed in either set of digits, with either decimal point and either minus sign, as plain text. Whether
 * it is a number is for main to say: no sign that may mean something is lost.
 */
export function typedDecimal(text: string): string {
  const plain = text
    .replace(/[\u200e\u200f\u061c\s]/gu, '')
    .replace(/[٠-٩۰-۹]/gu, (digit) => String(digits.indexOf(digit) % 10))
    .replace('٫', '.')
    .replace(/(?<=\d)\u066c(?=\d{3}(?!\d))/gu, '')
    .replace('\u2212', '-')
    .replace(/^\+/, '')
    .replace(/^(-?)\.(?=\d)/, '$10.');
  return grouped.test(plain) ? plain.replaceAll(',', '') : plain;
}
