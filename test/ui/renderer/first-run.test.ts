import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const bare = { orders: 'none', firstRun: true, start: { mode: 'none', enrolment: { state: 'none' } } } as const;
/** Main reads the rest of its program meanwhile. */
const busy = ['screen.state', 'staff.list', 'app.start', 'app.startTraining'];

describe.each(languageCodes)('a counter without a deployment, in %s', (language) => {
  it('can be begun with a key before main answers, and stays as it was when it does', async () => {
    await withCounter({ language, double: { ...bare, held: busy } }, async (counter) => {
      const training = counter.button('firstRun.training.start');
      await training.waitFor();
      await expect.poll(() => training.evaluate((button) => button === document.activeElement)).toBe(true);
      await counter.page.keyboard.press('Enter');
      await expect.poll(() => training.getAttribute('aria-disabled')).toBe('true');
      expect(await counter.made('app.startTraining')).toEqual([{}]);
      await counter.page.evaluate(() => window.double.letGo());
      await counter.button('enrol.submit').waitFor();
      expect(await counter.made('app.startTraining')).toEqual([{}]);
    });
  });

  it('says so where main cannot start, and not that one can begin', async () => {
    const failing = { 'app.start': 'counter_bug' } as const;
    await withCounter({ language, double: { ...bare, failing } }, async (counter) => {
      await counter.text('app.failed.title').waitFor();
      expect(await counter.button('firstRun.training.start').count()).toBe(0);
    });
  });
});
