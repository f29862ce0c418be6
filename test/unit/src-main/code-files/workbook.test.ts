import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encryptedWorkbook } from '../../../../src-main/code-files/archive.ts';
import { cellText } from '../../../../src-main/code-files/cell-text.ts';
import { workbookParts, type Sheet } from '../../../../src-main/code-files/workbook.ts';
import { contentOf, entriesOf } from '../../../support/aes-zip.ts';
import { readParts, readWorkbook, type ReadSheet } from '../../../support/read-workbook.ts';

const password = 'ABCD-EFGH-JKMN-PQRS-TVWX';

function sheetOf(...rows: readonly (readonly string[])[]): Sheet {
  return { name: 'Codes C7-0412', rightToLeft: false, header: ['Card', 'Card code'], rows };
}

async function readBack(sheet: Sheet): Promise<ReadSheet> {
  const [entry] = entriesOf(await encryptedWorkbook(sheet, password));
  if (entry === undefined) throw new Error('nothing in the archive');
  return readWorkbook(contentOf(entry, password));
}

describe('the workbook', () => {
  it('keeps codes that look like numbers, dates or formulas, sign for sign, as text', async () => {
    const codes = ['0012345678901234', '=1+1', '+47', '-5', '@SUM(A1)', '1E9', '1/2', '\tTAB', ' ', "'quoted", '<&>"'];
    const { rows, types, formats } = await readBack(sheetOf(...codes.map((code) => ['Card', code])));
    expect(rows.slice(1).map(([, code]) => code)).toEqual(codes);
    expect([...new Set(types)]).toEqual(['inlineStr']);
    expect([...new Set(formats)]).toEqual(['49']);
  });

  it('gives back any code, also with signs that XML has not, or that look like its escapes', () => {
    const sign = fc.constantFrom(
      '\u0000',
      '\r',
      '\n',
      '\u001f',
      '\ufffe',
      '\ud800',
      '_',
      'x',
      '0',
      '0',
      'A',
      '1',
      '_x000D_',
      '&',
      ']]>',
      'ش',
      '🎁',
    );
    const text = fc.oneof(
      fc.array(sign, { minLength: 1, maxLength: 12 }).map((signs) => signs.join('')),
      fc.string({ minLength: 1, unit: 'binary' }),
    );
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (texts) => {
        const parts = workbookParts(sheetOf(...texts.map((each) => ['Card', each])));
        const { rows } = readParts(new Map(parts.map((part) => [part.path, part.text])));
        expect(rows.slice(1).map(([, code]) => code)).toEqual(texts);
      }),
      { numRuns: 100 },
    );
  });

  it('holds nothing that XML forbids', () => {
    const forbidden = /[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
    expect(cellText('a\r\u0000\u000b\ufffe\udc00b')).toBe('a_x000D__x0000__x000B__xFFFE__xDC00_b');
    expect(cellText('_x000D_ _x00d_ __x0041_')).toBe('_x005F_x000D_ _x00d_ __x005F_x0041_');
    for (const { text } of workbookParts(sheetOf(['\u0001', '\ud800']))) expect(forbidden.test(text)).toBe(false);
  });

  it('lies from the right in Arabic, and has a name that a sheet may have', async () => {
    const sheet = {
      ...sheetOf(['بطاقة', '1']),
      name: "الرموز: C7/0412 '[x]*?\\ and a very long name",
      rightToLeft: true,
    };
    const { name, isRightToLeft, rows } = await readBack(sheet);
    expect(isRightToLeft).toBe(true);
    expect(name.length).toBeLessThanOrEqual(31);
    expect(name).not.toMatch(/[[\]:*?/\\']/);
    expect(rows[1]).toEqual(['بطاقة', '1']);
    expect((await readBack(sheetOf(['a', '1']))).isRightToLeft).toBe(false);
  });
});

describe('the archive', () => {
  it('is AE-2 with 256 bits, and tells neither codes nor what they are', async () => {
    const archive = await encryptedWorkbook(sheetOf(['Card', 'CANARY-CODE-1234']), password);
    const entries = entriesOf(archive);
    expect(entries.map(({ name, method, isEncrypted, crc32, aes }) => [name, method, isEncrypted, crc32, aes])).toEqual(
      [['codes.xlsx', 99, true, 0, { version: 2, strength: 3, method: 0 }]],
    );
    expect(Buffer.from(archive).includes('CANARY')).toBe(false);
    expect(Buffer.from(archive).includes('xl/worksheets')).toBe(false);
  });

  it('opens with its password alone, and not once a byte of it was changed', async () => {
    const archive = await encryptedWorkbook(sheetOf(['Card', '1']), password);
    const [entry] = entriesOf(archive);
    if (entry === undefined) throw new Error('nothing in the archive');
    expect(() => contentOf(entry, password.toLowerCase())).toThrow();
    const changed = { ...entry, data: Buffer.from(entry.data) };
    changed.data[40] = (changed.data[40] ?? 0) ^ 1;
    expect(() => contentOf(changed, password)).toThrow('changed');
  });

  it('is another one each time', async () => {
    const sheet = sheetOf(['Card', '1']);
    const [one, other] = [await encryptedWorkbook(sheet, password), await encryptedWorkbook(sheet, password)];
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(false);
  });
});
