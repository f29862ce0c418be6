import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rememberedSettings } from '../../../../../src-main/app/counter/settings.ts';
import { tempFolder } from '../../../../support/temp.ts';

describe('the settings of the screens', () => {
  it('are there again at the next start, each whatever the others became', () => {
    const folder = tempFolder();
    rememberedSettings(folder).change({ theme: 'dark' });
    rememberedSettings(folder).change({ language: 'ar' });
    rememberedSettings(folder).change({ zoomLevel: 1.5 });
    expect(rememberedSettings(folder).read()).toEqual({ language: 'ar', theme: 'dark', zoomLevel: 1.5 });
  });

  it.each([
    ['there is no file', null, { language: 'en', theme: 'system', zoomLevel: 0 }],
    ['the file is damaged', '{"theme', { language: 'en', theme: 'system', zoomLevel: 0 }],
    ['the file knows no theme yet', '{"language":"ar"}', { language: 'ar', theme: 'system', zoomLevel: 0 }],
    ['the theme is none', '{"language":"ar","theme":"red"}', { language: 'ar', theme: 'system', zoomLevel: 0 }],
    [
      'nobody could read a page drawn so large',
      '{"language":"ar","zoomLevel":40}',
      { language: 'ar', theme: 'system', zoomLevel: 0 },
    ],
  ])('are what can be read where %s', (_, file, expected) => {
    const folder = tempFolder();
    if (file !== null) writeFileSync(join(folder, 'settings.json'), file);
    expect(rememberedSettings(folder).read()).toEqual(expected);
  });
});
