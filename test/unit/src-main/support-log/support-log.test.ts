import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSupportLog } from '../../../../src-main/support-log/support-log.ts';
import { HandClock } from '../../../support/hand-clock.ts';
import { tempFolder } from '../../../support/temp.ts';

function opened(directory = join(tempFolder(), 'support-log')) {
  const clock = new HandClock();
  return { directory, clock, log: openSupportLog(directory, clock) };
}
const order = { kind: 'order', state: 'completed' } as const;

describe('the log for support', () => {
  it('is written after a second, for its owner alone', async () => {
    const { directory, clock, log } = opened();
    log.note(order);
    expect(() => readdirSync(directory)).toThrow('ENOENT');
    await clock.pass(1_000);
    await log.flush();
    const file = join(directory, 'support.log');
    expect(readFileSync(file, 'utf8')).toBe('{"at":"1970-01-01T00:00:00.000Z","kind":"order","state":"completed"}\n');
    expect([statSync(file).mode & 0o777, statSync(directory).mode & 0o777]).toEqual([0o600, 0o700]);
  });

  it('is written when it is closed, and takes nothing from then on', async () => {
    const { log } = opened();
    log.note({ kind: 'ended' });
    await log.close();
    log.note(order);
    expect(await log.text()).toBe('{"at":"1970-01-01T00:00:00.000Z","kind":"ended"}\n');
  });

  it('counts what comes too fast, and says how much it was', async () => {
    const { clock, log } = opened();
    for (let line = 0; line < 1_000; line += 1) log.note(order);
    await clock.pass(1_000);
    log.note({ kind: 'ended' });
    const lines = (await log.text()).trimEnd().split('\n');
    expect(lines).toHaveLength(202);
    expect(lines.slice(-2).map((line) => line.slice(33))).toEqual(['"kind":"leftOut","lines":800}', '"kind":"ended"}']);
  });

  it('is rotated, and never larger than 5 MB', async () => {
    const { directory, clock, log } = opened();
    const sizes: number[] = [];
    for (let batch = 0; batch < 600; batch += 1) {
      for (let line = 0; line < 200; line += 1) log.note(order);
      await log.flush();
      if (batch % 20 === 0) sizes.push(sizeOf(directory));
      await clock.pass(60_000);
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5_000_000);
    expect(sizeOf(directory)).toBeGreaterThan(4_000_000);
    expect(readdirSync(directory).sort()).toEqual([
      'support.1.log',
      'support.2.log',
      'support.3.log',
      'support.4.log',
      'support.log',
    ]);
    const times = (await log.text())
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(7, 31));
    expect(times).toEqual(times.toSorted());
    const end = await log.text(1_000);
    expect(end.length).toBeLessThanOrEqual(1_000);
    expect(end.startsWith('{"at"')).toBe(true);
  });

  it('costs its lines and nothing else where it cannot be written', async () => {
    const directory = join(tempFolder(), 'support-log');
    writeFileSync(directory, 'a file in the way');
    const { log } = opened(directory);
    log.note(order);
    await log.flush();
    log.noteBug(new Proxy(new Error('x'), { get: () => expect.unreachable() }));
    expect(await log.text()).toBe('');
    await log.close();
  });

  it('follows no link that lies there instead', async () => {
    const directory = join(tempFolder(), 'support-log');
    const elsewhere = join(tempFolder(), 'elsewhere');
    mkdirSync(directory);
    writeFileSync(elsewhere, 'mine');
    symlinkSync(elsewhere, join(directory, 'support.log'));
    const { log } = opened(directory);
    log.note(order);
    expect(await log.text()).toBe('');
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
    expect(lstatSync(join(directory, 'support.log')).isSymbolicLink()).toBe(true);
  });
});

function sizeOf(directory: string): number {
  return readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0);
}
