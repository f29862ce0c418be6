import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { designFaults } from '../../support/one-design.ts';
import { id } from './double-data.ts';
import { plant } from './plant.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

describe('a screen that leaves the one design', () => {
  const planted: readonly (readonly [fault: string, html: string])[] = [
    ['size 15px', '<p style="font-size: 15px">a</p>'],
    ['size 12.8px', '<p style="font-size: var(--text-m)"><small style="font-size: 0.8em">a</small></p>'],
    ['weight 700', '<p style="font-weight: bold">a</p>'],
    ['weight 600', '<input value="a" style="font-weight: 600">'],
    ['one of several primary buttons', '<button class="button button--primary">a</button>'.repeat(2)],
    ['one of several bands', '<p class="banner">a</p><div class="banner-note">b</div>'],
    ['empty panel', '<section class="panel" style="block-size: 200px; inline-size: 300px"></section>'],
  ];

  it('is found, and one that does not is left alone', async () => {
    await withCounter({}, async (counter) => {
      await counter.cards().first().waitFor();
      expect(await designFaults(counter.page)).toEqual([]);
      for (const [fault, html] of planted) {
        const takeAway = await plant(counter.page, html);
        const found = await designFaults(counter.page);
        expect(found.length, fault).toBeGreaterThan(0);
        expect(found.filter((each) => !each.startsWith(fault))).toEqual([]);
        await takeAway();
      }
      expect(await designFaults(counter.page)).toEqual([]);
      counter.takeViolations();
    });
  });
});

describe.each(languageCodes)('what is said above the areas, in %s', (language) => {
  it('is one band, the weightiest, and a press shows the others and hides them again', async () => {
    await withCounter({ language, double: { start: { mode: 'deployment' } } }, async (counter) => {
      await counter.cards().first().waitFor();
      const bands = counter.page.locator('.bands .banner, .bands .banner-note');
      expect(await bands.count()).toBe(0);
      await counter.notify('clockChanged', { offsetSeconds: -18_000 });
      await expect.poll(() => bands.count()).toBe(1);
      await counter.notify('connectionChanged', { online: true, trouble: 'silent' });
      await counter.text('app.silent').waitFor();
      await expect.poll(() => bands.count()).toBe(1);
      await counter.button('app.notices.more', { count: 1 }).press('Enter');
      await expect.poll(() => bands.count()).toBe(2);
      expect(await counter.axe()).toEqual([]);
      await counter.button('app.notices.less').press('Enter');
      await expect.poll(() => bands.count()).toBe(1);
      expect(await counter.hasFocus()).toBe(true);
      await counter.notify('connectionChanged', { online: true });
      await counter.text('app.silent').waitFor({ state: 'detached' });
      expect(await counter.page.locator('.bands__more').count()).toBe(0);
      expect(await bands.count()).toBe(1);
    });
  });
});

describe.each(languageCodes)('the sale panel while nothing is chosen, in %s', (language) => {
  it('has the last sales, the newest first, and opens one of them', async () => {
    await withCounter({ language }, async (counter) => {
      const sales = counter.page.locator('.last-sales__sale');
      await sales.first().waitFor();
      expect(await sales.count()).toBe(3);
      const numbers = await sales.locator('bdi[dir="ltr"]').allTextContents();
      expect(numbers.some((each) => each.startsWith('C7-'))).toBe(true);
      await counter.cards().first().click();
      await sales.first().waitFor({ state: 'detached' });
      await counter.page.keyboard.press('Escape');
      await sales.nth(1).press('Enter');
      await counter.page.locator('.journal__page .order-page, .journal__page h2').first().waitFor();
      expect(await counter.hasFocus()).toBe(true);
    });
  });

  it('says what comes next where nothing was sold yet', async () => {
    await withCounter(
      { language, double: { orders: 'none', preferences: { favourites: [id(4, 3)] } } },
      async (counter) => {
        await counter.text('sale.empty').waitFor();
        expect(await counter.page.locator('.last-sales').count()).toBe(0);
      },
    );
  });
});
