import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256Base64url } from '../../../../src-main/core/hash.ts';
import { openPreferences } from '../../../../src-main/preferences/preferences.ts';
import { initialPreferences } from '../../../../src-shared/contract/initial-preferences.ts';
import { preferencesChange, preferencesView } from '../../../../src-shared/contract/preferences.ts';
import { tempFolder } from '../../../support/temp.ts';

const card = '00000000-0000-4000-8000-000000000001';

const digestOf = (code: string): string => `hmac:${sha256Base64url(code)}`;

function folderWith(kept: object): string {
  const folder = tempFolder();
  writeFileSync(join(folder, 'preferences.json'), JSON.stringify(kept));
  return folder;
}

describe('preferences', () => {
  it('are the first ones in a folder without any', () => {
    expect(openPreferences(tempFolder(), null).read()).toEqual(initialPreferences);
  });

  it('are there again when the counter is opened again, for their owner alone', () => {
    const folder = tempFolder();
    expect(openPreferences(folder, null).change({ favourites: [card] })).toMatchObject({
      ok: true,
      value: { favourites: [card] },
    });
    expect(openPreferences(folder, null).read()).toEqual({ ...initialPreferences, favourites: [card] });
    expect(statSync(join(folder, 'preferences.json')).mode & 0o777).toBe(0o600);
  });

  it('lose only the field that cannot be read', () => {
    const folder = tempFolder();
    writeFileSync(
      join(folder, 'preferences.json'),
      JSON.stringify({ favourites: [card], clipboardSeconds: -1, colour: 'red' }),
    );
    expect(openPreferences(folder, null).read()).toEqual({ ...initialPreferences, favourites: [card] });
  });

  it('of the version before, which had no shop for receipts, are all kept', () => {
    const older = {
      favourites: [card],
      lowBalance: { [card]: '5.000' },
      pairedBarcodes: { [digestOf('4006381333931')]: card },
      walletId: card,
      receiptPaper: '58mm',
      printerName: 'Counter 1',
      clipboardSeconds: 45,
      idleLockMinutes: 9,
      askAboveCards: 20,
      askAboveAmount: { KWD: '50.000' },
    };
    expect(openPreferences(folderWith(older), null).read()).toEqual({ ...initialPreferences, ...older });
  });

  it('are the first ones where the file is no JSON at all', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'preferences.json'), '{"favour');
    expect(openPreferences(folder, null).read()).toEqual(initialPreferences);
  });

  it('stay as they were where a change cannot be kept', () => {
    const preferences = openPreferences(join(tempFolder(), 'gone'), null);
    expect(preferences.change({ clipboardSeconds: 60 })).toEqual({
      ok: false,
      error: { code: 'journal_not_writable' },
    });
    expect(preferences.read()).toEqual(initialPreferences);
  });

  it('keep no barcode that an earlier version kept: its digest stands for it at once', () => {
    const folder = folderWith({ pairedBarcodes: { 'scanned-4417': card } });
    expect(openPreferences(folder, digestOf).read()).toEqual({
      ...initialPreferences,
      pairedBarcodes: { [digestOf('scanned-4417')]: card },
    });
    expect(readFileSync(join(folder, 'preferences.json'), 'utf8')).not.toContain('scanned-4417');
    expect(openPreferences(folder, digestOf).read().pairedBarcodes).toEqual({ [digestOf('scanned-4417')]: card });
  });

  it('leave such a barcode to the day the data key is at hand, but write it no more', () => {
    const folder = folderWith({ pairedBarcodes: { 'scanned-4417': card, [digestOf('another')]: card } });
    const preferences = openPreferences(folder, null);
    expect(preferences.read().pairedBarcodes).toEqual({ [digestOf('another')]: card });
    expect(openPreferences(folder, digestOf).read().pairedBarcodes).toHaveProperty(digestOf('scanned-4417'), card);
    preferences.change({ idleLockMinutes: 9 });
    expect(readFileSync(join(folder, 'preferences.json'), 'utf8')).not.toContain('scanned-4417');
  });

  it('can each be changed', () => {
    expect(Object.keys(preferencesChange.shape)).toEqual(Object.keys(preferencesView.shape));
  });

  it.each([
    ['an unknown field', { colour: 'red' }],
    ['a card that is no id', { favourites: ['x'] }],
    ['no clipboard time at all', { clipboardSeconds: 0 }],
    ['a threshold that is no amount', { lowBalance: { [card]: '5' } }],
    ['an undefined field', { printerName: undefined }],
    ['a barcode itself', { pairedBarcodes: { '6281234567890': card } }],
  ])('refuse %s', (_, change) => {
    expect(preferencesChange.safeParse(change).success).toBe(false);
  });
});

describe('the name and the address of the shop', () => {
  const { shop } = initialPreferences;
  const faultOf = (change: object) =>
    preferencesChange.safeParse({ shop: { ...shop, ...change } }).error?.issues[0]?.path;

  it('are as long as a receipt can hold, in both scripts, or empty', () => {
    const longest = {
      nameEn: 'N'.repeat(60),
      nameAr: 'م'.repeat(60),
      addressEn: 'A'.repeat(160),
      addressAr: 'ا\nب\nج',
    };
    expect([faultOf({}), faultOf(longest)]).toEqual([undefined, undefined]);
  });

  it.each([
    ['nameEn', 'N'.repeat(61)],
    ['nameAr', 'م'.repeat(61)],
    ['nameEn', 'two\nlines'],
    ['nameAr', 'turned \u202e'],
    ['addressEn', 'A'.repeat(161)],
    ['addressAr', '1\n2\n3\n4'],
    ['addressEn', 'a bell \u0007'],
    ['addressAr', 'isolated \u2067'],
  ] as const)('name what is wrong: %s %j', (field, text) => {
    expect(faultOf({ [field]: text })).toEqual(['shop', field]);
  });
});
