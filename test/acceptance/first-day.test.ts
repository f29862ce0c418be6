import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { people } from '../../scripts/first-day/shop.ts';
import { canariesBelow, canariesIn } from '../support/canaries.ts';
import { projectRoot } from '../support/project.ts';
import { tempFolder } from '../support/temp.ts';
import { isOurOwn } from './service.ts';

/** `npm run -s first-day`, which starts a practice service of its own. */
describe.skipIf(!isOurOwn)('the first day', () => {
  it('tells 200 sales of four shifts, exact against the books of the service, without a secret', async () => {
    const folder = join(tempFolder(), 'kept');
    const run = await firstDay('--seed', '14', '--keep', folder);
    expect([run.exitCode, run.stderr]).toEqual([0, '']);
    expect(run.stdout.split('\n').filter((line) => line !== '' && !/[.:;)]$/.test(line))).toEqual([]);
    for (const sentence of [
      'The choices of this day come from seed 14.',
      'The day had 4 shifts and 200 sales,',
      'In its middle the X said the same as the shop wrote down',
      'Mona gave her PIN beside him, and the journal names both.',
      'It carries one sale over.',
      'Among them, in a line of its own: one that was begun in Z 1-2.',
      'the card was replaced at no charge, and its cost counts.',
      'Mona reconciled the day with the service',
      "All 4 Zs with their late lines, the journal's report, the CSV and the service's books agree:",
      'was handed over once.',
      'What took longest: ',
      'Everything went as it must, in ',
    ])
      expect(run.stdout).toContain(sentence);
    const secrets = secretsIn(join(folder, 'service'));
    expect(secrets.size).toBeGreaterThan(400);
    expect(canariesIn(Buffer.from(run.stdout), secrets)).toEqual([]);
    expect(canariesBelow(join(folder, 'reports'), secrets)).toEqual([]);
    expect(readdirSync(join(folder, 'reports')).filter((name) => name.endsWith('.csv'))).toHaveLength(6);
  });

  it('finds a Z that misses a sale of the day before, and leaves nothing behind', async () => {
    const folder = tempFolder();
    const run = await firstDayIn(folder, '--seed', '14', '--customers', '20', '--break', 'z-misses-late');
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toMatch(/^The first day is off\. Z 1-3 says .* KWD/);
    expect(run.stdout).not.toContain('Everything went');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('finds a balance that somebody corrected without a word', async () => {
    const run = await firstDay('--seed', '15', '--customers', '20', '--break', 'balance');
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toMatch(
      /^The first day is off\. The accounts differ\.\nOf the wallet in KWD, 1\.000 are left; /,
    );
    expect(run.stdout).not.toContain('Everything went');
  });
});

/** Each code that was sold, each PIN, and what opens the service. */
function secretsIn(service: string): ReadonlyMap<string, Uint8Array> {
  const database = new BetterSqlite3(join(service, 'service.sqlite'), { readonly: true });
  const rows = database.prepare('SELECT id, serialNumber, voucher FROM soldCards').all();
  database.close();
  const sold = z.array(z.object({ id: z.string(), serialNumber: z.string(), voucher: z.string() })).parse(rows);
  const files = ['control-token', 'enrollment-token'].map((name) => [name, readFileSync(join(service, name), 'utf8')]);
  const texts: readonly (readonly string[])[] = [
    ...sold.flatMap(({ id, serialNumber, voucher }) => [
      [`serial of ${id}`, serialNumber],
      [`voucher of ${id}`, voucher],
    ]),
    ...people.map(({ name, pin }) => [`PIN of ${name}`, pin]),
    ...files,
  ];
  return new Map(texts.map(([name = '', secret = '']) => [name, Buffer.from(secret.trim())]));
}

function firstDay(...args: readonly string[]) {
  return firstDayIn(tmpdir(), ...args);
}

async function firstDayIn(temporary: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [join(projectRoot, 'scripts/first-day.ts'), ...args], {
    cwd: tmpdir(),
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { exitCode, stdout, stderr };
}
