import { afterAll, beforeAll, describe, it } from 'vitest';
import { languageCodes } from '../../src-shared/words/languages.ts';
import { CounterOfShop } from './pages/counter-of-shop.ts';
import type { CounterWindow } from './pages/counter-window.ts';
import { oneBrowser } from './pages/one-browser.ts';
import { openShop } from './pages/open-window.ts';
import { RestoredStory } from './pages/restored-story.ts';

const browser = oneBrowser();

describe.each(languageCodes)('a counter whose records were restored from a backup, in %s', (language) => {
  let shop: CounterOfShop;
  let counter: CounterWindow;
  let story: RestoredStory;
  let soldSince: readonly string[] = [];

  beforeAll(async () => {
    shop = await CounterOfShop.start();
    await shop.sell(1);
    await shop.restoreRecordsOfBefore(async () => {
      soldSince = await shop.sell(2);
    });
    counter = await openShop(browser(), shop, language);
    story = new RestoredStory(counter);
  });
  afterAll(async () => {
    await counter.close();
    await shop.stop();
  });

  it('sells nothing and hands no code out until it is checked with the service', () => story.lockedUntilChecked());
  it('is checked on the screen, and names the cards that were sold after the backup', () => story.check(soldSince));
  it('gives its codes out and sells again', () => story.sellsAgain());
});
