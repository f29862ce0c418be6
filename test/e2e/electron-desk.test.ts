import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { CounterWindow } from '../ui/pages/counter-window.ts';
import { enrolCounter, wanted } from '../ui/pages/first-sale-story.ts';
import { languages } from '../ui/pages/words.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { startCounter } from './running-counter.ts';
import type { RunningCounter } from './running-counter.ts';

const obstacle = whyNoElectron();
const because = obstacle === null ? '' : ` (${obstacle})`;

describe.skipIf(obstacle !== null).each(languages)(`a counter that is left or is closed, in Electron, in %s${because}`, (language) => {
  let running: RunningCounter;
  let counter: CounterWindow;
  beforeAll(async () => {
    running = await startCounter();
    counter = new CounterWindow(running.page);
    await enrolCounter(counter, language);
    await counter.enrolment.startSelling();
    await counter.sell.waitForCards();
    // What the system would be asked for, where it has it.
    await running.app.evaluate(({ BrowserWindow }) => {
      const turned: boolean[] = [];
      const [window] = BrowserWindow.getAllWindows();
      if (window !== undefined) window.setContentProtection = (on) => { turned.push(on); };
      Object.assign(globalThis, { turned });
    });
  });
  afterAll(() => running.stop());

  const protectedBy = () => running.app.evaluate(() => (Reflect.get(globalThis, 'turned') as boolean[]).splice(0));
  /** As by the hand that closes a window. */
  const close = () => running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

  it('protects the screen while codes are on it, and not before or after', async () => {
    expect(await protectedBy()).toEqual([]);
    await counter.sell.search(wanted[language].query);
    await counter.sell.pick(wanted[language].card);
    await counter.sell.buy();
    await counter.codes.waitFor();
    await counter.codes.reveal();
    expect(await protectedBy()).toEqual([true]);
    await counter.codes.hide();
    await expect.poll(protectedBy).toEqual([false]);
  });

  it.each(['suspend', 'lock-screen'] as const)('is locked on %s: no code on the page, none to be had, until somebody goes on', async (event) => {
    await counter.codes.reveal();
    const shown = await counter.codes.shown();
    expect(shown.length).toBe(2);
    expect(await readable(running.page, shown)).toBe(shown.length);
    await running.app.evaluate(({ powerMonitor }, name) => { powerMonitor.emit(name); }, event);
    await counter.text('lock.title').waitFor();
    expect(await readable(running.page, shown)).toBe(0);
    expect(await running.page.locator('.codes-frame').count()).toBe(0);
    const operationId = '00000000-0000-4000-8000-000000000000';
    expect(await running.page.evaluate((id) => window.counter?.reveals.show({ operationId: id }), operationId)).toEqual({ ok: false, error: { code: 'not_allowed', detail: 'locked' } });
    await counter.button('lock.continue').click();
    await counter.codes.waitFor();
    expect((await counter.codes.shown()).length).toBe(0);
  });

  it('is locked when nobody has touched the machine for as long as it chose', async () => {
    await running.app.evaluate(({ powerMonitor }) => { powerMonitor.getSystemIdleTime = () => 5 * 60; });
    await counter.text('lock.title').waitFor({ timeout: 15_000 });
    await running.app.evaluate(({ powerMonitor }) => { powerMonitor.getSystemIdleTime = () => 0; });
    await counter.button('lock.continue').click();
    await counter.codes.waitFor();
  });

  it('is not closed over codes that nobody has, until the person says so', async () => {
    await close();
    await counter.text('quit.codes', { count: 1 }).waitFor();
    await counter.text('quit.training').waitFor();
    await counter.button('quit.back').click();
    await counter.codes.done();
    expect(running.app.windows()).toHaveLength(1);
  });
});

/** How many of the codes stand anywhere in the window. They are drawn in a frame and in groups, so no markup has them whole. */
async function readable(page: Page, codes: readonly string[]): Promise<number> {
  const texts = await Promise.all(page.frames().map((frame) => frame.evaluate(() => document.documentElement.textContent)));
  return codes.filter((code) => texts.some((text) => text.includes(code))).length;
}
