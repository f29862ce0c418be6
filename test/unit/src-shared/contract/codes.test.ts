import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { counterCodes } from '../../../../src-shared/contract/codes.ts';

const root = join(import.meta.dirname, '../../../..');
/** Where every code is listed, whether anything says it or not. */
const lists = ['src-main/hosts/cli/terminal/command-outcome.ts'];

const sources = ['src-main', 'src-renderer']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.tsx?$/.test(path) && !lists.some((list) => path.includes(list)))
  .map((path) => readFileSync(join(root, path), 'utf8'));

describe('the codes of this counter', () => {
  it('are all said somewhere', () => {
    const said = counterCodes.filter((code) => sources.some((source) => source.includes(`'${code}'`)));
    expect(said.toSorted()).toEqual([...counterCodes].toSorted());
  });
});
