import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { CounterOfShop } from './pages/counter-of-shop.ts';
import type { CounterWindow } from './pages/counter-window.ts';
import { expectSound } from './pages/first-sale-story.ts';
import { oneBrowser } from './pages/one-browser.ts';
import { openShop } from './pages/open-window.ts';
import { languages } from './pages/words.ts';

const browser = oneBrowser();

/** The built screens, main and a service process: the refusal, the search and the cure are real. */
describe.each(languages)('a counter whose deployment file says another form than its service takes, in %s', (language) => {
  let shop: CounterOfShop;
  let counter: CounterWindow;

  beforeAll(async () => {
    shop = await CounterOfShop.start();
    await shop.misconfigure('request.encoding', 'der');
    counter = await openShop(browser(), shop, language);
  });
  afterAll(async () => {
    await counter.close();
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
