import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { startChromium } from '../../support/chromium.ts';

/** One browser for a test file, there from the first hook of its suites to the last. */
export function oneBrowser(): () => Browser {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());
  return () => browser;
}
