import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureWords } from '../../../../../src-main/hosts/cli/terminal/failure-words.ts';
import { languageCodes } from '../../../../../src-shared/words/languages.ts';
import type { MainKey } from '../../../../../src-shared/words/main-messages.ts';
import { terminalText } from '../../../../../src-shared/words/main-text.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { emptyFolder } from './commands/run-command.ts';

const main = join(import.meta.dirname, '../../../../../src-main/hosts/cli/main.ts');
const profile = { version: 1, name: 'Shop', baseUrl: 'http://127.0.0.1:9', serviceKeys: { jwks: { keys: [] } } };

describe.each(languageCodes)('a folder that cannot be used, in %s,', (language) => {
  const run = (data: string, limit: string) => {
    writeFileSync(join(data, 'shop.json'), JSON.stringify(profile));
    const line = [main, '--data', data, '--deployment', join(data, 'shop.json'), '--language', language];
    const script = [`${limit} exec "$0" "$@"`, process.execPath, ...line, 'enrol', 'status'];
    const env = { ...process.env, COUNTERFOIL_PASSPHRASE: 'a passphrase' };
    const { status, stdout, stderr } = spawnSync('sh', ['-c', ...script], { encoding: 'utf8', env });
    return { status, stdout, said: stderr.split('\n') };
  };
  const saying = (status: number, key: MainKey) => ({
    status,
    stdout: '',
    said: expect.arrayContaining([terminalText(language)(key)]) as string[],
  });

  it.skipIf(process.platform === 'win32')('is said to have no room, and can be used once it has some', () => {
    const data = tempFolder();
    expect(run(data, 'ulimit -f 8;')).toEqual(saying(6, 'cli.next.noRoom'));
    expect(run(data, '')).toMatchObject({ status: 0 });
  });

  it.skipIf(process.platform === 'win32')('is not asked who is there where its people cannot be read', () => {
    const data = emptyFolder();
    mkdirSync(join(data, 'staff.json'));
    const outcome = run(data, '');
    expect(outcome.said).toContain(terminalText(language)('cli.next.peopleUnreadable'));
    expect(outcome.said).not.toContain(terminalText(language)('cli.next.person'));
  });
});

describe('a journal that takes nothing', () => {
  it.each([
    ['SQLITE_FULL', 'cli.next.noRoom'],
    ['SQLITE_IOERR_WRITE', 'cli.next.noRoom'],
    ['EFBIG', 'cli.next.noRoom'],
    ['no_space', 'cli.next.noRoom'],
    ['EACCES', 'cli.next.notPermitted'],
    ['EROFS', 'cli.next.notPermitted'],
    ['SQLITE_READONLY', 'cli.next.notPermitted'],
    ['SQLITE_IOERR_FSYNC', 'cli.next.notWritable'],
    ['not_a_file', 'cli.next.notWritable'],
    ['too_many_under_way', 'failure.journal_not_writable.says'],
  ] as const)('for %s has its sentence', (detail, key) => {
    expect(failureWords({ code: 'journal_not_writable', detail })).toContain(key);
  });
});
