import { describe, expect, it } from 'vitest';
import { csvFigure, csvFile, csvText } from '../../../../src-main/pages/csv.ts';
import { reportFile, reportPapers, type Block } from '../../../../src-main/pages/report-blocks.ts';
import { papers } from '../../../../src-main/receipts/papers.ts';

const drawn = { language: 'en', title: 'A report' } as const;
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    markup: `row ${String(index)}.`,
    cells: ['1', '2', '3'],
    share: 0.5,
  }));
const long: readonly Block[] = [
  { kind: 'title', text: 'A <report>' },
  { kind: 'facts', rows: [{ name: 'Sales', markup: '12' }] },
  { kind: 'heading', text: 'By card' },
  { kind: 'table', heads: ['One', 'Two', 'Three'], rows: rows(90) },
  { kind: 'heading', text: 'The end' },
  { kind: 'note', markup: 'of it' },
];

describe.each(Object.entries(papers))('a long report on %s', (_, paper) => {
  const documents = reportPapers(long, paper, drawn);

  it('is cut into images that are short enough, with each row once and in its place', () => {
    expect(documents.length).toBeGreaterThan(1);
    expect(documents.join('').match(/row \d+\./g)).toEqual(rows(90).map(({ markup }) => markup));
    for (const document of documents) {
      const lines = (document.match(/<h1|<h2|<h3|<tr|<div|<p>/g) ?? []).length;
      expect(lines).toBeLessThanOrEqual(70);
      expect(document).toContain(`inline-size: ${String(paper.dots)}px`);
    }
  });

  it('ends no image with a heading, and begins with its title, which runs nothing', () => {
    expect(documents[0]).toContain('<h1>A &lt;report&gt;</h1>');
    for (const document of documents) expect(document).not.toMatch(/<\/h[12]><\/main>/);
  });
});

it('each column of a row has its name on a roll, where a table has no room', () => {
  const [document = ''] = reportPapers(long, papers['58mm'], drawn);
  expect(document).not.toContain('<table');
  expect(document).toContain('<dt><bdi>Two</bdi></dt><dd>2</dd>');
  expect(reportPapers(long, papers.a4, drawn)[0]).toContain('<th scope="col">Two</th>');
});

it('a bar says nothing to who hears the page', () => {
  const file = reportFile(long, drawn);
  expect(file.match(/<svg viewBox="0 0 100 10" aria-hidden="true"><rect width="50"/g)).toHaveLength(90);
  expect(file).toMatch(/http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-/);
});

describe('a cell', () => {
  it('of text is quoted, and is no formula', () => {
    expect(csvFile(['a', 'b'], [[csvText('=1+1'), csvText('a "b"')]])).toBe('\u{FEFF}a,b\r\n"\'=1+1","a ""b"""\r\n');
  });

  it.each(['12.500', '-0.250', '2026-11-24', '10:05:09', 'hereOnly', ''])('of %j is a figure', (figure) => {
    expect(csvFile(['a'], [[csvFigure(figure)]])).toBe(`\u{FEFF}a\r\n${figure}\r\n`);
  });

  it.each(['=1', '-1+1', '-a', '+1', 'a,b', '"', '1\r\n2', '@a'])('of %j is none, and is not written', (figure) => {
    expect(() => csvFile(['a'], [[csvFigure(figure)]])).toThrow();
  });
});
