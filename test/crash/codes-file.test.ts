import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contentOf, entriesOf } from '../support/aes-zip.ts';
import { canariesBelow, canariesIn, type Canaries } from '../support/canaries.ts';
import { failureOf, orderSchema, valueOf } from '../support/outcome.ts';
import { codesIssued } from '../support/planted-secrets.ts';
import { readWorkbook } from '../support/read-workbook.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { until } from '../support/until.ts';

const eventsSchema = z.object({ items: z.array(z.object({ kind: z.string(), body: z.object({}).loose() })) });
const savedSchema = z.strictObject({ file: z.string(), cards: z.number() });

let shop: Shop;
let operationId: string;
/** Where the person wants the file. */
let place: string;
const said: string[] = [];

beforeAll(async () => {
  shop = await openShop({}, (_, { stdout, stderr }) => void said.push(stdout, stderr));
  place = join(shop.folder, 'place');
  mkdirSync(place);
  operationId = randomUUID();
  valueOf(await shop.counter(shop.buy(operationId, 3)), orderSchema);
});
afterAll(() => shop.close());

const fileNamed = (name: string): string => join(place, name);

async function fileEvents(): Promise<readonly string[]> {
  const { items } = valueOf(await shop.counter(['journal', 'events', operationId]), eventsSchema);
  return items.map(({ kind }) => kind).filter((kind) => kind.startsWith('codes-file'));
}

