import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openLocalRecords } from '../../../../../src-main/app/counter/counter.ts';
import { knownId, type OperationId } from '../../../../../src-main/core/ids.ts';
import { commandNamed } from '../../../../../src-main/hosts/cli/commands/table.ts';
import { readArguments } from '../../../../../src-main/hosts/cli/terminal/arguments.ts';
import { failed, type CommandOutcome } from '../../../../../src-main/hosts/cli/terminal/command-outcome.ts';
import { createContext } from '../../../../../src-main/hosts/cli/terminal/context.ts';
import { systemClock, systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { intent } from '../../orders/order-samples.ts';
import { value } from '../../orders/till.ts';

/** The command line as it is in the sources, in a process of its own. */
function counter(...args: readonly string[]): {
  readonly exit: number | null;
  readonly json: unknown;
  readonly said: string;
} {
  const main = join(import.meta.dirname, '../../../../../src-main/hosts/cli/main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args, '--json'], {
    encoding: 'utf8',
    env: { ...process.env, COUNTERFOIL_PASSPHRASE: 'a passphrase' },
  });
  const json: unknown = JSON.parse(stdout);
  return { exit: status, json, said: stderr };
}

const knownOrder = '0a000000-0000-4000-8000-000000000001';

/** One command in this process, opened and closed as a command line does it. */
async function run(data: string, line: string): Promise<CommandOutcome> {
  const [name = '', ...words] = line.split(' ');
  const context = createContext({ ...value(readArguments(['--data', data, ...words])), words }, {}, () => undefined);
  try {
    return await (commandNamed(name)?.run(context) ?? failed({ code: 'counter_bug' }));
  } finally {
    context.close();
  }
}

/** A data folder with `count` orders that are written down and not sent. */
function folderWith(count: number): string {
  const directory = tempFolder();
  const localRecords = value(openLocalRecords({ directory, clock: systemClock, randomness: systemRandomness }));
  for (let each = 0; each < count; each += 1) {
    const operationId = knownId<OperationId>(systemRandomness.uuid());
    value(localRecords.records.record(operationId, [orderEvent(operationId, 'order-intended', intent)]));
  }
  localRecords.close();
  return directory;
}

const usageSchema = z.strictObject({ ok: z.literal(true), value: z.strictObject({ usage: z.string() }) });
const listSchema = z.strictObject({
  ok: z.literal(true),
  value: z.strictObject({ items: z.array(z.unknown()), nextCursor: z.string().optional() }),
});

describe('the command line', () => {
  it('gives its usage as a value where it is asked for JSON', () => {
    const { exit, json } = counter('--help');
    expect(exit).toBe(0);
    expect(usageSchema.parse(json).value.usage).toContain('journal verify');
  });

  it('gives the usage of one command, and its version', () => {
    const { json } = counter('buy', '--help');
    expect(usageSchema.parse(json).value.usage).toMatch(/^ {2}buy .*\n {6}\S(?:(?!^ {2}\S)[^])*$/m);
    expect(counter('--version')).toMatchObject({ exit: 0, json: { ok: true, value: { version: '(not built)' } } });
  });

  it.each([
    ['journal verify --cursor 3', 'cursor'],
    ['payments note x cash --reason other', 'reason'],
    ['staff list --role manager', 'role'],
    ['prices list --currency KWD', 'currency'],
    ['orders --serial', 'serial'],
    ['enrol status --wait 3', 'wait'],
  ])('names an option that is none of these words: %s', (line, field) => {
    const { exit, json } = counter('--data', tempFolder(), ...line.split(' '));
    expect([exit, json]).toEqual([2, { ok: false, error: { code: 'input_invalid', field } }]);
  });

  it.each(['orders', `order ${knownOrder}`, 'journal verify', 'journal events'])(
    'names the data folder and makes nothing where it holds no journal to read: %s',
    async (words) => {
      const [empty, absent] = [tempFolder(), join(tempFolder(), 'mistyped')];
      for (const data of [empty, absent])
        expect(await run(data, words)).toEqual({ exit: 2, error: { code: 'input_invalid', field: 'data' } });
      expect([readdirSync(empty), existsSync(absent)]).toEqual([[], false]);
    },
  );

  it.each(['orders', `order ${knownOrder}`, 'resume', 'journal events', 'journal verify', 'journal backup copy.db'])(
    'says once where the last backup is when the journal is damaged: %s',
    (words) => {
      const data = folderWith(1);
      truncateSync(join(data, 'journal.db'), 12_288);
      const deployment = join(tempFolder(), 'deployment.json');
      writeFileSync(
        deployment,
        JSON.stringify({
          version: 1,
          name: 'Shop',
          baseUrl: 'http://127.0.0.1:9',
          serviceKeys: { jwks: { keys: [] } },
        }),
      );
      const { exit, json, said } = counter('--data', data, '--deployment', deployment, ...words.split(' '));
      expect([exit, json]).toEqual([6, { ok: false, error: { code: 'journal_corrupt' } }]);
      expect(said.match(/journal restore latest/g)).toHaveLength(1);
    },
  );

  it('lists every pending order at once, and all orders in pages', () => {
    const data = folderWith(53);
    const pending = listSchema.parse(counter('--data', data, 'orders', '--pending').json).value;
    expect([pending.items.length, pending.nextCursor]).toEqual([53, undefined]);
    const all = listSchema.parse(counter('--data', data, 'orders').json).value;
    expect([all.items.length, typeof all.nextCursor]).toEqual([50, 'string']);
  });
});
