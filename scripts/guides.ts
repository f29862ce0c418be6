import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { languageCodes } from '../src-shared/words/languages.ts';
import { guideName, guidePage, guides } from './lib/guide-page.ts';

/** Writes the guides for cashiers and managers as files that print on one A4 page each, to hang beside the counter. */
const folder = resolve(process.argv[2] ?? 'out/guides');
mkdirSync(folder, { recursive: true });
for (const guide of guides) {
  for (const language of languageCodes) {
    const file = join(folder, `${guideName(guide, language)}.html`);
    writeFileSync(file, guidePage(guide, language));
    process.stdout.write(`${file}\n`);
  }
}