/** What is read from the pipe that the password goes to, and how to end that. */
async function pipe(name: string, command: readonly string[] = ['cat']) {
  const path = join(shop.folder, name);
  expect(spawnSync('mkfifo', [path]).status).toBe(0);
  const [program = '', ...args] = command;
  const reader = spawn(program, [...args, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  reader.stdout.on('data', (chunk: Buffer) => void chunks.push(chunk));
  const ended = new Promise<string>((resolve) => {
    reader.once('close', () => resolve(Buffer.concat(chunks).toString().trim()));
  });
  // The counter opens no pipe that nobody reads: the reader sleeps in its own opening until then.
  await until('the reader of the pipe', () => isAsleep(reader.pid ?? 0, program));
  return { path, ended, stop: () => void reader.kill() };
}

/** Whether the kernel says so of the program itself; where there is no kernel to ask, nobody knows. */
function isAsleep(pid: number, program: string): boolean {
  if (process.platform !== 'linux') return true;
  return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(` (${program}) S `);
}

async function save(name: string, more: readonly string[], crashAt?: string, reader: readonly string[] = ['cat']) {
  const { path, ended, stop } = await pipe(`pipe-${randomUUID()}`, reader);
  const run = await shop.counter(
    ['save-codes', operationId, '--write', fileNamed(name), '--reason', 'order 17', '--password-to', path, ...more],
    crashAt === undefined ? {} : { env: { COUNTERFOIL_CRASH_AT: crashAt } },
  );
  // Refused before it was opened, nobody would write to it any more.
  if (run.exitCode !== 0) stop();
  return { run, password: await ended };
}

describe.each(['codes-packed', 'codes-file-written'])('a file with codes, killed at %s', (step) => {
  it('leaves nothing in the clear, gives no password, and is made anew as the first one', async () => {
    const { run, password } = await save(`${step}.zip`, [], step);
    expect([run.signal, password], run.stderr).toEqual(['SIGKILL', '']);
    const canaries = await codesOfShop();
    expect(canariesBelow(place, canaries)).toEqual([]);
    expect(canariesBelow(shop.data, canaries)).toEqual([]);
    expect((await fileEvents()).includes('codes-file-saved')).toBe(false);
    expect(readdirSync(place).filter((name) => name.startsWith(step))).toEqual(
      step === 'codes-packed' ? [] : [`${step}.zip`],
    );
  });
});

it('is saved once without more, and opens with the password that went to the pipe alone', async () => {
  const { run, password } = await save('first.zip', []);
  expect(valueOf(run, savedSchema)).toEqual({ file: fileNamed('first.zip'), cards: 3 });
  const [entry] = entriesOf(readFileSync(fileNamed('first.zip')));
  if (entry === undefined) throw new Error('no archive');
  const { rows } = readWorkbook(contentOf(entry, password));
  const canaries = await codesOfShop();
  expect(rows.slice(1).every((row) => row.some((cell) => isAmong(cell, canaries)))).toBe(true);
  expect(rows).toHaveLength(4);
  const secrets = new Map([...canaries, ['password', Buffer.from(password)] as const]);
  expect(canariesBelow(shop.data, secrets)).toEqual([]);
  expect(canariesBelow(place, secrets)).toEqual([]);
  expect(canariesIn(Buffer.from(said.join('\n')), secrets)).toEqual([]);
  expect((await fileEvents()).at(-1)).toBe('codes-file-saved');
});

it('takes --again for another one, and counts it', async () => {
  const { run } = await save('second.zip', []);
  expect(failureOf(run, 2)).toMatchObject({ code: 'codes_saved_before', operationId });
  const again = await save('second.zip', ['--again']);
  expect(valueOf(again.run, savedSchema).cards).toBe(3);
  const { items } = valueOf(await shop.counter(['journal', 'events', operationId]), eventsSchema);
  expect(items.at(-1)).toMatchObject({ kind: 'codes-file-saved', body: { times: 2 } });
});

it('says that it counts where nobody reads the password any more, and that another one takes --again', async () => {
  // Opens the pipe, and is gone long before the file is made.
  const { run, password } = await save('unread.zip', ['--again'], undefined, ['head', '-c', '0']);
  expect(failureOf(run, 2)).toMatchObject({ code: 'codes_saved_before', field: 'password-to', operationId });
  expect(password).toBe('');
  expect((await fileEvents()).at(-1)).toBe('codes-file-saved');
  expect(readdirSync(place)).toContain('unread.zip');
  expect(valueOf((await save('after-unread.zip', ['--again'])).run, savedSchema).cards).toBe(3);
});

describe('before anything is made', () => {
  const refused = async (...args: readonly string[]) =>
    failureOf(await shop.counter(['save-codes', operationId, '--again', ...args]), 2);

  it('refuses to give the password to a file, to nobody, or into the line of --json', async () => {
    const before = await fileEvents();
    const write = ['--write', fileNamed('other.zip'), '--reason', 'order 17'];
    writeFileSync(join(shop.folder, 'plain'), '');
    for (const more of [
      [],
      ['--password-to', join(shop.folder, 'plain')],
      ['--password-to', '/dev/null'],
      ['--password-to', join(shop.folder, 'absent')],
    ])
      expect(await refused(...write, ...more)).toMatchObject({ code: 'input_invalid', field: 'password-to' });
    expect(readFileSync(join(shop.folder, 'plain'), 'utf8')).toBe('');
    expect(await fileEvents()).toEqual(before);
    expect(readdirSync(place)).not.toContain('other.zip');
  });

  it('needs a reason, and a new file in a folder that exists', async () => {
    for (const [field, args] of [
      ['reason', ['--write', fileNamed('other.zip')]],
      ['reason', ['--write', fileNamed('other.zip'), '--reason', ' ']],
      ['write', ['--reason', 'order 17']],
      ['write', ['--reason', 'order 17', '--write', fileNamed('other.xlsx')]],
      ['write', ['--reason', 'order 17', '--write', fileNamed('first.zip')]],
      ['write', ['--reason', 'order 17', '--write', join(place, 'absent', 'other.zip')]],
    ] as const) {
      const { path, ended, stop } = await pipe(`pipe-${randomUUID()}`);
      expect(await refused(...args, '--password-to', path)).toMatchObject({ code: 'input_invalid', field });
      stop();
      expect(await ended).toBe('');
    }
  });
});

async function codesOfShop(): Promise<Canaries> {
  await shop.sandbox.stop();
  const canaries = codesIssued(shop.folder);
  await shop.sandbox.restart();
  expect(canaries.size).toBeGreaterThan(5);
  return canaries;
}

function isAmong(cell: string, canaries: Canaries): boolean {
  return [...canaries.values()].some((secret) => Buffer.from(secret).toString() === cell);
}
