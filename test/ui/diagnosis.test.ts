import type { Browser, BrowserContext } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startChromium } from '../support/chromium.ts';
import { CounterOfShop } from './pages/counter-of-shop.ts';
import { CounterWindow } from './pages/counter-window.ts';
import { expectSound } from './pages/first-sale-story.ts';
import { languages } from './pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

/** The built screens, main and a service process: the refusal, the search and the cure are real. */
describe.each(languages)('a counter whose deployment file says another form than its service takes, in %s', (language) => {
  let shop: CounterOfShop;
  let context: BrowserContext;
  let counter: CounterWindow;

  beforeAll(async () => {
    shop = await CounterOfShop.start();
    await shop.misconfigure('request.encoding', 'der');
    context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    counter = new CounterWindow(page);
    await page.goto(await shop.serve());
    await counter.text('app.name').waitFor();
    await counter.speak(language);
  });
  afterAll(async () => {
    await context.close();
    await shop.stop();
  });

  it('is told the one cause of the refusal, what shows it and the exact change', async () => {
    await counter.diagnosis.openFromRefusal();
    await counter.diagnosis.waitForCause('profile');
    expect(await counter.diagnosis.changes()).toEqual(['request.encoding', '"der"', '"p1363"']);
    const refused = { outcome: counter.say('diagnosis.outcome.refused') };
    const evidence = await counter.diagnosis.evidence();
    expect(evidence).toContain(counter.say('diagnosis.evidence.read', refused));
    expect(evidence).toContain(counter.say('diagnosis.evidence.diagnostic', refused));
    expect(evidence).toContain(counter.say('diagnosis.evidence.confirmed'));
    await expectSound(counter);
  });

  it('takes the change when a person confirms it, sees what the service sees, and sells', async () => {
    await counter.diagnosis.apply();
    await counter.text('diagnosis.allAgree').waitFor();
    expect(await counter.diagnosis.differing.count()).toBe(0);
    await expectSound(counter);
    await counter.go('sell');
    await counter.sell.waitForCards();
    await counter.sell.pick();
    await counter.sell.buy();
    await counter.codes.waitFor();
  });
});
