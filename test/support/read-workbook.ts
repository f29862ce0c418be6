import { contentOf, entriesOf } from './aes-zip.ts';

export interface ReadSheet {
  readonly name: string;
  readonly isRightToLeft: boolean;
  readonly rows: readonly (readonly string[])[];
  /** The types of all cells, and the formats of their styles. */
  readonly types: readonly string[];
  readonly formats: readonly string[];
}

/** The first sheet of an .xlsx, as a spreadsheet program reads it. */
export function readWorkbook(xlsx: Uint8Array): ReadSheet {
  return readParts(new Map(entriesOf(xlsx).map((entry) => [entry.name, contentOf(entry).toString('utf8')])));
}

/** The same of the texts that it is made of, by their paths. */
export function readParts(parts: ReadonlyMap<string, string>): ReadSheet {
  const workbook = parts.get('xl/workbook.xml') ?? '';
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  const styles = [...(parts.get('xl/styles.xml') ?? '').matchAll(/<xf numFmtId="(\d+)"[^>]*xfId=/g)].map(
    ([, id]) => id,
  );
  const cells = [...sheet.matchAll(/<c r="[A-Z]\d+" s="(\d+)" t="(\w+)">/g)];
  return {
    name: textOf(/<sheet name="([^"]*)"/.exec(workbook)?.[1] ?? ''),
    isRightToLeft: sheet.includes('rightToLeft="1"'),
    types: cells.map(([, , type]) => type ?? ''),
    formats: cells.map(([, style]) => styles[Number(style)] ?? ''),
    rows: [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = '']) => cellsOf(row)),
  };
}

function cellsOf(row: string): readonly string[] {
  const texts = new Map<number, string>();
  for (const [, column = 'A', text = ''] of row.matchAll(/<c r="([A-Z])\d+"[^>]*><is><t[^>]*>(.*?)<\/t>/gs))
    texts.set(column.charCodeAt(0) - 'A'.charCodeAt(0), textOf(text));
  return Array.from({ length: Math.max(...texts.keys(), -1) + 1 }, (_, index) => texts.get(index) ?? '');
}

/** Entities first, as a reader of XML; then the escapes of workbooks. */
function textOf(xml: string): string {
  return xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
