import { cellText } from './cell-text.ts';

/** One sheet of texts. No cell is a number or a formula, whatever it looks like. */
export interface Sheet {
  readonly name: string;
  readonly rightToLeft: boolean;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A part of a workbook: its path in the file, and its text. */
export interface Part {
  readonly path: string;
  readonly text: string;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The styles of cells: text as it stands, and the same in bold. Format 49 is Text: an edited cell stays one. */
const plain = 1;
const bold = 2;

/** The parts of an .xlsx with this sheet alone (ISO/IEC 29500). */
export function workbookParts(sheet: Sheet): readonly Part[] {
  return [
    part('[Content_Types].xml', `<Types xmlns="${packaged}/content-types">${contentTypes}</Types>`),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${packaged}/relationships">` +
        `${related(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${spreadsheet}" xmlns:r="${relationships}"><sheets>` +
        `<sheet name="${attribute(sheetName(sheet.name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packaged}/relationships">${related(1, 'worksheet', 'worksheets/sheet1.xml')}` +
        `${related(2, 'styles', 'styles.xml')}</Relationships>`,
    ),
    part('xl/styles.xml', styles),
    part('xl/worksheets/sheet1.xml', worksheet(sheet)),
  ];
}

function part(path: string, text: string): Part {
  return { path, text: `${declaration}${text}` };
}

function related(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${relationships}/${type}" Target="${target}"/>`;
}

const contentTypes = [
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  `<Override PartName="/xl/workbook.xml" ContentType="${workbookType}.sheet.main+xml"/>`,
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${workbookType}.worksheet+xml"/>`,
  `<Override PartName="/xl/styles.xml" ContentType="${workbookType}.styles+xml"/>`,
].join('');

const styles =
  `<styleSheet xmlns="${spreadsheet}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/** The first row stays in sight. */
function worksheet({ rightToLeft, header, rows }: Sheet): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const view = `<sheetView workbookViewId="0"${rightToLeft ? ' rightToLeft="1"' : ''}>${pane}</sheetView>`;
  const columns = header.map(
    (_, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widthOf(index, header, rows)}" ` +
      `style="${plain}" customWidth="1"/>`,
  );
  const drawn = [rowXml(header, 1, bold), ...rows.map((row, index) => rowXml(row, index + 2, plain))];
  return (
    `<worksheet xmlns="${spreadsheet}"><sheetViews>${view}</sheetViews>` +
    `<cols>${columns.join('')}</cols><sheetData>${drawn.join('')}</sheetData></worksheet>`
  );
}

function rowXml(cells: readonly string[], number: number, style: number): string {
  const drawn = cells.map((text, index) =>
    text === ''
      ? ''
      : `<c r="${columnName(index)}${number}" s="${style}" t="inlineStr">` +
        `<is><t xml:space="preserve">${cellText(text)}</t></is></c>`,
  );
  return `<row r="${number}">${drawn.join('')}</row>`;
}

/** Of a few columns: `A` to `Z`. */
function columnName(index: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + index);
}

const widest = 60;

function widthOf(index: number, header: readonly string[], rows: readonly (readonly string[])[]): number {
  const longest = rows.reduce((most, row) => Math.max(most, row[index]?.length ?? 0), header[index]?.length ?? 0);
  return Math.min(longest, widest) + 4;
}

/** A sheet's name has at most 31 signs, and not these. */
function sheetName(name: string): string {
  const usual = name.replaceAll(/[\p{Cc}[\]:*?/\\']/gu, ' ').trim();
  return usual === '' ? '1' : usual.slice(0, 31);
}

function attribute(text: string): string {
  return cellText(text).replaceAll('"', '&quot;');
}
