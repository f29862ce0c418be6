import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { UpdatePorts } from '../../../../../src-main/app/counter/ports.ts';
import { CounterUpdates } from '../../../../../src-main/app/counter/updates.ts';
import type { Transport } from '../../../../../src-main/core/ports.ts';
import { err, ok } from '../../../../../src-main/core/result.ts';
import { readCurrent } from '../../../../../src-main/updates/installation.ts';
import { judgeFirstRoot } from '../../../../../src-main/updates/judge.ts';
import { runningProgram } from '../../../../../src-main/updates/program.ts';
import { readStarts } from '../../../../../src-main/updates/starts.ts';
import type { CounterFacts } from '../../../../../src-main/updates/when-to-offer.ts';
import type { UpdateView } from '../../../../../src-shared/contract/updates.ts';
import { HandClock } from '../../../../support/hand-clock.ts';
import { publishedMs } from '../../../../support/publisher.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { until } from '../../../../support/until.ts';
import {
  firstRootName,
  openUpdateShop,
  packageFiles,
  recordsIn,
  type UpdateShop,
} from '../../../../support/update-shop.ts';
import { OneClipboard } from '../counter-app.ts';

const noise = randomBytes(10_000);
const minuteMs = 60_000;

interface Counter {
  readonly updates: CounterUpdates;
  readonly shop: UpdateShop;
  readonly clock: HandClock;
  readonly clipboard: OneClipboard;
  /** What goes on at the counter; a test changes it. */
  readonly facts: { -readonly [F in keyof CounterFacts]: CounterFacts[F] };
  /** What the feed on the web was asked for. */
  readonly asked: readonly string[];
  readonly restarted: readonly string[];
  readonly told: readonly UpdateView[];
  /** When somebody touched the window last. */
  readonly touched: { ms: number };
  readonly program: string;
}

/** A web server for the folder of a feed. */
function webOf(folder: string, asked: string[]): Transport {
  return {
    exchange: ({ url, headers }) => {
      const name = url.split('/').at(-1) ?? '';
      asked.push(name);
      try {
        const bytes = readFileSync(join(folder, name));
        const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.find(([key]) => key === 'Range')?.[1] ?? '') ?? [];
        if (start === undefined) return Promise.resolve(ok({ status: 200, headers: [], body: bytes }));
        const range = ['Content-Range', `bytes ${start}-${String(last)}/${String(bytes.length)}`] as const;
        const body = bytes.subarray(Number(start), Number(last) + 1);
        return Promise.resolve(ok({ status: 206, headers: [range], body }));
      } catch {
        return Promise.resolve(ok({ status: 404, headers: [], body: Buffer.alloc(0) }));
      }
    },
  };
}

/** A counter of version 0.1.0, for which the feed has 0.2.0. */
function counterOf(changes: Partial<UpdatePorts> & { readonly transport?: Transport } = {}): Counter {
  const root = tempFolder();
  const shop = openUpdateShop(root);
  shop.publish(packageFiles('0.2.0', noise));
  const first = judgeFirstRoot(readFileSync(join(root, firstRootName)));
  if (!first.ok) throw new Error(first.error.code);
  const [asked, restarted, told]: [string[], string[], UpdateView[]] = [[], [], []];
  const facts = { inFlight: 0, unsettled: 0, isServing: false, isDayClosed: false, isBackedUp: true };
  const [clock, clipboard, touched] = [new HandClock(publishedMs + minuteMs), new OneClipboard(), { ms: 0 }];
  const program = join(shop.installation.folder, shop.installation.current);
  const { transport = webOf(shop.feed, asked), ...ports } = changes;
  const updates = new CounterUpdates({
    ports: {
      clock,
      clipboard,
      transport,
      dataDirectory: shop.records,
      version: '0.1.0',
      sinceInputMs: () => clock.nowMs() - touched.ms,
      reportBug: (error) => {
        throw error;
      },
      updates: {
        program: runningProgram(program, '0.1.0', { platform: 'linux', arch: 'x64' }),
        source: { address: 'https://updates.example/', first: first.value },
        askForFolder: () => Promise.resolve(shop.feed),
        restart: (path) => restarted.push(path),
        ...ports,
      },
    },
    facts: () => facts,
    serviceMs: () => null,
    changed: (view) => told.push(view),
  });
  onTestFinished(() => updates.close());
  return { updates, shop, clock, clipboard, facts, asked, restarted, told, touched, program };
}

/** Lets the time pass until this holds. */
const passUntil = ({ clock }: Counter, what: string, holds: () => boolean, ms = 1000): Promise<void> =>
  until(
    what,
    async () => {
      if (!holds()) await clock.pass(ms);
      return holds();
    },
    2,
  );
