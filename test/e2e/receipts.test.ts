import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageCodes, languages } from '../../src-shared/words/languages.ts';
import { CounterWindow } from '../ui/pages/counter-window.ts';
import { enrolCounter, expectSound, wanted } from '../ui/pages/first-sale-story.ts';
import { whyNoElectron } from './electron-runtime.ts';
import { startCounter, type RunningCounter } from './running-counter.ts';
import { safePreferences } from './safe-preferences.ts';

const obstacle = whyNoElectron();
const because = obstacle === null ? '' : ` (${obstacle})`;

/** What is written on a receipt and where, in dots. */
interface Drawn {
  readonly codes: readonly string[];
  readonly boxes: readonly {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }[];
  /** Whether each label stands to the right of its value. */
  readonly fromTheRight: boolean;
  /** How many of the counter's own fonts it was drawn with. */
  readonly fonts: number;
}

interface Job {
  readonly options: {
    readonly silent?: boolean;
    readonly pageSize?: { readonly width: number; readonly height: number };
  };
  readonly preferences: unknown;
  readonly preloads: unknown;
  readonly spelling: boolean;
  readonly address: string;
  readonly drawn: Drawn;
  readonly dots: { readonly width: number; readonly height: number };
  /** The share of each of the boxes that is ink. */
  readonly ink: readonly number[];
  /** How many dots are neither black nor white. */
  readonly grey: number;
  /** How many sheets it takes, and how many pictures are on them. */
  readonly sheets: number;
  readonly pictures: number;
}

