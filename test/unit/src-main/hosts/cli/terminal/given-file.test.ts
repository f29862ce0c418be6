import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { err, ok } from '../../../../../../src-main/core/result.ts';
import { givenIn } from '../../../../../../src-main/hosts/cli/terminal/given-file.ts';
import { tempFolder } from '../../../../../support/temp.ts';

const given = (content: string) => {
  const file = join(tempFolder(), 'given');
  writeFileSync(file, content);
  return givenIn({ args: { text: () => file }, stopping: new AbortController().signal }, 'token-file');
};

it('takes what an editor or a chat put round a token for nothing', async () => {
  expect(await given('\ufeff\u2068a-token\u2069\u200f\r\n')).toEqual(ok('a-token'));
  expect(await given('\u200f\u200b\n')).toEqual(err({ code: 'input_invalid', field: 'token-file', detail: 'empty' }));
});
