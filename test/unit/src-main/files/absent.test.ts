import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAbsent } from '../../../../src-main/files/absent.ts';
import { tempFolder } from '../../../support/temp.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (thrown) {
    return thrown;
  }
}

test('what is not there differs from what cannot be read', () => {
  const folder = tempFolder();
  expect(isAbsent(thrownBy(() => readFileSync(join(folder, 'nothing'))))).toBe(true);
  expect(isAbsent(thrownBy(() => readFileSync(folder)))).toBe(false);
});
