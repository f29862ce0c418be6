import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { initialPreferences } from '../../../../src-preload/contract/initial-preferences.ts';
import { preferencesChange, preferencesView } from '../../../../src-preload/contract/preferences.ts';
import { openPreferences } from '../../../../src-main/preferences/preferences.ts';
import { tempFolder } from '../../../support/temp.ts';

const card = '00000000-0000-4000-8000-000000000001';

describe('preferences', () => {
  it('are the first ones in a folder without any', () => {
    expect(openPreferences(tempFolder()).read()).toEqual(initialPreferences);
  });

  it('are there again when the counter is opened again, for their owner alone', () => {
    const folder = tempFolder();
    expect(openPreferences(folder).change({ favourites: [card] })).toMatchObject({ ok: true, value: { favourites: [card] } });
    expect(openPreferences(folder).read()).toEqual({ ...initialPreferences, favourites: [card] });
    expect(statSync(join(folder, 'preferences.json')).mode & 0o777).toBe(0o600);
  });

  it('lose only the field that cannot be read', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'preferences.json'), JSON.stringify({ favourites: [card], clipboardSeconds: -1, colour: 'red' }));
    expect(openPreferences(folder).read()).toEqual({ ...initialPreferences, favourites: [card] });
  });

  it('are the first ones where the file is no JSON at all', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'preferences.json'), '{"favour');
    expect(openPreferences(folder).read()).toEqual(initialPreferences);
  });

  it('stay as they were where a change cannot be kept', () => {
    const preferences = openPreferences(join(tempFolder(), 'gone'));
    expect(preferences.change({ clipboardSeconds: 60 })).toEqual({ ok: false, error: { code: 'journal_not_writable' } });
    expect(preferences.read()).toEqual(initialPreferences);
  });

  it('can each be changed', () => {
    expect(Object.keys(preferencesChange.shape)).toEqual(Object.keys(preferencesView.shape));
  });

  it.each([
    ['an unknown field', { colour: 'red' }], ['a card that is no id', { favourites: ['x'] }], ['no clipboard time at all', { clipboardSeconds: 0 }],
    ['a threshold that is no amount', { lowBalance: { [card]: '5' } }], ['an undefined field', { printerName: undefined }],
  ])('refuse %s', (_, change) => {
    expect(preferencesChange.safeParse(change).success).toBe(false);
  });
});