const fetched = (counter: Counter): Promise<void> =>
  passUntil(counter, 'the update', () => counter.updates.view().busy === null && counter.updates.view().offer !== null);

describe('a counter whose window is drawn', () => {
  it('notes a good start, looks after a while and fetches what is newer, which waits for a person', async () => {
    const counter = counterOf();
    await counter.updates.begin(true);
    expect(readStarts(counter.shop.installation.folder)).toEqual([
      { kind: 'good', name: counter.shop.installation.current },
    ]);
    expect(counter.updates.view()).toMatchObject({ way: 'swap', busy: null, lookedAt: null, offer: null });
    await counter.clock.pass(29_000);
    expect(counter.asked).toEqual([]);
    await fetched(counter);
    expect(counter.updates.view()).toMatchObject({ fault: null, offer: { version: '0.2.0', waits: null } });
    expect(counter.told.map(({ busy }) => busy)).toEqual(expect.arrayContaining(['looking', 'fetching', null]));
    expect(readCurrent(counter.shop.installation.folder)?.before ?? null).toBeNull();
    expect(counter.restarted).toEqual([]);
  });

  it('looks every four hours and no more often', async () => {
    const counter = counterOf();
    await counter.updates.begin(true);
    await fetched(counter);
    const first = counter.asked.filter((name) => name === 'release.json').length;
    for (let left = 238; left > 0; left -= 1) await counter.clock.pass(minuteMs);
    expect([first, counter.asked.filter((name) => name === 'release.json').length]).toEqual([1, 1]);
    await passUntil(
      counter,
      'the second look',
      () => counter.asked.filter((name) => name === 'release.json').length === 2,
      minuteMs,
    );
  });

  it('notes no good start while its journal does not open, and looks all the same', async () => {
    const counter = counterOf();
    await counter.updates.begin(false);
    expect(readStarts(counter.shop.installation.folder)).toEqual([]);
    await fetched(counter);
  });

  it('asks the feed for nothing while an attempt waits for its answer', async () => {
    const counter = counterOf();
    counter.facts.inFlight = 1;
    await counter.updates.begin(true);
    for (let left = 60; left > 0; left -= 1) await counter.clock.pass(1000);
    expect(counter.asked).toEqual([]);
    expect(counter.updates.view().busy).toBe('looking');
    counter.facts.inFlight = 0;
    await fetched(counter);
  });

  it('stops at once when it is closed', async () => {
    const counter = counterOf();
    counter.facts.inFlight = 1;
    await counter.updates.begin(true);
    await counter.clock.pass(31_000);
    await counter.updates.close();
    expect(counter.asked.length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['without a feed in its build', { source: null }],
    ['on a host whose program is not ours', null],
  ])('fetches nothing %s', async (_what, changes) => {
    const counter = changes === null ? null : counterOf(changes);
    const updates =
      counter?.updates ??
      new CounterUpdates({
        ports: { ...portsWithoutUpdates(), dataDirectory: tempFolder() },
        facts: () => ({ inFlight: 0, unsettled: 0, isServing: false, isDayClosed: false, isBackedUp: true }),
        serviceMs: () => null,
        changed: () => undefined,
      });
    await updates.begin(true);
    updates.look();
    await updates.lookInFolder();
    await updates.install();
    expect(updates.view()).toMatchObject({ way: null, offer: null, busy: null, fault: null });
    expect(counter?.asked ?? []).toEqual([]);
  });
});

function portsWithoutUpdates() {
  const transport: Transport = { exchange: () => Promise.resolve(err({ code: 'not_sent' })) };
  return { clock: new HandClock(), clipboard: null, transport, version: '0.1.0' };
}

describe('an update that lies here', () => {
  it('is put in its place when a person says so, and the counter starts anew', async () => {
    const counter = counterOf();
    const before = recordsIn(counter.shop.records);
    counter.updates.look();
    await fetched(counter);
    await counter.updates.install();
    const { folder, current } = counter.shop.installation;
    expect(readCurrent(folder)).toEqual({ folder, current: 'counterfoil-0.2.0', before: current });
    expect(counter.restarted).toEqual([join(folder, 'counterfoil')]);
    expect(counter.updates.view()).toMatchObject({ busy: null, fault: null, offer: null, next: '0.2.0' });
    expect(recordsIn(counter.shop.records)).toBe(before);
  });

  it.each([
    [{ inFlight: 1 }, 'in_flight'],
    [{ isServing: true }, 'serving'],
    [{ unsettled: 1 }, 'unsettled'],
    [{ isBackedUp: false }, 'not_backed_up'],
  ] as const)('waits with %j for %s, whatever the screen says', async (changes, waits) => {
    const counter = counterOf();
    counter.updates.look();
    await fetched(counter);
    Object.assign(counter.facts, changes);
    expect(counter.updates.view().offer).toEqual({ version: '0.2.0', waits });
    await counter.updates.install();
    expect(counter.restarted).toEqual([]);
    expect(readCurrent(counter.shop.installation.folder)).toBeNull();
  });

  it('is installed and not started where a sale began meanwhile', async () => {
    const counter = counterOf();
    counter.updates.look();
    await fetched(counter);
    const installing = counter.updates.install();
    counter.facts.isServing = true;
    await installing;
    expect([counter.restarted, counter.updates.view().next]).toEqual([[], '0.2.0']);
  });

  it('is announced once nobody has touched the counter for a while, and not again for hours when it is put off', async () => {
    const counter = counterOf();
    const { clock, touched, updates } = counter;
    touched.ms = clock.nowMs() + minuteMs;
    await updates.begin(true);
    await fetched(counter);
    expect(updates.view().announced).toBe(false);
    await passUntil(counter, 'the line', () => updates.view().announced, minuteMs);
    expect(clock.nowMs() - touched.ms).toBeGreaterThanOrEqual(2 * minuteMs);
    updates.putOff();
    for (let left = 700; left > 0; left -= 1) await clock.pass(minuteMs);
    expect(updates.view().announced).toBe(false);
    await passUntil(counter, 'the line', () => updates.view().announced, minuteMs);
  });

  it('is no more offered once the publisher took it back, nor once another file lies in its place', async () => {
    const counter = counterOf();
    counter.updates.look();
    await fetched(counter);
    writeFileSync(join(counter.shop.records, 'updates/counterfoil.zip'), 'another');
    await counter.updates.install();
    expect(counter.updates.view().fault?.code).toBe('package_tampered');
    expect(counter.restarted).toEqual([]);
    counter.shop.publish(packageFiles('0.1.0', noise), { number: 8, version: '0.1.0' });
    counter.updates.look();
    await passUntil(counter, 'the answer', () => counter.updates.view().fault?.code === 'version_not_newer');
    expect(counter.updates.view().offer).toBeNull();
  });

  it('comes from a folder too', async () => {
    const counter = counterOf();
    await counter.updates.lookInFolder();
    await fetched(counter);
    expect(counter.asked).toEqual([]);
  });

  it('is none where nobody chose a folder', async () => {
    const counter = counterOf({ askForFolder: () => Promise.resolve(null) });
    await counter.updates.lookInFolder();
    expect(counter.told).toEqual([]);
  });
});

describe('a program that does not replace itself', () => {
  const debTarget = {
    version: '0.1.0',
    folder: '/usr/lib/counterfoil',
    way: 'administrator',
    target: 'linux-x64-zip',
  } as const;

  it('checks the file and gives the administrator’s command, which can be copied', async () => {
    const counter = counterOf({ program: debTarget });
    expect(await counter.updates.copyCommand()).toEqual(err({ code: 'not_allowed' }));
    counter.updates.look();
    await fetched(counter);
    expect(counter.updates.view().offer).toEqual({ version: '0.2.0', waits: null });
    await counter.updates.install();
    const command = `sudo apt install '${join(counter.shop.records, 'updates/counterfoil.zip')}'`;
    expect(counter.updates.view().offer).toEqual({ version: '0.2.0', waits: null, command });
    expect(await counter.updates.copyCommand()).toEqual(ok({ copied: true }));
    expect(counter.clipboard.text).toBe(command);
    expect(counter.restarted).toEqual([]);
  });

  it('gives no command for a file that was changed', async () => {
    const counter = counterOf({ program: debTarget });
    counter.updates.look();
    await fetched(counter);
    writeFileSync(join(counter.shop.records, 'updates/counterfoil.zip'), 'another');
    await counter.updates.install();
    expect(counter.updates.view()).toMatchObject({ fault: { code: 'package_tampered' }, offer: { waits: null } });
    expect(counter.updates.view().offer).not.toHaveProperty('command');
  });

  it('says where a newer version is, and fetches none', async () => {
    const counter = counterOf({ program: { ...debTarget, folder: '/opt/shop', way: 'elsewhere' } });
    counter.updates.look();
    await fetched(counter);
    const address = 'https://updates.example/';
    expect(counter.updates.view().offer).toEqual({ version: '0.2.0', waits: null, address });
    expect(counter.asked).not.toContain('counterfoil.zip');
  });
});
