import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';

import { startChromium } from '../../support/chromium.ts';
import { openCounter } from './counter-page.ts';
import type { CounterPage, OpenOptions } from './counter-page.ts';
import { startSite } from './site.ts';
import type { Site } from './site.ts';

type WithCounter = (options: OpenOptions, use: (counter: CounterPage) => Promise<void>) => Promise<void>;

/** One browser and one site for a test file; each use has a counter of its own, which must have had nothing to complain of. */
export function counters(): WithCounter {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([startSite(), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });
  return async (options, use) => {
    const counter = await openCounter(browser, site, options);
    try {
      await use(counter);
      expect(counter.violations).toEqual([]);
    } finally {
      await counter.close();
    }
  };
}