/** In the page that draws a receipt; its text is sent there. */
function lookAtReceipt(): Drawn {
  const boxOf = (element: Element | null): Drawn['boxes'][number] => {
    const text = document.createRange();
    text.selectNodeContents(element ?? document);
    const { left, top, right, bottom } = text.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  return {
    codes: [...document.querySelectorAll('.code bdi')].map(({ textContent }) => textContent),
    boxes: [...document.querySelectorAll('h1, h2, dt, dd, .label, .code span')].map(boxOf),
    fromTheRight: [...document.querySelectorAll('dl div:not(.long)')].every(
      (row) => boxOf(row.querySelector('dt')).left > boxOf(row.querySelector('dd')).right,
    ),
    fonts: [...document.fonts].filter(({ status }) => status === 'loaded').length,
  };
}

describe.skipIf(obstacle !== null).each(languageCodes)(`a receipt in Electron, in %s${because}`, (language) => {
  let running: RunningCounter;
  let counter: CounterWindow;
  beforeAll(async () => {
    running = await startCounter();
    counter = new CounterWindow(running.page);
  });
  afterAll(() => running.stop());

  /** The paper: the one thing that a test has to stand in for. */
  const catchJobs = () =>
    running.app.evaluate(({ app, nativeImage }, look) => {
      const jobs: Job[] = [];
      Object.assign(globalThis, { jobs });
      app.on('web-contents-created', (_event, contents) => {
        let drawn: Promise<unknown> | null = null;
        contents.on('did-finish-load', () => {
          // The page may run nothing; what is asked of it from outside is not the page's.
          drawn ??= contents.executeJavaScriptInIsolatedWorld(999, [{ code: `(${look})()` }]);
        });
        const onPaper = async ({
          width,
          height,
        }: {
          width: number;
          height: number;
        }): Promise<Pick<Job, 'sheets' | 'pictures'>> => {
          const pageSize = { width: width / 25_400, height: height / 25_400 };
          const pdf = await contents.printToPDF({
            pageSize,
            margins: { top: 0, bottom: 0, left: 0, right: 0 },
            printBackground: true,
          });
          const count = (what: RegExp): number => [...pdf.toString('latin1').matchAll(what)].length;
          return { sheets: count(/\/Type\s*\/Page\b/g), pictures: count(/\/Subtype\s*\/Image\b/g) };
        };
        const inkOf = async ({ boxes }: Drawn): Promise<Pick<Job, 'dots' | 'ink' | 'grey'>> => {
          const image = nativeImage.createFromBuffer(
            Buffer.from(await (await contents.session.fetch('app://counterfoil/0.png')).arrayBuffer()),
          );
          const dots = image.getSize();
          const bytes = image.toBitmap();
          const isInk = (x: number, y: number): boolean => (bytes[4 * (y * dots.width + x)] ?? 255) < 128;
          const ink = boxes.map(({ left, top, right, bottom }) => {
            let inked = 0;
            for (let y = Math.floor(top); y < bottom; y += 1)
              for (let x = Math.floor(left); x < right; x += 1) if (isInk(x, y)) inked += 1;
            return inked / ((right - left) * (bottom - top));
          });
          let grey = 0;
          for (let at = 0; at < bytes.length; at += 4) if (bytes[at] !== 0 && bytes[at] !== 255) grey += 1;
          return { dots, ink, grey };
        };
        const read = (name: string): unknown =>
          Reflect.apply(Reflect.get(contents, name) as () => unknown, contents, []);
        contents.print = (options, callback) => {
          const size = options?.pageSize;
          if (typeof size !== 'object') throw new Error('no size of a page');
          const held = {
            preferences: read('getLastWebPreferences'),
            preloads: read('_getPreloadPaths'),
            spelling: contents.session.isSpellCheckerEnabled(),
          };
          void (async () => {
            const seen = (await drawn) as Drawn;
            jobs.push({
              options: { silent: options?.silent ?? false, pageSize: size },
              ...held,
              address: contents.getURL(),
              drawn: seen,
              ...(await inkOf(seen)),
              ...(await onPaper(size)),
            });
            callback?.(true, '');
          })();
        };
      });
    }, String(lookAtReceipt));
  const jobs = (): Promise<Job[]> => running.app.evaluate(() => Reflect.get(globalThis, 'jobs') as Job[]);

  it('is drawn in a hidden window as an image in black and white, of its own length, and the window is gone afterwards', async () => {
    await enrolCounter(counter, language);
    await counter.enrolment.startSelling();
    await counter.sell.waitForCards();
    await counter.sell.search(wanted[languages[language].service].query);
    await counter.sell.pick(wanted[languages[language].service].card);
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
    expect(job?.drawn.codes.length).toBe(0);
    expect(job).toMatchObject({
      options: { silent: false, pageSize: { width: 80_000 } },
      address: 'app://counterfoil/images',
    });
    expect(job).toMatchObject({
      preferences: { ...safePreferences, javascript: false },
      preloads: [],
      spelling: false,
    });
    expect(job?.grey).toBe(0);
    expect(job?.options.pageSize?.height).toBeGreaterThan(30_000);
    expect(job?.options.pageSize?.height).toBeLessThan(200_000);
    expectLegible(job);
    await expect.poll(() => running.app.evaluate(({ webContents }) => webContents.getAllWebContents().length)).toBe(1);
    await expectSound(counter);
  });

  // Arabic asks the most of the paper; what is the same in every language is looked at in one.
  if (language === 'ar') {
    it.each([
      ['58mm', 58_000, 384],
      ['80mm', 80_000, 576],
      ['a4', 210_000, 1063],
    ] as const)(
      'has its codes whole and within the paper on %s, from the right, in letters of its own',
      async (paper, widthMicrons, dots) => {
        const shown = await printWithCodes(paper);
        const job = (await jobs()).at(-1);
        expect(job).toMatchObject({
          options: { pageSize: { width: widthMicrons } },
          dots: { width: dots },
          drawn: { fromTheRight: true, fonts: 2 },
        });
        // Compared without being printed: a failing test must not show a code either.
        expect(shown.length).toBe(2);
        expect(shown.every((code, index) => job?.drawn.codes[index] === code)).toBe(true);
        expectLegible(job);
        if (paper !== 'a4') expect(job?.grey).toBe(0);
      },
    );
  }

  /** Prints the one order again with its codes, and gives them as the screen shows them. */
  async function printWithCodes(receiptPaper: '58mm' | '80mm' | 'a4'): Promise<readonly string[]> {
    await counter.codes.reveal();
    const shown = await counter.codes.shown();
    await counter.codes.hide();
    const printed = await running.page.evaluate(async (paper) => {
      const bridge = window.counter;
      await bridge?.preferences.change({ receiptPaper: paper });
      const orders = await bridge?.orders.list({ show: 'all' });
      const operationId = orders?.ok === true ? (orders.value.items[0]?.operationId ?? '') : '';
      const print = await bridge?.receipts.print({
        operationIds: [operationId],
        language: 'ar',
        withCodes: true,
        reason: 'other',
      });
      return print?.ok;
    }, receiptPaper);
    expect(printed).toBe(true);
    return shown;
  }
});

/** All that is written has its ink, within the paper, in one picture on one sheet. */
function expectLegible(job: Job | undefined): void {
  expect(job?.ink.length).toBeGreaterThan(8);
  expect(Math.min(...(job?.ink ?? []))).toBeGreaterThan(0.03);
  expect(job?.drawn.boxes.filter(({ left, right }) => left < 0 || right > job.dots.width)).toEqual([]);
  expect(job).toMatchObject({ sheets: 1, pictures: 1 });
}
