/** Signs that XML 1.0 cannot hold, and other control characters: of a carriage return it would make a line end. */
const unwritable = /(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]|\p{Cs}/gu;
/** What a reader of a workbook takes for such a sign, written out: it must be text where a code holds it. */
const looksEscaped = /_(?=x[0-9A-Fa-f]{4}_)/g;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * A text as it stands in a cell, sign for sign: what XML cannot hold is written as `_x001F_`, as workbooks do
 * (ISO/IEC 29500, ST_Xstring).
 */
export function cellText(text: string): string {
  return text
    .replaceAll(looksEscaped, '_x005F_')
    .replaceAll(unwritable, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign);
}
