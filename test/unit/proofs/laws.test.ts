import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breaches } from '../../proofs/chaos/laws.ts';
import { projectRoot } from '../../support/project.ts';

/** The proofs that break these laws take long; that they still know what to break shows at once. */
test.each(Object.entries(breaches))('what is replaced to %s stands in the product once', (_, { file, from }) => {
  expect(readFileSync(join(projectRoot, file), 'utf8').split(from).length - 1).toBe(1);
});
