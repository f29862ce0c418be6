import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageCodes, languages } from '../../src-shared/words/languages.ts';
import { passingText } from '../support/passing-text.ts';
import { CounterWindow } from '../ui/pages/counter-window.ts';
import { enrolCounter, wanted } from '../ui/pages/first-sale-story.ts';
import { TrainingService } from '../ui/pages/training-service.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { startCounter, type RunningCounter } from './running-counter.ts';

const obstacle = whyNoElectron();
const because = obstacle === null ? '' : ` (${obstacle})`;

describe.skipIf(obstacle !== null).each(languageCodes)(
  `a counter that is left or is closed, in Electron, in %s${because}`,
  (language) => {
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
        if (window !== undefined)
          window.setContentProtection = (on) => {
            turned.push(on);
          };
        Object.assign(globalThis, { turned });
      });
    });
    afterAll(() => running.stop());

    const protectedBy = () => running.app.evaluate(() => (Reflect.get(globalThis, 'turned') as boolean[]).splice(0));
    /** As by the hand that closes a window. */
    const close = () => running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());

    it('protects the screen while codes are on it, and not before or after', async () => {
      expect(await protectedBy()).toEqual([]);
      await counter.sell.search(wanted[languages[language].service].query);
      await counter.sell.pick(wanted[languages[language].service].card);
      await counter.sell.buy();
      await counter.codes.waitFor();
      await counter.codes.reveal();
      expect(await protectedBy()).toEqual([true]);
      await counter.codes.hide();
      await expect.poll(protectedBy).toEqual([false]);
    });

    const lock = async (event = 'lock-screen'): Promise<void> => {
      await running.app.evaluate(({ powerMonitor }, name) => {
        powerMonitor.emit(name);
      }, event);
      await counter.text('lock.title').waitFor();
    };
    const pasted = async (): Promise<string> => running.app.evaluate(({ clipboard }) => clipboard.readText());
    /** What the middle button of the mouse would paste. The runtime may be older than the types. */
    const selected = async (): Promise<string> =>
      running.app.evaluate(({ clipboard }) =>
        'selection' in clipboard
          ? clipboard.selection.readText()
          : String(Reflect.apply(Reflect.get(clipboard, 'readText'), clipboard, ['selection'])),
      );

    it.each(['suspend', 'lock-screen'] as const)(
      'is locked on %s: no code on the page, none to be had, until somebody goes on',
      async (event) => {
        await counter.codes.reveal();
        const shown = await counter.codes.shown();
        expect(shown.length).toBe(2);
        expect(await readable(running.page, shown)).toBe(shown.length);
        await lock(event);
        expect(await readable(running.page, shown)).toBe(0);
        expect(await running.page.locator('.codes-frame').count()).toBe(0);
        const operationId = '00000000-0000-4000-8000-000000000000';
        expect(
          await running.page.evaluate((id) => window.counter?.reveals.show({ operationId: id }), operationId),
        ).toEqual({ ok: false, error: { code: 'not_allowed', detail: 'locked' } });
        await goOn();
        expect((await counter.codes.shown()).length).toBe(0);
      },
    );

    it('is locked when nobody has touched the machine for as long as it chose', async () => {
      await running.app.evaluate(({ powerMonitor }) => {
        powerMonitor.getSystemIdleTime = () => 5 * 60;
      });
      await counter.text('lock.title').waitFor();
      await running.app.evaluate(({ powerMonitor }) => {
        powerMonitor.getSystemIdleTime = () => 0;
      });
      await goOn();
    });

    // What is the same in every language is looked at in one.
    if (language === languageCodes[0]) {
      it('takes a copied code from the clipboard when it is locked', async () => {
        const isThere = await copied();
        expect(await selected()).toBe(process.platform === 'linux' ? await pasted() : '');
        await lock();
        expect(await isThere()).toBe(false);
        expect(await pasted()).toBe('');
        await expect.poll(selected).toBe('');
        await goOn();
      });

      it('takes it when the time is over that was chosen, and not before', async () => {
        await running.page.evaluate(() => window.counter?.preferences.change({ clipboardSeconds: 5 }));
        // Main's own word for when it took it: what anybody else sees of that is later by as much as the machine is
        // busy.
        await running.app.evaluate(({ clipboard }) => {
          const cleared = new Promise<number>((resolve) => {
            const clear = clipboard.clear.bind(clipboard);
            clipboard.clear = () => {
              clipboard.clear = clear;
              resolve(performance.now());
              clear();
            };
          });
          Object.assign(globalThis, { cleared });
        });
        const askedAtMs = await running.app.evaluate(() => performance.now());
        const isThere = await copy();
        const clearedAtMs = await running.app.evaluate(() => Reflect.get(globalThis, 'cleared') as Promise<number>);
        expect(clearedAtMs - askedAtMs).toBeGreaterThan(4_900);
        await expect.poll(isThere).toBe(false);
        await running.page.evaluate(() => window.counter?.preferences.change({ clipboardSeconds: 30 }));
      });

      it('does not take what somebody copied since', async () => {
        await copied();
        await running.app.evaluate(({ clipboard }) => clipboard.writeText('a phone number'));
        await lock();
        expect(await pasted()).toBe('a phone number');
        if (process.platform === 'linux') expect(await selected()).toBe('a phone number');
        await goOn();
      });
    }

    it('is not closed over codes that nobody has, until the person says so', async () => {
      await close();
      await counter.text('quit.codes', { count: 1 }).waitFor();
      await counter.text('quit.training').waitFor();
      await counter.button('quit.back').click();
      expect(running.app.windows()).toHaveLength(1);
    });

    it.skipIf(!TrainingService.canBeFound)(
      'names a sale without an outcome too, ends when the person says so, and leaves no code on the clipboard',
      async () => {
        await copied();
        const note = join(running.data, 'clipboard-cleared');
        await running.app.evaluate(({ clipboard }, file) => {
          const { writeFileSync } = process.getBuiltinModule('node:fs');
          const clear = clipboard.clear.bind(clipboard);
          clipboard.clear = () => {
            writeFileSync(file, '');
            clear();
          };
        }, note);
        await counter.codes.close();
        (await TrainingService.of(running.app.process().pid ?? 0)).kill();
        await counter.sell.pick(wanted[languages[language].service].card);
        await counter.sell.buy();
        await counter.button('sale.watch.next').waitFor();
        await close();
        await counter.text('quit.pending', { count: 1 }).waitFor();
        await counter.text('quit.codes', { count: 1 }).waitFor();
        const exit = once(running.app.process(), 'exit');
        await counter.button('quit.confirm').click();
        expect(await exit).toEqual([0, null]);
        // Here the clipboard ends with the program that filled it: what was done about it can only be recorded.
        expect(existsSync(note)).toBe(true);
      },
    );

    /** Copies a code that is there to be pasted then, and gives whether it still is. */
    async function copied(): Promise<() => Promise<boolean>> {
      const isThere = await copy();
      expect(await isThere()).toBe(true);
      return isThere;
    }

    /** Copies a code, and gives whether it is there to be pasted. */
    async function copy(): Promise<() => Promise<boolean>> {
      await counter.codes.reveal();
      const shown = await counter.codes.shown();
      await counter.codes.hide();
      const said = await passingText(running.page, counter.say('codes.copied'));
      await counter.button('codes.copy.voucher', { number: 1 }).click();
      await said();
      return async () => shown.includes(await pasted());
    }

    async function goOn(): Promise<void> {
      await counter.button('lock.continue').click();
      await counter.codes.waitFor();
    }
  },
);

/**
 * How many of the codes stand anywhere in the window. They are drawn in a frame and in groups, so no markup has them
 * whole.
 */
async function readable(page: Page, codes: readonly string[]): Promise<number> {
  const texts = await Promise.all(
    page.frames().map((frame) => frame.evaluate(() => document.documentElement.textContent)),
  );
  return codes.filter((code) => texts.some((text) => text.includes(code))).length;
}
