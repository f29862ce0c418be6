import type { Browser, BrowserContext } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { sharedChromium } from '../../support/chromium.ts';

/** The browser of the worker, for a test file from the first hook of its suites to the last: its windows go then. */
export function oneBrowser(): () => Browser {
  let browser: Browser;
  let others: readonly BrowserContext[] = [];
  beforeAll(async () => {
    browser = await sharedChromium();
    others = browser.contexts();
  });
  afterAll(async () => {
    const own = browser.contexts().filter((context) => !others.includes(context));
    await Promise.all(own.map((context) => context.close()));
  });
  return () => browser;
}
