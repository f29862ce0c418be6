import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { rememberedSettings } from '../../../src-main/settings.ts';
import { tempFolder } from '../../support/temp.ts';

describe('the settings of the screens', () => {
  it('are there again at the next start, each whatever the other became', () => {
    const folder = tempFolder();
    rememberedSettings(folder).change({ theme: 'dark' });
    rememberedSettings(folder).change({ language: 'ar' });
    expect(rememberedSettings(folder).read()).toEqual({ language: 'ar', theme: 'dark' });
  });

  it.each([
    ['there is no file', null, { language: 'en', theme: 'system' }], ['the file is damaged', '{"theme', { language: 'en', theme: 'system' }],
    ['the file knows no theme yet', '{"language":"ar"}', { language: 'ar', theme: 'system' }], ['the theme is none', '{"language":"ar","theme":"red"}', { language: 'ar', theme: 'system' }],
  ])('are what can be read where %s', (_, file, expected) => {
    const folder = tempFolder();
    if (file !== null) writeFileSync(join(folder, 'settings.json'), file);
    expect(rememberedSettings(folder).read()).toEqual(expected);
  });
});
