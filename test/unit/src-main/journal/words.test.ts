import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../support/project.ts';

const folder = join(projectRoot, 'src-main/journal');
/** The migrations made tables for them, and may name them. */
const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));

/** The words of a source, those within its names too: `theirOrders` is two. SQL has one that means something else. */
function wordsOf(source: string): readonly string[] {
  return source
    .replaceAll('ORDER BY', '')
    .replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z]+/);
}

test.each(files)('%s knows nothing of orders: whoever opens a journal hands that in', (file) => {
  const words = wordsOf(readFileSync(join(folder, file), 'utf8'));
  expect(words.filter((word) => /^(order|intent|voucher)s?$/.test(word))).toEqual([]);
});
