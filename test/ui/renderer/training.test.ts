import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import type { CounterPage } from './counter-page.ts';
import { id, order } from './double-data.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const keyStoreLocked: Failure = { code: 'vault_unavailable', detail: 'sealer_unavailable' };
const strip = (counter: CounterPage) => counter.page.getByRole('region', { name: counter.words('lesson.lessons') });

/** Whether the band, with the word in both languages, and the frame lie over everything else now. */
function marked(counter: CounterPage): Promise<boolean> {
  return counter.page.evaluate(() => {
    const band = document.querySelector('.training-band');
    if (band === null) return false;
    const { left, top, width, height } = band.getBoundingClientRect();
    // A scrim leaves pointers to itself; what is painted on top shows in the stack at that point.
    const words = band.textContent.includes('Training') && band.textContent.includes('تدريب');
    const over =
      Number(getComputedStyle(band).zIndex) >
      Math.max(...[...document.querySelectorAll('.scrim')].map((each) => Number(getComputedStyle(each).zIndex)), 0);
    const frame = getComputedStyle(document.body, '::after');
    return (
      words &&
      over &&
      top >= 0 &&
      left >= 0 &&
      width > 400 &&
      height > 20 &&
      frame.borderTopWidth === '5px' &&
      frame.borderTopColor === getComputedStyle(band).backgroundColor
    );
  });
}

describe.each(languageCodes)('training, in %s', (language) => {
  it('is marked on every area, over every sheet and question, in both themes', async () => {
    await withCounter({ language }, async (counter) => {
      for (const area of ['nav.sell', 'nav.orders', 'nav.day', 'nav.owned', 'nav.counter'] as const) {
        await counter.area(area).click();
        expect(await marked(counter)).toBe(true);
      }
      await counter.page.keyboard.press('F1');
      await counter.page.getByRole('dialog').waitFor();
      expect(await marked(counter)).toBe(true);
      await counter.page.keyboard.press('Escape');
      await counter.area('nav.sell').click();
      await counter.page.getByRole('row').first().click();
      await counter.button('sale.buy').click();
      await counter.button('codes.reveal').waitFor();
      expect(await marked(counter)).toBe(true);
      await counter.page.emulateMedia({ colorScheme: 'dark' });
      expect(await marked(counter)).toBe(true);
    });
  });

  it('offers four lessons, each of which can be left', async () => {
    await withCounter({ language, double: { outcome: 'refused' } }, async (counter) => {
      await counter.page.getByRole('row').first().waitFor();
      expect(await strip(counter).getByRole('button').count()).toBe(4);
      expect(await counter.axe()).toEqual([]);
      expect(await counter.smallTargets()).toEqual([]);
      await strip(counter).getByRole('button').nth(3).click();
      await counter.text('lesson.refused.buy').waitFor();
      expect(await counter.made('training.begin')).toEqual([{ lesson: 'refused' }]);
      await counter.page.getByRole('row').first().click();
      await counter.button('sale.buy').click();
      await counter.text('lesson.refused.again').waitFor();
      await counter.button('lesson.leave').click();
      expect(await counter.made('training.end')).toEqual([{}]);
      await strip(counter).getByRole('button').nth(3).waitFor();
      expect(await counter.hasFocus()).toBe(true);
    });
  });
});

describe.each(languageCodes)('an enrolled counter, in %s', (language) => {
  it('offers a training once its tray is empty, and comes back from it with its key', async () => {
    await withCounter({ language, double: { orders: 'none', start: { mode: 'deployment' } } }, async (counter) => {
      const start = counter.button('firstRun.training.start');
      await counter.cards().first().waitFor();
      await counter.area('nav.counter').click();
      await start.waitFor();
      await counter.addOrder(order(90, { state: 'completed', codesState: 'sealed' }));
      await counter.text('train.notNow').waitFor();
      expect([await start.count(), await counter.axe()]).toEqual([0, []]);
      await counter.settle(id(8, 90), { codesState: 'handedOver' });
      await start.click();
      await counter.button('enrol.submit').waitFor();
      expect([await marked(counter), await counter.hasFocus()]).toEqual([true, true]);
      await counter.button('leave.training').click();
      await counter.cards().first().waitFor();
      await counter.area('nav.counter').click();
      await counter.text('enrol.state.active').waitFor();
      expect([await marked(counter), await counter.page.getByText(id(5, 1)).count()]).toEqual([false, 1]);
    });
  });
});

describe.each(languageCodes)('a real counter, in %s', (language) => {
  it('takes none of its sales into a training, and none of that back', async () => {
    await withCounter(
      { language, double: { start: { mode: 'deployment', enrolment: { state: 'none' }, problem: keyStoreLocked } } },
      async (counter) => {
        const inTray = counter.page.locator('.tray__item');
        await inTray.nth(2).waitFor();
        await counter.button('keyStore.train').click();
        await counter.text('tray.none').waitFor();
        await counter.area('nav.orders').click();
        await counter.text('journal.none').waitFor();
        await counter.addOrder(order(90, { state: 'unknown' }));
        await inTray.waitFor();
        await counter.area('nav.counter').click();
        await counter.button('leave.training').click();
        await inTray.nth(2).waitFor();
        await counter.text('keyStore.locked.1').waitFor();
        expect([await inTray.count(), await counter.hasFocus()]).toEqual([3, true]);
      },
    );
  });

  it('has no mark and no lessons', async () => {
    await withCounter(
      { language, double: { start: { mode: 'deployment', deploymentName: 'Example Cards' } } },
      async (counter) => {
        await counter.page.getByRole('row').first().waitFor();
        expect(await marked(counter)).toBe(false);
        expect(await strip(counter).count()).toBe(0);
        expect(await counter.page.evaluate(() => getComputedStyle(document.body, '::after').content)).toBe('none');
      },
    );
  });

  it('says so where a lesson could not begin', async () => {
    await withCounter({ language, double: { failing: { 'training.begin': 'sandbox_failed' } } }, async (counter) => {
      await counter.page.getByRole('row').first().waitFor();
      await strip(counter).getByRole('button').first().click();
      await counter.text('failure.sandbox_failed.says').waitFor();
    });
  });
});
