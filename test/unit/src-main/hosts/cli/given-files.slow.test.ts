import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../../support/temp.ts';
import { until } from '../../../../support/until.ts';
import { emptyFolder } from './commands/run-command.ts';

const main = join(import.meta.dirname, '../../../../../src-main/hosts/cli/main.ts');
const options = { encoding: 'utf8', env: { ...process.env, COUNTERFOIL_PASSPHRASE: 'a passphrase' } } as const;

/** The command line as it is in the sources, on records of its own. */
function line(args: readonly string[]): readonly string[] {
  return ['--disable-warning=ExperimentalWarning', main, '--data', emptyFolder(), ...args, '--json'];
}

function hasOpen(pid: number, path: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((name) => readlinkSync(`/proc/${pid}/fd/${name}`) === path);
  } catch {
    return false;
  }
}

const invitation = ['--invitation', '0a000000-0000-4000-8000-000000000001'];
/** Every option that names a file of its own to read, as far as it is read before anything else. */
const reading: readonly (readonly [readonly string[], string, string])[] = [
  [['wallets', '--deployment'], 'deployment', 'profile_unreadable'],
  [['shift', 'open', '--signed-by', 'a'.repeat(43), '--deployment'], 'deployment', 'profile_unreadable'],
  [['enrol', ...invitation, '--token-file'], 'token-file', 'input_invalid'],
  [['recover', '--phrase-file'], 'phrase-file', 'input_invalid'],
  [['orders', 'find', '--serial-file'], 'serial-file', 'input_invalid'],
];

describe('a file that a command is to read', () => {
  it.each(reading)('is refused where it is a pipe into which nobody writes: %j', (args, field, code) => {
    const pipe = join(tempFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const { status, stdout, stderr } = spawnSync(process.execPath, line([...args, pipe]), options);
    expect([status, JSON.parse(stdout)]).toEqual([2, { ok: false, error: { code, field } }]);
    expect(stderr).toContain(`counter: ${code} (field ${field}, nobody_writes)`);
  });

  it.each(reading)('ends the command at the first signal where its writer is silent: %j', async (args) => {
    const pipe = join(tempFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = openSync(pipe, 'r+');
    const child = spawn(process.execPath, line([...args, pipe]), { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    const ended = once(child, 'close');
    await until('The reading of the pipe', () => hasOpen(child.pid ?? 0, pipe));
    child.kill('SIGTERM');
    expect([await ended, JSON.parse(said)]).toEqual([
      [4, null],
      { ok: false, error: { code: 'command_stopped' }, value: null },
    ]);
    closeSync(writer);
  });

  it('may come out of another program, as a shell hands it over', () => {
    const script = `"$0" "$@" --deployment <(printf '{') 2>&1`;
    const child = spawnSync('bash', ['-c', script, process.execPath, ...line(['wallets'])], options);
    expect([child.status, child.stdout]).toEqual([
      2,
      expect.stringContaining('connection file: the file: a JSON document'),
    ]);
  });
});
