import type { Browser } from 'playwright';
import { startChromium } from '../support/chromium.ts';
import type { CounterPage } from '../ui/renderer/counter-page.ts';
import { newWindow, openCounter } from '../ui/renderer/open-counter.ts';
import { startSite, type Site } from '../ui/renderer/site.ts';
import { percentile, speedRow } from './speed-rows.ts';

/** The selling screen over 100,000 cards in a real browser, beside the same with a handful of cards in the same run. */

interface Measured {
  readonly tiles: number;
  readonly openedMs: number;
  /** From each letter to the frame that shows what it found. */
  readonly letters: readonly number[];
  /** From frame to frame while scrolling. */
  readonly frames: readonly number[];
  /** The same at the pace of a wheel or a finger: a row in each frame. */
  readonly slowFrames: readonly number[];
  /** What one letter and one frame cost the thread of the page, whatever else the machine does. */
  readonly letterCpuMs: number;
  readonly frameCpuMs: number;
  readonly slowFrameCpuMs: number;
}

const typed = 'playstation 60 us';
const turns = 120;
/** Of work in half a second, where nothing is under way. */
const quietMs = 20;
/** At 60 Hz, with what the clock of a page rounds by. */
const frameMs = 16.8;

async function measure(browser: Browser, site: Site, catalogue: 'kept' | 'many'): Promise<Measured> {
  const window = await newWindow(browser, {});
  const counter = await openCounter(window, site, { double: { catalogue, orders: 'none' } });
  const startedAt = performance.now();
  await counter.cards().first().waitFor();
  const openedMs = performance.now() - startedAt;
  const thread = await threadOf(counter);
  // Cards are read, by a double in the same thread, and made searchable bit by bit: neither is what is measured.
  do await counter.page.waitForTimeout(500);
  while ((await thread()) > quietMs);
  const slowFrames = await scroll(counter, 120);
  const slowFrameCpuMs = (await thread()) / turns;
  const frames = await scroll(counter, 900);
  const frameCpuMs = (await thread()) / turns;
  const tiles = await counter.page.locator('.card-tile').count();
  const letters: number[] = [];
  for (const letter of typed) letters.push(await type(counter, letter));
  const letterCpuMs = (await thread()) / typed.length;
  await window.context().close();
  return { tiles, openedMs, letters, frames, slowFrames, letterCpuMs, frameCpuMs, slowFrameCpuMs };
}

/** How many milliseconds the thread of the page worked since the last time that this was asked. */
async function threadOf({ page }: CounterPage): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const total = async (): Promise<number> =>
    ((await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) *
    1000;
  let before = await total();
  return async () => {
    const now = await total();
    const since = now - before;
    before = now;
    return since;
  };
}

async function type(counter: CounterPage, letter: string): Promise<number> {
  await counter.page.evaluate(() => {
    document.getElementById('catalogue-search')?.focus();
    Object.assign(window, {
      shownAfterMs: new Promise((resolve) => {
        document.addEventListener(
          'keydown',
          (event) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - event.timeStamp), 0)),
          { once: true },
        );
      }),
    });
  });
  await counter.page.keyboard.press(letter);
  return counter.page.evaluate(async () => Number(await Reflect.get(window, 'shownAfterMs')));
}

/** So far in each frame: 900 px are two screens, to the middle of 100,000 cards and on. */
function scroll(counter: CounterPage, pixels: number): Promise<number[]> {
  return counter.page.evaluate(
    async ([steps, by]) => {
      const scroller = document.querySelector('.catalogue__scroll');
      const times: number[] = [];
      let before = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      for (let step = 0; step < steps; step += 1) {
        scroller?.scrollBy(0, by);
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        times.push(now - before);
        before = now;
      }
      return times;
    },
    [turns, pixels] as const,
  );
}

function say(name: string, times: readonly number[]): void {
  const cells = [50, 95, 100].map((part) => percentile(times, part).toFixed(1).padStart(9));
  console.log(`${name.padEnd(52)}${cells.join('')}`);
}

function sayAll(name: string, measured: Measured): void {
  const { tiles, openedMs, letters, frames, slowFrames, letterCpuMs, frameCpuMs, slowFrameCpuMs } = measured;
  say(`${name}: first card after`, [openedMs]);
  say(`${name}: letter to frame`, letters);
  say(`${name}: frame to frame, scrolled by 900 px each`, frames);
  say(`${name}: work of the page for a letter`, [letterCpuMs]);
  say(`${name}: work of the page for such a frame`, [frameCpuMs]);
  say(`${name}: frame to frame, scrolled by 120 px each`, slowFrames);
  say(`${name}: work of the page for such a frame`, [slowFrameCpuMs]);
  console.log(`${name}: ${String(tiles)} tiles made`);
}

const shown = (ms: number): string => `${ms.toFixed(1)} ms`;

function rows(few: Measured, many: Measured): void {
  speedRow({
    work: '100,000 cards: what a letter costs the page, from the key to the tiles',
    measured: `${shown(many.letterCpuMs)}; on the screen after ${shown(percentile(many.letters, 50))}`,
    limit: `a handful of cards: ${shown(few.letterCpuMs)}; ${shown(percentile(few.letters, 50))}`,
    toReach: '<= 8 ms',
    isReached: many.letterCpuMs <= 8,
  });
  for (const [how, framesOf, workOf] of [
    ['a row in each frame', (of: Measured) => of.slowFrames, (of: Measured) => of.slowFrameCpuMs],
    ['two screens in each frame', (of: Measured) => of.frames, (of: Measured) => of.frameCpuMs],
  ] as const) {
    const longestMs = percentile(framesOf(many), 100);
    speedRow({
      work: `100,000 cards: scrolled by ${how}, the longest from frame to frame`,
      measured: `${shown(longestMs)}; 95th ${shown(percentile(framesOf(many), 95))}; ${shown(workOf(many))} of work`,
      limit: `a handful of cards: ${shown(percentile(framesOf(few), 100))}; ${shown(workOf(few))} of work`,
      toReach: '<= 16.7 ms: one frame',
      isReached: longestMs < frameMs,
    });
  }
}

const site = await startSite();
const browser = await startChromium();
try {
  console.log(
    `Milliseconds, Chromium ${browser.version()}\n` +
      `${''.padEnd(52)}${'median'.padStart(9)}${'p95'.padStart(9)}${'most'.padStart(9)}`,
  );
  const few = await measure(browser, site, 'kept');
  sayAll('a handful of cards', few);
  const many = await measure(browser, site, 'many');
  sayAll('100,000 cards', many);
  rows(few, many);
} finally {
  await browser.close();
  await site.stop();
}
