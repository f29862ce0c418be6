import { describe, expect, it } from 'vitest';
import { sheetStrips } from '../../../../../src-main/hosts/electron/receipt-pixels.ts';
import { imagesPage, sheetDots } from '../../../../../src-main/hosts/electron/receipt-sheet.ts';
import { papers } from '../../../../../src-main/receipts/papers.ts';

const width = 3;

/** One sign for each row: `#` has ink, a point has none. */
function picture(rows: string): { readonly bytes: Buffer; readonly width: number; readonly height: number } {
  const bytes = Buffer.alloc(rows.length * width * 4, 255);
  for (let y = 0; y < rows.length; y += 1) if (rows[y] === '#') bytes.fill(0, (y * width + 1) * 4, (y * width + 2) * 4);
  return { bytes, width, height: rows.length };
}

const cut = (rows: string, most: number): readonly string[] =>
  sheetStrips(picture(rows), most).map(({ y, height }) => rows.slice(y, y + height));

describe('a receipt that is longer than a sheet', () => {
  it('is cut where the gap is tallest, so that no text is cut through and a code keeps its name', () => {
    expect(cut('###.###.###...###.###', 15)).toEqual(['###.###.###...', '###.###']);
    expect(cut('##..##..##..##..##', 8)).toEqual(['##..##..', '##..##..', '##']);
  });

  it('is whole over its strips, also where nothing in it is white', () => {
    expect(cut('##########', 4)).toEqual(['####', '####', '##']);
    expect(cut('###', 4)).toEqual(['###']);
  });

  it('has a margin at the head of each sheet and room for one at its foot', () => {
    const most = sheetDots(papers.a4, 297_000);
    expect((most / papers.a4.dots) * 180).toBeLessThanOrEqual(267);
    expect(most).toBeGreaterThan(1500);
    expect(imagesPage(2, papers.a4)).toMatch(/img \{[^}]*padding-block-start: 15mm; break-after: page;/);
  });
});
