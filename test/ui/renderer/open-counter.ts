import type { Browser, ConsoleMessage, Page } from 'playwright';
import { passwordPage } from '../../../src-main/code-files/password-page.ts';
import type { DrawnPage } from '../../../src-main/pages/page.ts';
import { papers } from '../../../src-main/receipts/papers.ts';
import { receiptPreview } from '../../../src-main/receipts/receipt-page.ts';
import { codesPage } from '../../../src-main/reveals/views/codes-page.ts';
import { languages, type Language } from '../../../src-shared/words/languages.ts';
import { CounterPage } from './counter-page.ts';
import type { DoubleOptions } from './double-world.ts';
import type { Site } from './site.ts';

/** What is chosen with a window, for good. */
interface WindowOptions {
  readonly language?: Language;
  /** A screen under a finger. */
  readonly touch?: boolean;
}

export interface OpenOptions extends WindowOptions {
  readonly double?: DoubleOptions;
  readonly viewport?: { width: number; height: number };
}

/** A window that shares nothing with another, in which one counter after the other can be opened. */
export async function newWindow(browser: Browser, { language = 'en', touch = false }: WindowOptions): Promise<Page> {
  const context = await browser.newContext({
    locale: languages[language].locale.replace(/-u-.*/, ''),
    reducedMotion: 'reduce',
    hasTouch: touch,
  });
  return context.newPage();
}

/** A counter that knows nothing of the one before it in this window. */
export async function openCounter(
  page: Page,
  site: Site,
  { language = 'en', double = {}, viewport = { width: 1280, height: 800 } }: OpenOptions,
): Promise<CounterPage> {
  const violations: string[] = [];
  const onError = (error: Error): void => void violations.push(error.message);
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() === 'error' && !isOfTheDriver(message.text())) violations.push(message.text());
  };
  page.on('pageerror', onError).on('console', onConsole);
  await beginAsUsual(page, viewport);
  // Where the pointer was left, it would lie over the next counter.
  await page.mouse.move(-1, -1);
  const options = await page.addInitScript(
    (chosen) => {
      window.doubleOptions = chosen;
    },
    { ...double, start: { language, ...double.start } },
  );
  const stopDrawing = site.drawWith((path) => drawnIn(page, path, language));
  await page.goto(site.address);
  return new CounterPage(page, language, violations, async () => {
    page.off('pageerror', onError).off('console', onConsole);
    await options.dispose();
    stopDrawing();
    // It may be left before a frame has what it asked for.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}

/** The counter before is still shown: each change of its window would draw it anew for nobody. */
async function beginAsUsual(page: Page, { width, height }: NonNullable<OpenOptions['viewport']>): Promise<void> {
  const before = page.viewportSize();
  if (before?.width !== width || before.height !== height) await page.setViewportSize({ width, height });
  if (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches))
    await page.emulateMedia({ colorScheme: 'light' });
}

/** Of every file with codes here. */
export const shownPassword = 'HKMN-PQRS-TVWX-ABCD-EFGH';

/** What main would draw there, of what its double knows. */
async function drawnIn(page: Page, path: string, language: Language): Promise<DrawnPage> {
  if (path.startsWith('/drawn/P')) return passwordPage(shownPassword, language);
  const number = Number(path.slice(-42));
  if (!path.startsWith('/drawn/R'))
    return codesPage(await page.evaluate((index) => window.double.drawn[index] ?? [], number), language);
  const asked = await page.evaluate((index) => window.double.receipts[index], number);
  if (asked === undefined) throw new Error('no such receipt');
  const { orders, withCodes } = asked;
  return receiptPreview(
    {
      language: asked.language,
      shop: { names: ['Example Cards', 'بطاقات المثال'], addresses: ['1 Example Street'] },
      saleNumber: orders[0]?.saleNumber ?? null,
      lines: orders.map((order) => ({
        cardName: order.cardName ?? null,
        quantity: order.quantity,
        charged: {
          price: order.charge.price.amount,
          total: order.charge.total.amount,
          currency: order.charge.total.currency,
        },
        externalReference: order.externalReference,
        operationId: order.operationId,
        invoiceId: order.invoiceId,
        codes: withCodes ? 'covered' : null,
      })),
      soldAtMs: Math.min(...orders.map(({ intendedAt }) => Date.parse(intendedAt))),
      isCopy: orders.some(({ prints }) => prints.times > 0),
    },
    papers[asked.paper],
  );
}

/** The driver puts its own scripts into every frame, and one that runs none says so. */
function isOfTheDriver(complaint: string): boolean {
  return /^Blocked script execution in '[^']*\/drawn\//.test(complaint);
}
