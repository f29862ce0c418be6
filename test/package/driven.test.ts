import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lookOf } from '../e2e/packaged-counter.ts';
import { processesBelow } from '../e2e/processes.ts';
import { until } from '../support/until.ts';
import { wordsOf } from '../ui/pages/words.ts';
import { driveCopy, writeDriver, type DrivenCopy } from './driven-copy.ts';
import { installPackage, type Installed } from './installed.ts';
import { makePackage, whyNoPackage } from './made.ts';

const obstacle = whyNoPackage();
const because = obstacle === null ? '' : ` (${obstacle})`;

/** What a cashier does in training: the first button by the screen, the rest by the calls that the screens make. */
const sale = `(async () => {
  const { counter } = window;
  const pause = () => new Promise((go) => setTimeout(go, 100));
  const value = async (call) => {
    const result = await call;
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value;
  };
  const until = async (name, what) => {
    for (let turn = 0; turn < 1_200; turn += 1) {
      const found = await what();
      if (found) return found;
      await pause();
    }
    throw new Error(name + ' never came: ' + document.body.innerText.slice(0, 300));
  };
  const first = await until('the first screen', () => document.querySelector('h1')?.textContent);
  const buttons = () => [...document.querySelectorAll('button')];
  (await until('the button', () => buttons().find((each) => each.textContent.includes('Start training')))).click();
  await until('the training', async () => (await value(counter.app.start({}))).mode === 'training');
  await value(counter.enrolment.begin({ validDays: 30, cidrs: [] }));
  await until('the key', async () => (await value(counter.enrolment.check({}))).state === 'active');
  const [wallet] = (await value(counter.wallets.list({}))).items;
  const { cards, pricesRevision } = await value(counter.catalogue.sync({ walletId: wallet.id }));
  const { id, charge } = cards.find((card) => card.available && card.charge);
  const { operationId } = await value(
    counter.orders.place({
      walletId: wallet.id,
      cardId: id,
      quantity: 1,
      pricesRevision,
      shownTotal: charge.price,
      useAllowedDebt: false,
      besidesPending: true,
    }),
  );
  const read = async () => (await value(counter.orders.read({ operationId }))).order.state;
  await until('the result', async () => (await read()) === 'completed');
  // The counter does not end while codes wait for their customer.
  await value(counter.reveals.show({ operationId }));
  await value(counter.reveals.handOver({ operationId }));
  const { saved } = await value(counter.supportLog.save({}));
  return { first, state: await read(), saved };
})()`;

describe.skipIf(obstacle !== null)(`a copy of the package that a test can drive${because}`, () => {
  let installed: Installed;
  let copy: DrivenCopy;
  let counter: ChildProcess | null = null;
  let given: Readonly<Record<string, string>>;
  beforeAll(async () => {
    installed = await installPackage(await makePackage());
    copy = await driveCopy(installed);
    const file = join(installed.person.folder, 'driver.cjs');
    await writeDriver(file, sale, join(installed.person.home, 'saved.txt'));
    given = { NODE_OPTIONS: `--require ${file}` };
  });
  afterEach(() => {
    counter?.kill('SIGKILL');
    counter = null;
  });
  afterAll(() => installed.person.remove());

  const pagesOf = ({ pid = 0 }: ChildProcess): ReturnType<typeof processesBelow> =>
    processesBelow(pid).filter(({ line }) => line.includes('--type=renderer'));

  it('differs from it by the one byte of one fuse', () => {
    expect(copy.differences).toEqual(['counterfoil: 0 > 1']);
  });

  it("shows its first screen in Chromium's sandbox, sells in training, and saves the log for support", async () => {
    const started = installed.person.start(copy.driven, [], given);
    counter = started;
    expect(await lookOf(started)).toEqual({
      first: wordsOf('en')('firstRun.title'),
      state: 'completed',
      saved: 'here',
    });
    const sandboxed = pagesOf(started).map(
      ({ pid }) => /^Seccomp:\t(\d)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
    );
    expect(sandboxed).toEqual(['2']);
    const saved = join(installed.person.home, 'saved.txt');
    expect(readFileSync(saved, 'utf8')).toMatch(/"kind":"answered","operation":"createPartnerOrder","status":20[012]/);
    expect(statSync(saved).mode & 0o777).toBe(0o600);
    const ended = once(started, 'exit');
    started.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('is needed for that: the package itself takes no driver, under the same name and from the same environment', async () => {
    counter = installed.person.start(copy.product, [], given);
    let says = '';
    counter.stdout?.on('data', (chunk: Buffer) => {
      says += chunk.toString();
    });
    const started = counter;
    await until('The page', () => pagesOf(started).length > 0);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(says).not.toContain('LOOK');
  });
});
