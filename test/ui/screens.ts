import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright';
import { languageCodes, type Language } from '../../src-shared/words/languages.ts';
import { startChromium } from '../support/chromium.ts';
import { projectRoot } from '../support/project.ts';
import { windowSizes } from '../support/scrolling.ts';
import { CounterOfShop } from './pages/counter-of-shop.ts';
import type { CounterWindow } from './pages/counter-window.ts';
import { openShop, openWindow } from './pages/open-window.ts';
import {
  afterTheSale,
  decisions,
  explainedRefusal,
  firstSteps,
  goneOffline,
  lessonSteps,
  oneSale,
  refusedCalls,
  thisCounter,
  troubledSales,
  type Take,
} from './pages/screens-story.ts';
import { lostKeyStore, restoredRecords } from './pages/shop-story.ts';
import { startTrainingHost } from './pages/training-host.ts';
import { TrainingService } from './pages/training-service.ts';
import { newWindow, openCounter } from './renderer/open-counter.ts';
import { everyScreen } from './renderer/screens/every.ts';
import { startSite, type Site } from './renderer/site.ts';

/**
 * Takes a picture of each screen in every language and both themes: `npm run -s screens [-- FOLDER [WORD]]`. Its folder
 * `states` has those that the browser tests walk over the double of main; with a WORD only those with it in their name.
 * With `--docs` it takes only the few pictures that the documentation shows.
 */

type Theme = 'light' | 'dark';
const themes: readonly Theme[] = ['light', 'dark'];
const usualSize = { width: 1280, height: 800 };
const docsFolder = join(projectRoot, 'docs/pictures');
/** What the documentation shows, by the picture it is taken from. */
const inDocs: Readonly<Record<string, string>> = {
  'checkout-en-light': 'sell-en-light',
  'checkout-ar-dark': 'sell-ar-dark',
  'codes-masked-en-light': 'codes-en-light',
  'order-ar-light': 'timeline-ar-light',
  'refusal-explained-en-light': 'diagnosis-en-light',
  'refusal-explained-ar-dark': 'diagnosis-ar-dark',
};

const { docs: forDocs, names } = given();
const [place, word] = names;
const folder = forDocs ? docsFolder : resolve(place ?? join(projectRoot, '.cache/screens'));
await mkdir(folder, { recursive: true });
const browser = await startChromium();
try {
  if (!forDocs) await takeStates(browser);
  if (word === undefined) await takeStories(browser);
} finally {
  await browser.close();
}
console.error(`The pictures are in ${folder}`);

function given(): { readonly docs: boolean; readonly names: readonly string[] } {
  const { values, positionals } = parseArgs({ options: { docs: { type: 'boolean' } }, allowPositionals: true });
  return { docs: values.docs === true, names: positionals };
}

async function takeStories(chromium: Browser): Promise<void> {
  for (const language of languageCodes) {
    await drive(chromium, language);
    await driveRefused(chromium, language);
    if (!forDocs) await driveShop(chromium, language);
  }
}

/** Everything that the browser tests look at, over the double of main. */
async function takeStates(chromium: Browser): Promise<void> {
  const site = await startSite();
  try {
    for (const language of languageCodes) await driveStates(chromium, site, language);
  } finally {
    await site.stop();
  }
}

async function driveStates(chromium: Browser, site: Site, language: Language): Promise<void> {
  const window = await newWindow(chromium, { language });
  for (const { double, next = [], ...first } of everyScreen) {
    const states = [first, ...next];
    if (!states.some(({ name }) => name.includes(word ?? ''))) continue;
    const counter = await openCounter(window, site, { language, ...(double === undefined ? {} : { double }) });
    for (const { name, reach } of states) {
      await reach(counter);
      await picture(window, (theme) => join('states', `${name.replaceAll(/[^a-z]+/g, '-')}-${language}-${theme}`));
    }
    await counter.leave();
  }
  await window.context().close();
}

/**
 * The page as it is, in both themes and in every window, each under the name that is given for it; what is not the
 * usual window has a folder of its own.
 */
async function picture(page: Page, fileOf: (theme: Theme) => string | undefined): Promise<void> {
  // A pointer left where it clicked would show its button as hovered.
  await page.mouse.move(1, 1);
  for (const size of forDocs ? [usualSize] : windowSizes) {
    await page.setViewportSize(size);
    // The strip and the grid of cards are laid out anew with the next frames.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const inSize = size.width === usualSize.width ? folder : join(folder, `${size.width}x${size.height}`);
    for (const theme of themes) {
      const file = fileOf(theme);
      if (file === undefined) continue;
      await page.emulateMedia({ colorScheme: theme });
      await page.screenshot({ path: join(inSize, `${file}.png`), animations: 'disabled' });
      console.error(join(inSize, file));
    }
  }
  await page.setViewportSize(usualSize);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function drive(chromium: Browser, language: Language): Promise<void> {
  const host = await startTrainingHost();
  try {
    await inWindow(await openWindow(chromium, host.address), async (counter, take) => {
      await counter.firstRun.waitFor();
      await counter.speak(language);
      await firstSteps(counter, take);
      await oneSale(counter, take);
      await afterTheSale(counter, take);
      if (forDocs || !TrainingService.canBeFound) return;
      await lessonSteps(counter, take);
      await thisCounter(counter, take);
      const service = await host.service();
      await decisions(counter, take, service);
      await troubledSales(counter, take, service);
      await refusedCalls(counter, take, service);
      await goneOffline(counter, take, service);
    });
  } finally {
    await host.stop();
  }
}

/** What training never shows: records that outlive the counter, and a key store that can forget. */
async function driveShop(chromium: Browser, language: Language): Promise<void> {
  const shop = await CounterOfShop.start();
  try {
    await shop.sell(1);
    await shop.restoreRecordsOfBefore(async () => {
      await shop.sell(2);
    });
    await inWindow(await openShop(chromium, shop, language), (counter, take) =>
      restoredRecords(counter, take, shop.service),
    );
    const { phrase } = await shop.forgetKeyStore();
    await inWindow(await openShop(chromium, shop, language), (counter, take) => lostKeyStore(counter, take, phrase));
  } finally {
    await shop.stop();
  }
}

async function driveRefused(chromium: Browser, language: Language): Promise<void> {
  const shop = await CounterOfShop.start();
  try {
    await shop.misconfigure('request.encoding', 'der');
    await inWindow(await openShop(chromium, shop, language), explainedRefusal);
  } finally {
    await shop.stop();
  }
}

async function inWindow(
  counter: CounterWindow,
  use: (counter: CounterWindow, take: Take) => Promise<void>,
): Promise<void> {
  try {
    await use(counter, takerFor(counter));
  } finally {
    await counter.close();
  }
}

function takerFor(counter: CounterWindow): Take {
  return async (state) => {
    const { language, codes, page } = counter;
    const files = new Map(
      themes.map((theme) => [
        theme,
        forDocs ? inDocs[`${state}-${language}-${theme}`] : `${state}-${language}-${theme}`,
      ]),
    );
    if (forDocs && [...files.values()].some((file) => file !== undefined) && (await codes.shown()).length > 0)
      throw new Error(`${state} shows a code; the documentation never does`);
    await picture(page, (theme) => files.get(theme));
  };
}
