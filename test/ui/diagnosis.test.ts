import { afterAll, beforeAll, describe, it } from 'vitest';
import { languageCodes } from '../../src-shared/words/languages.ts';
import { CounterOfShop } from './pages/counter-of-shop.ts';
import type { CounterWindow } from './pages/counter-window.ts';
import { MisconfiguredStory } from './pages/misconfigured-story.ts';
import { oneBrowser } from './pages/one-browser.ts';
import { openShop } from './pages/open-window.ts';

const browser = oneBrowser();

/** The built screens, main and a service process: the refusal, the search and the cure are real. */
describe.each(languageCodes)(
  'a counter whose deployment file says another form than its service takes, in %s',
  (language) => {
    let shop: CounterOfShop;
    let counter: CounterWindow;
    let story: MisconfiguredStory;

    beforeAll(async () => {
      shop = await CounterOfShop.start();
      await shop.misconfigure('request.encoding', 'der');
      counter = await openShop(browser(), shop, language);
      story = new MisconfiguredStory(counter);
    });
    afterAll(async () => {
      await counter.close();
      await shop.stop();
    });

    it('is told the one cause of the refusal, what shows it and the exact change', () => story.cause());
    it('takes the change when a person confirms it, sees what the service sees, and sells', () => story.cure());
  },
);
