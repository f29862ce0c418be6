import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { sharedChromium } from '../../support/chromium.ts';
import type { CounterPage } from './counter-page.ts';
import { newWindow, openCounter, type OpenOptions } from './open-counter.ts';
import { sharedSite, type Site } from './site.ts';

interface Options extends OpenOptions {
  /** In a window that no other counter has after it: a clock that was held there cannot be let go. */
  readonly isLast?: boolean;
}

type WithCounter = (options: Options, use: (counter: CounterPage) => Promise<void>) => Promise<void>;

/**
 * The browser and the site of the worker, and windows of a test file; each use has a counter of its own, which must
 * have had nothing to complain of and have left nothing in the browser. To start a window costs more than most tests do
 * in it: those that are over have the next counter of their kind.
 */
export function counters(): WithCounter {
  let site: Site;
  let browser: Browser;
  const windows = new Map<string, Page>();
  beforeAll(async () => {
    [site, browser] = await Promise.all([sharedSite(), sharedChromium()]);
  });
  afterAll(async () => {
    await Promise.all([...windows.values()].map((page) => page.context().close()));
  });
  return async ({ isLast = false, ...options }, use) => {
    const kind = JSON.stringify([options.language, options.touch]);
    const page = windows.get(kind) ?? (await newWindow(browser, options));
    windows.delete(kind);
    const counter = await openCounter(page, site, options);
    try {
      await use(counter);
      expect(counter.violations).toEqual([]);
      expect(await counter.left()).toEqual([]);
      if (!isLast) windows.set(kind, page);
    } finally {
      await counter.leave();
      if (!windows.has(kind)) await page.context().close();
    }
  };
}
