import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

describe.each(languageCodes)('the first screen in %s', (language) => {
  it('is drawn when what is kept here was read, so that nothing comes in later', async () => {
    await withCounter(
      { language, double: { held: ['app.start', 'wallets.list', 'catalogue.sync'] } },
      async (counter) => {
        await expect.poll(() => counter.made('app.start')).toHaveLength(1);
        await expect.poll(() => counter.made('wallets.read')).toHaveLength(1);
        await expect.poll(() => counter.made('catalogue.read')).toHaveLength(1);
        const firstDrawn = counter.page.evaluate(
          () =>
            new Promise<string>((resolve) => {
              new MutationObserver((_, observer) => {
                const area = document.querySelector('.sell');
                if (area === null) return;
                observer.disconnect();
                resolve(area.innerHTML);
              }).observe(document.body, { subtree: true, childList: true });
            }),
        );
        await counter.letGo();
        expect(await firstDrawn).toContain('card-tile');
      },
    );
  });

  it.each(['wallets.read', 'catalogue.read', 'preferences.read'])('comes although %s gives no answer', async (call) => {
    await withCounter({ language, double: { hanging: [call] } }, async (counter) => {
      await counter.page.locator('.nav').waitFor();
      await counter.cards().first().waitFor();
    });
  });

  it('is drawn with the first of very many cards, before the others were read', async () => {
    const double = { catalogue: 'many', held: ['app.start', 'catalogue.sync'] } as const;
    await withCounter({ language, double }, async (counter) => {
      await expect.poll(() => counter.made('app.start')).toHaveLength(1);
      const partsRead = (await counter.made('catalogue.read')).length;
      await counter.letGo();
      await counter.cards().first().waitFor();
      await expect.poll(async () => (await counter.made('catalogue.read')).length).toBeGreaterThan(partsRead);
    });
  });

  it('keeps what the service said where what is kept here comes after it', async () => {
    await withCounter({ language, double: { held: ['catalogue.read'], readMinutesAgo: 600 } }, async (counter) => {
      await counter.cards().first().waitFor();
      const said = await counter.page.locator('.freshness').textContent();
      await counter.letGo();
      expect(await counter.page.locator('.freshness').textContent()).toBe(said);
    });
  });
});
