import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { counters } from './with-counter.ts';

/** What was true while the service was away, and is not when it is back. */

const withCounter = counters();

describe.each(languageCodes)('in %s, the service comes back', (language) => {
  it('and the connection check looks again by itself, once', async () => {
    await withCounter(
      { language, double: { failing: { 'diagnosis.run': 'service_unreachable' } } },
      async (counter) => {
        await counter.area('nav.counter').click();
        await counter.button('diagnosis.open').click();
        const cause = counter.page.locator('.diagnosis').getByText(counter.words('diagnosis.cause'), { exact: true });
        await cause.waitFor();
        await counter.notify('connectionChanged', { online: false });
        await counter.text('app.offline').waitFor();
        const before = (await counter.made('diagnosis.run')).length;
        await counter.set({ failing: {} });
        await counter.notify('connectionChanged', { online: true });
        await cause.waitFor({ state: 'detached' });
        expect((await counter.made('diagnosis.run')).length).toBe(before + 1);
      },
    );
  });

  it('and what loads is not called opening the counter', async () => {
    await withCounter({ language, double: { held: ['reveals.ownedCards'] } }, async (counter) => {
      await counter.area('nav.owned').click();
      await counter.page.getByRole('status').getByText(counter.words('app.loading'), { exact: true }).waitFor();
      expect(await counter.text('app.opening').count()).toBe(0);
    });
  });
});
