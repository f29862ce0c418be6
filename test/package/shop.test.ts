import { dirname, join } from 'node:path';
import type * as Electron from 'electron';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { safePreferences } from '../e2e/safe-preferences.ts';
import { startDriven, type DrivenCounter } from './driven-counter.ts';
import { installPackage, type Installed } from './installed.ts';
import { makePackage, whyNoPackage, type Made } from './made.ts';
import { sellInTraining, type SoldInTraining } from './training-sale.ts';

const obstacle = whyNoPackage();
const because = obstacle === null ? '' : ` (${obstacle})`;
const locked = { ok: false, error: { code: 'not_allowed', detail: 'locked' } };

/** What the driver writes down of the window, in main. */
interface Noted {
  readonly protections: boolean[];
  readonly prints: { readonly preferences: unknown; readonly address: string; readonly isShown: boolean }[];
}

describe.skipIf(obstacle !== null)(`a package that sells a card, for somebody without rights${because}`, () => {
  let made: Made;
  let installed: Installed;
  let counter: DrivenCounter;
  let sold: SoldInTraining;
  beforeAll(async () => {
    made = await makePackage();
    installed = await installPackage(made);
    counter = await startDriven(installed);
    await counter.inMain(watchWindow, null);
    sold = await counter.inPage(sellInTraining, null);
    // No hand is at this counter: by itself it would be locked after five minutes.
    await counter.inPage(() => window.counter?.preferences.change({ idleLockMinutes: 60 }), null);
  });
  afterAll(async () => {
    // The counter does not end while codes wait for their customer.
    await counter.inPage((operationId) => window.counter?.reveals.handOver({ operationId }), sold.operationId);
    await counter.stop();
    await installed.person.remove();
  });

  const noted = (): Promise<Noted> => counter.inMain(() => Reflect.get(globalThis, 'noted') as Noted, null);
  const pasted = (): Promise<string> => counter.inMain(async ({ clipboard }) => await clipboard.readText(), null);
  /** The voucher as it stands on the clipboard, where a person may paste it. */
  const copyVoucher = async (): Promise<string> => {
    const copied = await counter.inPage((input) => window.counter?.reveals.copy(input), {
      ...sold,
      part: 'voucher' as const,
    });
    expect(copied).toEqual({ ok: true, value: { copied: true } });
    return pasted();
  };
  const show = () => counter.inPage((operationId) => window.counter?.reveals.show({ operationId }), sold.operationId);
  const lock = (event: string): Promise<boolean> =>
    counter.inMain(({ powerMonitor }, name) => powerMonitor.emit(name), event);
  const unlock = (): Promise<unknown> => counter.inPage(() => window.counter?.screen.unlock({}), null);
  /** As by a key of the keyboard: the page alone cannot open what was locked. */
  const goOn = async (): Promise<void> => {
    await expect
      .poll(async () => {
        await counter.inMain(({ webContents }) => {
          const [own] = webContents.getAllWebContents();
          for (const type of ['keyDown', 'keyUp'] as const) own?.sendInputEvent({ type, keyCode: 'Shift' });
        }, null);
        return unlock();
      })
      .toMatchObject({ ok: true });
  };

  it('answers calls to its own page alone, and none that is too large', async () => {
    const preload = await counter.inMain(({ webContents }) => {
      const [own] = webContents.getAllWebContents();
      const paths = Reflect.apply(Reflect.get(own ?? {}, '_getPreloadPaths') as () => string[], own, []);
      return paths.at(-1) ?? '';
    }, null);
    expect(dirname(preload)).toContain(join(dirname(installed.folder), 'driven'));
    const foreign = await counter.inMain(async ({ BrowserWindow }, path): Promise<unknown> => {
      const window = new BrowserWindow({ show: false, webPreferences: { preload: path, partition: 'counter' } });
      try {
        await window.loadURL('app://counterfoil/').catch(() => undefined);
        return await window.webContents.executeJavaScript('window.counter.app.start({})');
      } finally {
        window.destroy();
      }
    }, preload);
    expect(foreign).toEqual({ ok: false, error: { code: 'not_allowed', detail: 'foreign_sender' } });
    const large = await counter.inPage(
      (length) => window.counter?.app.useDeployment({ text: 'x'.repeat(length) }),
      2_000_000,
    );
    expect(large).toMatchObject({ ok: false, error: { code: 'input_invalid' } });
  });

  it('keeps the screen out of pictures from before codes are shown', async () => {
    expect((await noted()).protections[0]).toBe(true);
  });

  it('gives a page the address of its codes and never a code, for one load', async () => {
    const voucher = await copyVoucher();
    expect(voucher.length).toBeGreaterThan(5);
    const shown = await show();
    expect(shown).toMatchObject({ ok: true, value: { cards: [{ voucher: true }] } });
    expect(JSON.stringify(shown)).not.toContain(voucher);
    const frame = shown?.ok === true ? shown.value.frame : '';
    const loads = await counter.inMain(async ({ session }, path) => {
      const load = async () => {
        const answer = await session.fromPartition('counter').fetch(`app://counterfoil${path}`);
        return { status: answer.status, text: await answer.text() };
      };
      return [await load(), await load()];
    }, frame);
    expect(loads.map(({ status }) => status)).toEqual([200, 404]);
    const page = await counter.inPage(
      () => [document.documentElement.outerHTML, JSON.stringify(localStorage), JSON.stringify(sessionStorage)],
      null,
    );
    expect(page.join()).not.toContain(voucher);
  });

  it.each(['suspend', 'lock-screen'])('is locked on %s: no code is to be had until somebody goes on', async (event) => {
    const shown = await show();
    const frame = shown?.ok === true ? shown.value.frame : '';
    await lock(event);
    await expect.poll(show).toEqual(locked);
    expect(await unlock()).toEqual({ ok: false, error: { code: 'not_allowed', detail: 'no_hand' } });
    const status = await counter.inMain(
      async ({ session }, path) => (await session.fromPartition('counter').fetch(`app://counterfoil${path}`)).status,
      frame,
    );
    expect(status).toBe(404);
    await goOn();
    expect(await show()).toMatchObject({ ok: true });
  });

  it('is locked when nobody has touched the machine for as long as was chosen', async () => {
    await counter.inMain(({ powerMonitor }) => {
      powerMonitor.getSystemIdleTime = () => 60 * 60;
    }, null);
    await expect.poll(show).toEqual(locked);
    await counter.inMain(({ powerMonitor }) => {
      powerMonitor.getSystemIdleTime = () => 0;
    }, null);
    await goOn();
    expect(await show()).toMatchObject({ ok: true });
  });

  it('takes a copied code from the clipboard when it is locked, and nothing that somebody copied since', async () => {
    await copyVoucher();
    await lock('lock-screen');
    await expect.poll(pasted).toBe('');
    await goOn();
    await copyVoucher();
    await counter.inMain(async ({ clipboard }) => await clipboard.writeText('a phone number'), null);
    await lock('lock-screen');
    await expect.poll(show).toEqual(locked);
    expect(await pasted()).toBe('a phone number');
    await goOn();
  });

  it('prints from a hidden window without script, which is gone afterwards', async () => {
    const printed = await counter.inPage(
      (operationIds) => window.counter?.receipts.print({ operationIds, language: 'ar', withCodes: true }),
      [sold.operationId],
    );
    expect(printed).toMatchObject({ ok: true });
    const { prints } = await noted();
    expect(prints).toMatchObject([
      {
        preferences: { ...safePreferences, javascript: false },
        address: 'app://counterfoil/images',
        isShown: false,
      },
    ]);
    await expect.poll(() => counter.inMain(({ webContents }) => webContents.getAllWebContents().length, null)).toBe(1);
  });

  it('runs the Electron that its manifest names, which is what an audit asks about', async () => {
    expect(await counter.inMain(() => process.versions.electron, null)).toBe(made.manifest.electron);
  });
});

/** In main: writes down what the window asks of the system for codes, and stands in for the printer. */
function watchWindow({ app, BrowserWindow }: typeof Electron): void {
  const noted: Noted = { protections: [], prints: [] };
  Object.assign(globalThis, { noted });
  for (const window of BrowserWindow.getAllWindows())
    window.setContentProtection = (on) => {
      noted.protections.push(on);
    };
  app.on('web-contents-created', (_event, contents) => {
    contents.print = (_options, callback) => {
      noted.prints.push({
        preferences: Reflect.apply(Reflect.get(contents, 'getLastWebPreferences') as () => unknown, contents, []),
        address: contents.getURL(),
        isShown: BrowserWindow.fromWebContents(contents)?.isVisible() ?? true,
      });
      callback?.(true, '');
    };
  });
}
