import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedChromium } from '../../support/chromium.ts';
import { newWindow, openCounter } from './open-counter.ts';
import { sharedSite } from './site.ts';

const rest = '**/rest-*.js';
let page: Page;
beforeAll(async () => {
  page = await newWindow(await sharedChromium(), {});
});
afterAll(() => page.context().close());

it('an area that is opened before its code was read is awaited, and comes by itself', async () => {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  await page.route(rest, async (route) => {
    await given;
    await route.continue();
  });
  const counter = await openCounter(page, await sharedSite(), {});
  await counter.area('nav.day').click();
  await page.locator('main > .skeleton').waitFor();
  give();
  await page.locator('main .report-views').waitFor();
  await counter.area('nav.counter').click();
  expect(await page.locator('main > .skeleton').count()).toBe(0);
  await counter.leave();
});

it('an area whose code did not come says so, and comes with the page that is loaded again', async () => {
  await page.route(rest, (route) => route.abort());
  const counter = await openCounter(page, await sharedSite(), {});
  await counter.area('nav.day').click();
  await counter.text('app.broken.title').waitFor();
  await page.unroute(rest);
  await Promise.all([page.waitForEvent('load'), counter.button('app.again').click()]);
  await counter.area('nav.day').click();
  await page.locator('main .report-views').waitFor();
  await counter.leave();
});
