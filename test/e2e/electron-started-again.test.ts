import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withStepPatience } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { within } from '../support/within.ts';
import { CounterWindow } from '../ui/pages/counter-window.ts';
import { prepareRuntime, whyNoElectron, type Runtime } from './electron-runtime.ts';
import { ElectronShop } from './electron-shop.ts';
import { whyNoKeyring } from './keyring-session.ts';
import { processesUnder } from './processes.ts';

const obstacle = whyNoElectron() ?? whyNoKeyring();
const because = obstacle === null ? '' : ` (${obstacle})`;

describe.skipIf(obstacle !== null)(`a counter that is started again while it ends, in Electron${because}`, () => {
  let shop: ElectronShop;
  let runtime: Runtime;
  let port: number;
  beforeAll(async () => {
    shop = await ElectronShop.start('en');
    await shop.close();
    [runtime, port] = await Promise.all([prepareRuntime(), freePort()]);
  });
  afterAll(async () => {
    for (const { pid } of processesUnder(dirname(runtime.executablePath))) process.kill(pid, 'SIGKILL');
    await runtime.release();
    await shop.stop();
  });

  /** As a person's icon does: nothing but this process itself starts the next one. */
  const start = (): ChildProcess => {
    const { data, args, env } = shop.startOptions;
    return spawn(runtime.executablePath, [...runtime.args, ...args, `--remote-debugging-port=${port}`], {
      env: { ...runtime.env, ...env, COUNTERFOIL_DATA: data },
      stdio: 'ignore',
    });
  };

  it('waits for no answer of the service then, and comes back with the order, which is bought once', async () => {
    const first = start();
    const firstEnded = once(first, 'exit');
    const counter = await windowAt(port);
    await counter.go('sell');
    await counter.sell.pick();
    const unanswered = await shop.leaveNextSaleUnanswered();
    await counter.sell.buy();
    await unanswered();
    first.kill('SIGTERM');
    // Its window is gone while it waits for the service.
    await counter.page.waitForEvent('close');
    expect(first.exitCode).toBe(null);
    expect(await within('The second start', once(start(), 'exit'))).toEqual([0, null]);
    expect(await within('The end of the first', firstEnded)).toEqual([0, null]);

    const again = await windowAt(port);
    await expect
      .poll(() => again.page.evaluate(() => window.counter?.orders.list({ show: 'all' })))
      .toMatchObject({ value: { items: [{ state: 'completed', quantity: 1 }] } });
    expect(await shop.sold()).toBe(1);
  });
});

async function windowAt(port: number): Promise<CounterWindow> {
  let browser: Browser | undefined;
  await expect
    .poll(async () => {
      browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => undefined);
      return browser?.contexts().flatMap((context) => context.pages()).length;
    })
    .toBe(1);
  if (browser === undefined) throw new Error('no window came');
  const [page] = withStepPatience(browser)
    .contexts()
    .flatMap((context) => context.pages());
  if (page === undefined) throw new Error('no window came');
  const counter = new CounterWindow(page);
  await page.locator('#root > :not([inert])').first().waitFor();
  await counter.speak('en');
  return counter;
}
