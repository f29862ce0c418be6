import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { ourLanguagesOnly } from '../../../../scripts/build/our-languages.ts';
import { languageCodes } from '../../../../src-shared/words/languages.ts';
import { projectRoot } from '../../../support/project.ts';

const words = 'node_modules/react-aria/dist/private/intl/numberfield';

async function bundled(language: string): Promise<string> {
  const [file = ''] = globSync(`${words}/${language}-*.mjs`, { cwd: projectRoot });
  const input = join(projectRoot, file);
  const bundle = await rolldown({ input, plugins: [ourLanguagesOnly()], logLevel: 'silent' });
  const { output } = await bundle.generate();
  await bundle.close();
  return output[0].code;
}

it('leaves the words of react-aria in a build for each language of the counter, and for no other', async () => {
  for (const language of languageCodes) expect(await bundled(language), language).toContain('decrease');
  for (const language of ['de', 'he', 'zh']) expect(await bundled(language), language).not.toContain('decrease');
});

it('is asked for each file of words that the screens bring along', () => {
  const lists = globSync('node_modules/react-aria{,-components}/dist/private/**/intlStrings.mjs', { cwd: projectRoot });
  const files = lists.flatMap((list) =>
    [...readFileSync(join(projectRoot, list), 'utf8').matchAll(/from "([^"]*)"/g)].map(([, file = '']) => file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !/\/intl\/(?:\w+\/)?[a-z]{2}-[A-Z]{2}\.mjs$/.test(file))).toEqual([]);
});
