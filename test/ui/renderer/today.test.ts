import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import type { MessageKey } from '../../../src-shared/words/page-messages.ts';
import { openComplaint, soldOrder } from './complaint-data.ts';
import type { CounterPage } from './counter-page.ts';
import { mona, omar, sara, staffWith } from './day-reports.ts';
import { walletIds } from './double-data.ts';
import { everyPin } from './double-staff.ts';
import { press } from './walk.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const averageDays = { [walletIds.usd]: '80.000' };

const tile = (counter: CounterPage, name: MessageKey) =>
  counter.page.locator('.today__tile', { hasText: counter.words(name) });

async function openToday(counter: CounterPage): Promise<void> {
  await counter.area('nav.day').click();
  await counter.page.locator('.today__tile').first().waitFor();
}

describe.each(languageCodes)('the day at a glance, in %s,', (language) => {
  it('says what was sold, each currency for itself, what is open, the key and the backup', async () => {
    const sold = {
      sales: 3,
      cards: 4,
      charge: [
        { amount: '10.500', currency: 'KWD' },
        { amount: '7.500', currency: 'USD' },
      ],
      uncharged: 0,
      cost: [],
      margin: [{ amount: '1.125', currency: 'KWD' }],
    };
    const double = { staff: staffWith(mona.id), averageDays, today: { sold, backupAt: null } };
    await withCounter({ language, double: { ...double, start: { language, mode: 'deployment' } } }, async (counter) => {
      await openToday(counter);
      const panel = counter.page.locator('.today');
      const all = await panel.textContent();
      for (const figure of ['10.500', '7.50', '1.125', '75']) expect(all).toContain(figure);
      // Nor what the two currencies would come to.
      expect(all).not.toContain('18.0');
      expect(await tile(counter, 'today.backup').textContent()).toContain(counter.words('today.none'));
      expect(await panel.locator('.button--primary').count()).toBe(0);
      expect(await counter.page.locator('.button--primary').count()).toBe(1);
      expect(await counter.axe()).toEqual([]);
      expect(await counter.smallTargets()).toEqual([]);
      expect(await counter.cutOff()).toEqual([]);
    });
  });

  it('misses no backup in training, which keeps none', async () => {
    await withCounter(
      { language, double: { staff: staffWith(mona.id), today: { backupAt: null } } },
      async (counter) => {
        await openToday(counter);
        await tile(counter, 'today.key').waitFor();
        expect(await tile(counter, 'today.backup').count()).toBe(0);
      },
    );
  });

  it('leads to the report of today, the unfinished sales, the low wallet and the key', async () => {
    await withCounter({ language, double: { staff: staffWith(mona.id), averageDays } }, async (counter) => {
      await openToday(counter);
      await press(counter, tile(counter, 'today.sold'));
      await counter.page.locator('.bar-table').first().waitFor();
      expect(JSON.stringify((await counter.made('reports.sales')).at(-1))).toMatch(/"from":"([\d-]+)","to":"\1"/);

      await counter.page.getByRole('radio', { name: counter.words('report.view.day') }).click();
      await press(counter, tile(counter, 'today.unsettled'));
      await counter.page.locator('.journal').waitFor();
      await expect.poll(async () => (await counter.made('orders.list')).at(-1)).toMatchObject({ show: 'unsettled' });

      await openToday(counter);
      await press(counter, counter.page.locator('.today__tile--wanting', { hasText: '75' }));
      await counter.button('wallet.low.copy').waitFor();
      expect(await counter.page.locator('.wallet-panel__balance').textContent()).toContain('75');

      await openToday(counter);
      await press(counter, tile(counter, 'today.key').last());
      await counter.page.locator('.counter-area').waitFor();
    });
  });

  it('unfolds the open complaints', async () => {
    await withCounter(
      { language, double: { staff: staffWith(mona.id), complaints: [openComplaint] } },
      async (counter) => {
        await openToday(counter);
        await press(counter, tile(counter, 'today.complaints'));
        await counter
          .button('complaint.order.open')
          .or(counter.page.locator('.complaints__open button'))
          .first()
          .waitFor();
        expect(await counter.page.locator('.complaints__open li').count()).toBe(1);
        expect(soldOrder.operationId).toBe(openComplaint.operationId);
      },
    );
  });

  it('is of who may know the cost: an auditor goes nowhere to sell, a cashier sees none of it', async () => {
    await withCounter({ language, double: { staff: staffWith(sara.id), averageDays } }, async (counter) => {
      await openToday(counter);
      expect(await counter.page.locator('div.today__tile--wanting', { hasText: '75' }).count()).toBe(1);
    });
    await withCounter({ language, double: { staff: staffWith(omar.id), averageDays } }, async (counter) => {
      await counter.area('nav.day').click();
      await counter.page.locator('.day__report .figures').first().waitFor();
      expect(await counter.page.locator('.today').count()).toBe(0);
      expect(await counter.made('today.view')).toEqual([]);
    });
  });

  it('says when it cannot be read, and leaves nothing to the next person', async () => {
    await withCounter({ language, double: { staff: staffWith(mona.id) } }, async (counter) => {
      await openToday(counter);
      await counter.set({ failing: { 'today.view': 'journal_not_writable' } });
      await counter.button('day.refresh').click();
      await counter.text('failure.journal_not_writable.says').waitFor();
      await counter.page.keyboard.press('Alt+0');
      await counter.page.locator('.lock__person', { hasText: sara.name }).click();
      await counter.page.locator('.lock__form input').fill(everyPin);
      await counter.page.keyboard.press('Enter');
      await counter.area('nav.day').click();
      await counter.text('failure.journal_not_writable.says').waitFor();
      expect(await counter.page.locator('.today__tile').count()).toBe(0);
    });
  });
});

