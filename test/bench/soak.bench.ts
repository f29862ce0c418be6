import { startChromium } from '../support/chromium.ts';
import { pageSizeAfterCollection } from '../support/page-size.ts';
import { CounterOfShop } from '../ui/pages/counter-of-shop.ts';
import type { CounterWindow } from '../ui/pages/counter-window.ts';
import { openShop } from '../ui/pages/open-window.ts';

/**
 * A day's sales through the screens, from the wire to the hand-over, against a practice service of its own: what the
 * page holds after a forced collection, and what a sale takes, at the first and at the last. SOAK_SALES and SOAK_CARDS
 * choose how many of each.
 */
const sales = Number(process.env['SOAK_SALES'] ?? 1_000);
const cards = Number(process.env['SOAK_CARDS'] ?? 120);
const longestReadMs = 30 * 60_000;
const perLine = Math.max(1, Math.round(sales / 10));
/** How often somebody looks at the other areas between two sales. */
const looksEvery = 10;

/** Sells one card and hands its codes over; gives the milliseconds from the choice to the next sale. */
async function sell(counter: CounterWindow): Promise<number> {
  const startedAt = performance.now();
  await counter.sell.pick();
  await counter.sell.buy();
  await counter.codes.waitFor();
  await counter.codes.reveal();
  await counter.codes.done();
  await counter.text('sale.empty').waitFor();
  return performance.now() - startedAt;
}

async function lookAround(counter: CounterWindow): Promise<void> {
  await counter.go('orders');
  await counter.orders.open();
  await counter.go('owned');
  await counter.page.locator('.owned__list li').first().waitFor();
  await counter.go('counter');
  await counter.enrolment.waitUntilActive();
  await counter.go('sell');
  await counter.sell.waitForCards();
}

async function sayLine(counter: CounterWindow, sold: number, times: readonly number[]): Promise<void> {
  await counter.page.mouse.move(1, 1);
  const { nodes, listeners, heapBytes } = await pageSizeAfterCollection(counter.page);
  const sorted = times.toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const cells = [String(sold), String(nodes), String(listeners), (heapBytes / 1e6).toFixed(1), median.toFixed(0)];
  console.log(cells.map((cell) => cell.padStart(11)).join(''));
}

async function run(counter: CounterWindow): Promise<void> {
  // What moves on the screen is moving when it goes away.
  await counter.page.emulateMedia({ reducedMotion: 'no-preference' });
  console.log(['sales', 'nodes', 'listeners', 'heap MB', 'ms a sale'].map((cell) => cell.padStart(11)).join(''));
  let times: number[] = [];
  for (let sold = 1; sold <= sales; sold += 1) {
    times.push(await sell(counter));
    if (sold % looksEvery === 0) await lookAround(counter);
    if (sold !== looksEvery && sold % perLine !== 0) continue;
    await sayLine(counter, sold, times);
    times = [];
  }
}

const shop = await CounterOfShop.start({ cards });
const browser = await startChromium();
try {
  const startedAt = performance.now();
  const counter = await openShop(browser, shop, 'en');
  await counter.go('sell');
  // A first reading shows its cards once it has all of them.
  await counter.sell.card().waitFor({ timeout: longestReadMs });
  console.log(
    `${String(sales)} sales, Chromium ${browser.version()}; ` +
      `the first card was on the screen after ${(performance.now() - startedAt).toFixed(0)} ms`,
  );
  await counter.page
    .locator('.freshness button[aria-disabled="true"]')
    .waitFor({ state: 'detached', timeout: longestReadMs });
  console.log(`${String(cards)} cards from the service after ${(performance.now() - startedAt).toFixed(0)} ms\n`);
  await run(counter);
} finally {
  await browser.close();
  await shop.stop();
}
