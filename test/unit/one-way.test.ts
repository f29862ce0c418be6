import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project.ts';

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');
const filesWith = (pattern: RegExp): readonly string[] =>
  globSync('src-main/**/*.ts', { cwd: projectRoot })
    .filter((file) => pattern.test(read(file)))
    .toSorted();

test('the driver of orders stays what one can read: 250 lines at most', () => {
  expect(read('src-main/orders/driver/driver.ts').split('\n').length - 1).toBeLessThanOrEqual(250);
});

test('all that is signed goes through one exchange, and what is not is fetched in three places', () => {
  const unsigned = ['catalogue/logos.ts', 'deployment/key-set.ts', 'updates/feed.ts'];
  const between = [
    'app/counter/connection.ts',
    'app/counter/in-flight.ts',
    'diagnostics/probe.ts',
    'hosts/browser/training-only.ts',
    'hosts/cli/terminal/context.ts',
    'support-log/noted.ts',
  ];
  expect(filesWith(/\.exchange\(/)).toEqual(
    [...unsigned, ...between, 'exchange/send.ts'].map((file) => `src-main/${file}`).toSorted(),
  );
});
