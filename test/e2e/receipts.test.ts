import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { CounterWindow } from '../ui/pages/counter-window.ts';
import { enrolCounter, expectSound, wanted } from '../ui/pages/first-sale-story.ts';
import { languages } from '../ui/pages/words.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { startCounter } from './running-counter.ts';
import type { RunningCounter } from './running-counter.ts';
import { safePreferences } from './safe-preferences.ts';

const obstacle = whyNoElectron();
const because = obstacle === null ? '' : ` (${obstacle})`;

interface Job {
  readonly options: { readonly silent?: boolean; readonly pageSize?: { readonly width: number; readonly height: number } };
  readonly preferences: unknown;
  readonly preloads: unknown;
  readonly spelling: boolean;
  readonly address: string;
  /** How many dots of what is printed are black. */
  readonly black: number;
  /** How many sheets it takes. */
  readonly sheets: number;
}

describe.skipIf(obstacle !== null).each(languages)(`a receipt in Electron, in %s${because}`, (language) => {
  let running: RunningCounter;
  beforeAll(async () => {
    running = await startCounter();
  });
  afterAll(() => running.stop());

  /** The paper: the one thing that a test has to stand in for. */
  const catchJobs = () => running.app.evaluate(({ app }) => {
    const jobs: Job[] = [];
    Object.assign(globalThis, { jobs });
    app.on('web-contents-created', (_event, contents) => {
      contents.print = (options, callback) => {
        const read = (name: string): unknown => Reflect.apply(Reflect.get(contents, name) as () => unknown, contents, []);
        const size = options?.pageSize;
        if (typeof size !== 'object') throw new Error('no size of a page');
        const inches = { width: size.width / 25_400, height: size.height / 25_400 };
        const painted = new Promise((resolve) => setTimeout(resolve, 700)).then(() => contents.capturePage());
        void Promise.all([painted, contents.printToPDF({ pageSize: inches, margins: { top: 0, bottom: 0, left: 0, right: 0 }, printBackground: true })]).then(([image, pdf]) => {
          const bytes = image.toBitmap();
          let black = 0;
          for (let at = 0; at < bytes.length; at += 4) if (bytes[at] === 0) black += 1;
          const sheets = pdf.toString('latin1').split(/\/Type\s*\/Page\b/).length - 1;
          const held = { preferences: read('getLastWebPreferences'), preloads: read('_getPreloadPaths'), spelling: contents.session.isSpellCheckerEnabled() };
          jobs.push({ options: { silent: options?.silent ?? false, pageSize: size }, ...held, address: contents.getURL(), black, sheets });
          callback?.(true, '');
        });
      };
    });
  });
  const jobs = (): Promise<Job[]> => running.app.evaluate(() => Reflect.get(globalThis, 'jobs') as Job[]);

  it('is drawn in a hidden window as an image in black and white, of its own length, and the window is gone afterwards', async () => {
    const counter = new CounterWindow(running.page);
    await enrolCounter(counter, language);
    await counter.enrolment.startSelling();
    await counter.sell.waitForCards();
    await counter.sell.search(wanted[language].query);
    await counter.sell.pick(wanted[language].card);
    await counter.sell.buy();
    await counter.codes.waitFor();
    await catchJobs();
    await counter.button('receipt.print').click();
    await expectSound(counter);
    await counter.button('receipt.send').click();
    await counter.button('receipt.yes').click();
    await counter.button('receipt.print').waitFor();
    expect(await counter.button('codes.done').count()).toBe(0);
    const [job] = await jobs();
    expect(job).toMatchObject({ options: { silent: false, pageSize: { width: 80_000 } }, address: 'app://counterfoil/images' });
    expect(job).toMatchObject({ preferences: { ...safePreferences, javascript: false }, preloads: [], spelling: false });
    expect(job?.options.pageSize?.height).toBeGreaterThan(30_000);
    expect(job?.options.pageSize?.height).toBeLessThan(200_000);
    expect(job?.black).toBeGreaterThan(2_000);
    expect(job?.sheets).toBe(1);
    expect(await running.app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(1);
    await expectSound(counter);
  });
});