describe.each(languageCodes)('a low balance, in %s,', (language) => {
  const low = { [walletIds.kwd]: '1500.000' };

  it('is under what an average day costs; its message is copied by a press', async () => {
    await withCounter({ language, double: { averageDays: low } }, async (counter) => {
      await counter.button('wallet.low.copy').waitFor();
      expect(await counter.page.locator('.wallet-panel').textContent()).toContain('1,500');
      await press(counter, counter.button('wallet.low.copy'));
      await counter.text('wallet.low.copied').waitFor();
      expect(await counter.made('wallets.copyTopUp')).toEqual([{ walletId: walletIds.kwd }]);
      expect(await counter.axe()).toEqual([]);
      expect(await counter.cutOff()).toEqual([]);
      await counter.set({ failing: { 'wallets.copyTopUp': 'clipboard_unavailable' } });
      await press(counter, counter.button('wallet.low.copy'));
      await counter.text('failure.clipboard_unavailable.says').waitFor();
      expect(await counter.text('wallet.low.copied').count()).toBe(0);
    });
  });

  it('tells a cashier that it runs low, and not what an average day costs', async () => {
    await withCounter({ language, double: { averageDays: low, staff: staffWith(omar.id) } }, async (counter) => {
      await counter.text('wallet.low.runs').waitFor();
      expect(await counter.page.locator('.wallet-panel').textContent()).not.toContain('1,500');
      // Nor by trying amounts: who may not know the cost changes no alert.
      await counter.button('wallet.low.copy').waitFor();
      expect(await counter.button('wallet.low.change').count()).toBe(0);
    });
  });

  it('is what a person says, who may want no alert at all, or the average day again', async () => {
    await withCounter({ language, double: { averageDays: low } }, async (counter) => {
      await counter.button('wallet.low.change').click();
      await counter.button('wallet.low.never').click();
      await counter.button('wallet.low.set').click();
      await counter.page.getByLabel(counter.words('wallet.low.field')).fill('20');
      await counter.page.keyboard.press('Enter');
      await counter.page.locator('.wallet-panel > .button', { hasText: '20' }).click();
      await counter.page.getByLabel(counter.words('wallet.low.field')).fill('');
      await counter.page.keyboard.press('Enter');
      await counter.button('wallet.low.copy').waitFor();
      expect(await counter.made('preferences.change')).toEqual([
        { lowBalance: { [walletIds.kwd]: null } },
        { lowBalance: { [walletIds.kwd]: '20.000' } },
        { lowBalance: {} },
      ]);
    });
  });
});
