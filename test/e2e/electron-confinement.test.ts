import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoElectron } from './electron-runtime.ts';
import { forbidden, tryForbidden } from './forbidden-by-policy.ts';
import { startOutside, type Outside } from './outside.ts';
import { askForAll } from './permissions.ts';
import { processesBelow } from './processes.ts';
import { startCounter, type RunningCounter } from './running-counter.ts';
import { elsewhere, loadAll } from './ways-to-load.ts';

const obstacle = whyNoElectron();

describe.skipIf(obstacle !== null)(`the window of the counter${obstacle === null ? '' : ` (${obstacle})`}`, () => {
  let counter: RunningCounter;
  let outside: Outside;
  beforeAll(async () => {
    outside = await startOutside();
    counter = await startCounter();
  });
  afterAll(async () => {
    outside.stop();
    await counter.stop();
  });

  it.each([
    ['under its policy', false],
    ['even without its policy', true],
  ] as const)('loads nothing of any other scheme or host, %s', async (_name, bypass) => {
    const cdp = await counter.page.context().newCDPSession(counter.page);
    await cdp.send('Page.setBypassCSP', { enabled: bypass });
    await counter.page.reload();
    expect(await counter.page.evaluate(loadAll, elsewhere(outside.address))).toEqual([]);
    expect(outside.reached).toEqual([]);
    await cdp.send('Page.setBypassCSP', { enabled: false });
    await counter.page.reload();
  });

  it('has no name to go to, also where nothing else is between it and the network', async () => {
    const tried = await counter.app.evaluate(async ({ session }, address) => {
      const open = session.fromPartition('unguarded');
      open.webRequest.onBeforeRequest(null);
      const why = (failed: unknown): string => (failed instanceof Error ? failed.message : String(failed));
      const { port } = new URL(address);
      const asked = await Promise.all(
        [address, `http://localhost:${port}/x`].map((url) => open.fetch(url).then(({ status }) => String(status), why)),
      );
      return { asked, resolved: await open.resolveHost('localhost').then(() => 'an address', why) };
    }, outside.address);
    expect(tried).toEqual({
      asked: [expect.stringContaining('ERR_NAME_NOT_RESOLVED'), expect.stringContaining('ERR_NAME_NOT_RESOLVED')],
      resolved: expect.stringContaining('ERR_NAME_NOT_RESOLVED') as unknown,
    });
    expect(outside.reached).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('has no process for a network', () => {
    const lines = processesBelow(counter.app.process().pid ?? 0).map(({ line }) => line);
    expect(lines.filter((line) => line.includes('--type=renderer'))).not.toEqual([]);
    expect(lines.filter((line) => line.includes('network.mojom.NetworkService'))).toEqual([]);
  });

  it('has its policy stop each thing that it forbids', async () => {
    await counter.page.evaluate(tryForbidden, outside.address);
    await expect
      .poll(() => counter.page.evaluate(() => Reflect.get(globalThis, 'directives') as string[]))
      .toEqual(expect.arrayContaining([...forbidden]));
    expect(await counter.page.evaluate(() => Reflect.get(globalThis, 'planted') as unknown)).toBeUndefined();
    expect(outside.reached).toEqual([]);
  });

  it('is granted no permission and no device', async () => {
    const granted = await counter.page.evaluate(askForAll);
    expect(granted).toEqual([]);
  });

  it('keeps nothing of its pages on disk, and leaves no dump when they crash', async () => {
    const crashed = counter.app.evaluate(
      ({ BrowserWindow }) =>
        new Promise<void>((resolve) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents;
          contents?.once('did-finish-load', () => resolve());
          contents?.forcefullyCrashRenderer();
        }),
    );
    await crashed;
    const { dumps, stored } = await counter.app.evaluate(({ app, session }) => ({
      dumps: app.getPath('crashDumps'),
      stored: session.fromPartition('counter').getStoragePath(),
    }));
    expect(stored).toBeNull();
    expect(filesBelow(dumps).filter((name) => name.endsWith('.dmp'))).toEqual([]);
  });
});

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}
