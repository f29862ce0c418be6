import type { CDPSession } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { whyNoElectron } from './electron-runtime.ts';
import { startOutside, type Outside } from './outside.ts';
import { startCounter, type RunningCounter } from './running-counter.ts';
import { hostile, pageWays } from './ways-to-leave.ts';

const obstacle = whyNoElectron();
const appPage = 'app://counterfoil/';

interface Key {
  /** As Electron calls it. */
  readonly keyCode: string;
  readonly modifiers: readonly ('alt' | 'control' | 'shift')[];
}

/** With what the page hears of each. */
const keys: readonly (Key & { readonly code: string })[] = [
  { keyCode: 'F5', modifiers: [], code: 'F5' },
  { keyCode: 'F12', modifiers: [], code: 'F12' },
  ...['R', 'U', 'N', 'T', 'W', 'P'].map((letter) => ({
    keyCode: letter,
    modifiers: ['control'] as const,
    code: `Key${letter}`,
  })),
  ...['R', 'I'].map((letter) => ({ keyCode: letter, modifiers: ['control', 'shift'] as const, code: `Key${letter}` })),
  { keyCode: 'Left', modifiers: ['alt'], code: 'ArrowLeft' },
];

describe.skipIf(obstacle !== null)(`a page that wants to leave${obstacle === null ? '' : ` (${obstacle})`}`, () => {
  let counter: RunningCounter;
  let outside: Outside;
  let cdp: CDPSession;
  beforeAll(async () => {
    outside = await startOutside();
    counter = await startCounter();
    cdp = await counter.page.context().newCDPSession(counter.page);
  });
  afterAll(async () => {
    outside.stop();
    await counter.stop();
  });
  beforeEach(async () => {
    await counter.page.reload();
    await counter.page.waitForSelector('#root > *');
  });

  /** Main's own word for it: a refused navigation leaves the test's driver waiting for its end. */
  const shown = () =>
    counter.app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((contents) => [contents.getURL(), contents.getTitle()]),
    );
  const stays = async (how: string): Promise<void> => {
    await counter.page.waitForTimeout(20);
    await expect.poll(shown, { message: how }).toEqual([[appPage, 'Counterfoil']]);
    expect(outside.reached, how).toEqual([]);
  };

  it.each([
    ['under its policy', false],
    ['even without its policy', true],
  ] as const)('cannot by itself, %s', async (_name, bypass) => {
    await cdp.send('Page.setBypassCSP', { enabled: bypass });
    await counter.page.reload();
    // What a script runs in its own page is the policy's alone to refuse.
    const addresses = hostile(outside.address).filter((url) => !bypass || !url.startsWith('javascript:'));
    for (const [name, way] of Object.entries(pageWays)) {
      for (const url of addresses) {
        await counter.page.evaluate(way, url).catch(() => undefined);
        await stays(`${name} to ${url}`);
      }
    }
    await cdp.send('Page.setBypassCSP', { enabled: false });
  });

  it('cannot by a hand on the mouse: middle, shift, control, or a link that is dropped', async () => {
    for (const url of hostile(outside.address)) {
      await counter.page.evaluate((href) => {
        document.querySelector('#bait')?.remove();
        const bait = Object.assign(document.createElement('a'), { id: 'bait', href, textContent: 'bait' });
        for (const [name, value] of [
          ['position', 'fixed'],
          ['inset', '0 auto auto 0'],
          ['z-index', '9999'],
        ] as const)
          bait.style.setProperty(name, value);
        document.body.append(bait);
      }, url);
      const bait = counter.page.locator('#bait');
      await bait.click({ button: 'middle' });
      await bait.click({ modifiers: ['Shift'] });
      await bait.click({ modifiers: ['Control'] });
      const data = { items: [{ mimeType: 'text/uri-list', data: url }], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await cdp.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
      await stays(`a hand with ${url}`);
    }
  });

  it('cannot by keys: nothing reloads it, goes back, prints, closes it or opens developer tools', async () => {
    await counter.page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(globalThis, { heard });
      addEventListener('keyup', ({ code }) => heard.push(code), { capture: true });
    });
    await counter.app.evaluate(({ BrowserWindow }) => {
      const begun: string[] = [];
      Object.assign(globalThis, { begun });
      BrowserWindow.getAllWindows()[0]?.webContents.on('did-start-navigation', ({ url }) => begun.push(url));
    });
    await press(...keys);
    await stays('keys');
    await expect
      .poll(() => counter.page.evaluate(() => Reflect.get(globalThis, 'heard') as unknown))
      .toEqual(keys.map(({ code }) => code));
    const seen = await counter.app.evaluate(({ Menu, BrowserWindow }) => ({
      menu: Menu.getApplicationMenu() === null,
      tools: BrowserWindow.getAllWindows().map(({ webContents }) => webContents.isDevToolsOpened()),
      begun: Reflect.get(globalThis, 'begun') as unknown,
    }));
    expect(seen).toEqual({ menu: true, tools: [false], begun: [] });
  });

  it('is larger and smaller by keys, as a person wants to read it, and still so when it is loaded again', async () => {
    const zoom = () =>
      counter.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel());
    const zoomBy = async (keyCode: string, level: number): Promise<void> => {
      await press({ keyCode, modifiers: ['control'] });
      await expect.poll(zoom).toBe(level);
    };
    await zoomBy('=', 0.5);
    await zoomBy('=', 1);
    await zoomBy('-', 0.5);
    // As a session that has forgotten it, which every start has.
    await counter.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomLevel(0));
    await counter.page.reload();
    await expect.poll(zoom).toBe(0.5);
    await zoomBy('0', 0);
  });

  /** As from a keyboard: what the test's driver presses reaches the page alone, neither a menu nor main. */
  const press = (...pressed: readonly Key[]) =>
    counter.app.evaluate(({ BrowserWindow }, sent) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.focus();
      for (const { keyCode, modifiers } of sent)
        for (const type of ['keyDown', 'keyUp'] as const)
          contents?.sendInputEvent({ type, keyCode, modifiers: [...modifiers] });
    }, pressed);
});
