import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import { automaticBackups } from '../../../../../src-main/journal/backups.ts';
import { completed, processing, Till } from '../../orders/till.ts';

it('a counter keeps the latest time that the service has signed, and is never behind it after a restart', async () => {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script({ ...processing(operationId), createdShiftSeconds: 600 });
  await till.resume(operationId);
  const signedSeconds = till.counter.session.serviceClock.greatestCreatedSeconds();
  expect(signedSeconds - till.clock.nowMs() / 1000).toBeGreaterThan(590);
  await till.run();
  const { serviceClock } = till.counter.session;
  expect(serviceClock.greatestCreatedSeconds()).toBe(signedSeconds);
  expect(serviceClock.nowMs()).toBeGreaterThanOrEqual(signedSeconds * 1000);
});

it('a counter that is told to stop sends nothing more of its orders, and takes the answer that is under way', async () => {
  const till = await Till.open();
  const [first, second] = [till.place(), till.place()];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  till.service.script(async () => {
    await held;
    return completed(first);
  });
  const underWay = till.resume(first);
  await expect.poll(() => till.service.seen.length).toBe(1);
  till.counter.stop();
  expect(await till.resume(second)).toBe('intended');
  release();
  expect(await underWay).toBe('completed');
  expect(till.service.seen).toHaveLength(1);
});

it('a counter whose kept numbers a disk has damaged sells on, and keeps its records as before', async () => {
  const till = await Till.open();
  const first = till.place();
  till.service.script(completed(first));
  await till.resume(first);
  till.close();
  const file = new BetterSqlite3(join(till.directory, 'journal.db'));
  const numbers = "key NOT LIKE 'place-%' AND key <> 'installation-id'";
  const damaged = file.prepare(`UPDATE meta SET value = 'x' || substr(value, 2) WHERE ${numbers}`).run();
  file.close();
  expect(damaged.changes).toBeGreaterThan(5);
  await till.run();
  const second = till.place();
  till.service.script(completed(second));
  expect(await till.resume(second)).toBe('completed');
  expect(till.counter.session.serviceClock.greatestCreatedSeconds()).toBeGreaterThan(1_000_000_000);
  till.clock.skip(2 * 86_400_000);
  const { journal } = till.counter.localRecords;
  await journal.keepInTurns(() => Promise.resolve());
  expect([journal.backupTrouble(), automaticBackups(till.directory).length > 0]).toEqual([null, true]);
});
