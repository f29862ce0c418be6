import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { journalRules } from '../../../../../src-main/app/counter/journal-rules.ts';
import { err } from '../../../../../src-main/core/result.ts';
import { systemClock, systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { openJournal } from '../../../../../src-main/journal/open-journal.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { until } from '../../../../support/until.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { dropLastCell, LargeCounter } from '../../journal/large-counter.ts';
import { value } from '../../orders/till.ts';
import { appInTest, aSale, enrolledApp, settled, type HostParts } from '../counter-app.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

/** A counter that sold once and is closed, its journal too large to be read whole at each opening. */
async function closedWithLargeJournal(): Promise<{ readonly dataDirectory: string; readonly operationId: string }> {
  const dataDirectory = tempFolder();
  const first = await enrolledApp(service, { dataDirectory });
  const { operationId } = value(await first.app.handlers.orders.place(await aSale(first.app)));
  await settled(first, operationId);
  await first.app.close();
  const directory = join(dataDirectory, 'counter');
  const opened = openJournal({ directory, rules: journalRules, clock: systemClock, randomness: systemRandomness });
  if (!opened.ok) throw new Error(opened.error.code);
  const long = (count: number, length: number) =>
    Array.from({ length: count }, (_, n) => ({ subject: '', kind: 'noted', body: { n, text: 'x'.repeat(length) } }));
  opened.value.append(...long(3, 3_000_000), ...long(250, 10));
  opened.value.close();
  new LargeCounter(dataDirectory).tampered("DELETE FROM meta WHERE key = 'checked-at-leisure'");
  return { dataDirectory, operationId };
}

const isToldDamage = ({ notices }: HostParts): boolean => notices.some(({ notice }) => notice === 'journalDamaged');

it('tells the screens of damage that it finds at leisure, sells nothing, and sells again once it was mended without a loss', async () => {
  const { dataDirectory, operationId } = await closedWithLargeJournal();
  const counter = new LargeCounter(dataDirectory);
  counter.change(counter.leavesOf('events_by_subject').slice(0, 1), dropLastCell);
  const parts = await appInTest({ dataDirectory });
  const { app } = parts;
  expect(value(await app.handlers.app.start({})).problem).toBeUndefined();
  const sale = await aSale(app);
  await until('the damage', () => isToldDamage(parts));
  const problem = { code: 'journal_corrupt', detail: 'index' };
  expect(value(await app.handlers.app.start({})).problem).toMatchObject(problem);
  expect(await app.handlers.orders.place(sale)).toMatchObject(err({ code: 'journal_corrupt' }));
  const salvaged = value(await app.handlers.app.salvage({}));
  expect([salvaged.problem, salvaged.copyStatus, salvaged.salvaged]).toEqual([undefined, undefined, undefined]);
  expect(value(await app.handlers.orders.read({ operationId })).order.state).toBe('completed');
  await settled(parts, value(await app.handlers.orders.place(sale)).operationId);
  expect(parts.bugs).toEqual([]);
  await app.close();
});

/** Each holds what a counter reads as it opens, or what its screens start with. */
const readEarly = ['events_by_kind', 'events_by_subject', 'meta', 'operations', 'operations_pending', 'sealed_keys'];

it('starts with whatever is damaged, and says so or has made it anew', async () => {
  const { dataDirectory } = await closedWithLargeJournal();
  const directory = join(dataDirectory, 'counter');
  const whole = tempFolder();
  cpSync(dataDirectory, whole, { recursive: true });
  const counter = new LargeCounter(dataDirectory);
  const damages = readEarly.flatMap((name) => counter.leavesOf(name).map((page) => ({ name, page })));
  const problems: string[] = [];
  for (const damage of damages) {
    // In its place: records that were moved elsewhere would be a copy.
    cpSync(whole, dataDirectory, { recursive: true });
    for (const left of ['damage-seen', 'set-aside']) rmSync(join(directory, left), { recursive: true, force: true });
    counter.change([damage.page], (page) => page.fill(0));
    const parts = await appInTest({ dataDirectory });
    const { handlers } = parts.app;
    await until(
      `the damage of ${damage.name}`,
      async () => value(await handlers.app.start({})).problem !== undefined || existsSync(join(directory, 'set-aside')),
    );
    const { problem } = value(await handlers.app.start({}));
    if (problem !== undefined) {
      problems.push(damage.name);
      expect({ damage, code: problem.code }).toEqual({ damage, code: 'journal_corrupt' });
      expect({ damage, after: value(await handlers.app.salvage({})).problem }).toEqual({ damage, after: undefined });
    }
    expect({ damage, bugs: parts.bugs }).toEqual({ damage, bugs: [] });
    await parts.app.close();
  }
  expect(new Set(problems)).toContain('events_by_kind');
});

it('mends an operation whose row is wrong while it is open, and shows it as it is', async () => {
  const { dataDirectory, operationId } = await closedWithLargeJournal();
  new LargeCounter(dataDirectory).tampered("UPDATE operations SET state = 'cancelled', search = ''");
  const parts = await appInTest({ dataDirectory });
  const changes = () => parts.notices.filter(({ notice }) => notice === 'orderChanged').map(({ payload }) => payload);
  await until('the mending', () => changes().length > 0);
  expect(changes()).toMatchObject([{ operationId, state: 'completed' }]);
  const found = value(await parts.app.handlers.orders.list({ show: 'all', find: operationId }));
  expect(found.items.map((order) => order.operationId)).toEqual([operationId]);
  expect([isToldDamage(parts), parts.bugs]).toEqual([false, []]);
  await parts.app.close();
});
