import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageCodes, languages } from '../../src-shared/words/languages.ts';
import { mainMessages } from '../../src-shared/words/main-messages.ts';
import { CounterWindow } from '../ui/pages/counter-window.ts';
import { enrolCounter, wanted } from '../ui/pages/first-sale-story.ts';
import { wordsOf } from '../ui/pages/words.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { startCounter, type RunningCounter } from './running-counter.ts';

const obstacle = whyNoElectron();
const because = obstacle === null ? '' : ` (${obstacle})`;

describe.skipIf(obstacle !== null).each(languageCodes)(
  `a page that crashes, in Electron, in %s${because}`,
  (language) => {
    const say = wordsOf(language);
    const { query, card } = wanted[languages[language].service];
    let running: RunningCounter;
    beforeAll(async () => {
      running = await startCounter();
      const counter = new CounterWindow(running.page);
      await enrolCounter(counter, language);
      await counter.enrolment.startSelling();
      await counter.sell.waitForCards();
      await counter.sell.search(query);
      await counter.sell.pick(card);
      await counter.sell.oneMore();
    });
    afterAll(() => running.stop());

    /** The test's driver gives a page up that crashed once; main does not. */
    const inPage = (script: string): Promise<unknown> =>
      running.app.evaluate(({ BrowserWindow }, text): Promise<unknown> => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        return contents?.executeJavaScript(text, true) ?? Promise.resolve(null);
      }, script);
    const shown = async (): Promise<string> => String(await inPage('document.body.innerText'));
    const button = (name: string): string =>
      `[...document.querySelectorAll('button')].find((button) => button.textContent === ${JSON.stringify(name)})`;
    const press = (name: string) => inPage(`${button(name)}?.click()`);
    const crash = () =>
      running.app.evaluate(
        ({ BrowserWindow }) =>
          new Promise<void>((resolve) => {
            const contents = BrowserWindow.getAllWindows()[0]?.webContents;
            contents?.once('did-finish-load', () => resolve());
            contents?.forcefullyCrashRenderer();
          }),
      );

    it('comes back to the same draft', async () => {
      const reference = `document.querySelector('.sale-panel')?.innerText`;
      const before = await inPage(reference);
      expect(before).toContain(card);
      await crash();
      await expect.poll(() => inPage(reference)).toBe(before);
    });

    it('comes back to the sale it had begun, of which nothing is lost: one order, its codes masked', async () => {
      await press(say('sale.buy'));
      await crash();
      await expect.poll(shown).toContain(say('tray.codesReady'));
      expect(await inPage(`${button(say('sale.buy'))} === undefined`)).toBe(true);
      const orders = await inPage(
        `window.counter.orders.list({ show: 'all' }).then(({ value }) => value.items.map(({ state, quantity, codesState }) => ({ state, quantity, codesState })))`,
      );
      expect(orders).toEqual([{ state: 'completed', quantity: 2, codesState: 'sealed' }]);
    });

    it('stays locked where it was', async () => {
      await running.app.evaluate(({ powerMonitor }) => {
        powerMonitor.emit('lock-screen');
      });
      await expect.poll(shown).toContain(say('lock.title'));
      await crash();
      await expect.poll(shown).toContain(say('lock.title'));
    });

    it('asks in a box of the system once it keeps dying, comes back where a person says so, and else ends at once', async () => {
      await running.app.evaluate(({ dialog }) => {
        const boxes: unknown[] = [];
        const answers = [0, 1];
        dialog.showMessageBox = (...[, options]: unknown[]) => {
          boxes.push(typeof options === 'object' && options !== null ? Reflect.get(options, 'message') : null);
          return Promise.resolve({ response: answers.shift() ?? 0, checkboxChecked: false });
        };
        Object.assign(globalThis, { boxes });
      });
      await crash();
      await expect.poll(shown).toContain(say('lock.title'));
      expect(await running.app.evaluate(() => Reflect.get(globalThis, 'boxes') as unknown)).toEqual([
        mainMessages[language]['box.trouble.gone'],
      ]);
      const ended = once(running.app.process(), 'exit');
      void crash().catch(() => undefined);
      expect(await ended).toEqual([0, null]);
    });
  },
);
