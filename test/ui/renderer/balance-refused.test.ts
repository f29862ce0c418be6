import { expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

it.each(languageCodes)('says under the balance why the service gives no newer one, in %s', async (language) => {
  await withCounter({ language, double: { wallets: 'refused' } }, async (counter) => {
    const panel = counter.page.locator('.wallet-panel');
    await panel.getByText(counter.words('failure.account_inactive.says'), { exact: true }).waitFor();
    await panel.getByText(counter.words('failure.account_inactive.next'), { exact: true }).waitFor();
    await counter.set({ wallets: 'kept' });
    await counter.button('catalogue.refresh').click();
    await counter.text('failure.account_inactive.says').waitFor({ state: 'detached' });
  });
});

it('says once what is so of the cards too', async () => {
  const failing = { 'catalogue.sync': 'account_inactive' } as const;
  await withCounter({ double: { wallets: 'refused', failing } }, async (counter) => {
    await counter.text('failure.account_inactive.says').waitFor();
    expect(await counter.text('failure.account_inactive.says').count()).toBe(1);
  });
});
