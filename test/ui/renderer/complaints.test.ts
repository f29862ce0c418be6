import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { openComplaint, soldOrder, someComplaints } from './complaint-data.ts';
import type { CounterPage } from './counter-page.ts';
import { mona, omar, sara, staffWith } from './day-reports.ts';
import { id } from './double-data.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

const note = (counter: CounterPage) => counter.page.getByRole('textbox', { name: counter.words('complaint.note') });
const dialog = (counter: CounterPage) => counter.page.getByRole('alertdialog');
const state = (counter: CounterPage, name: 'open' | 'sent' | 'rejected' | 'replaced') =>
  counter.page.locator('.complaint .badge', { hasText: counter.words(`complaint.state.${name}`) });

async function openSold(counter: CounterPage): Promise<void> {
  await counter.addOrder(soldOrder);
  await counter.area('nav.orders').click();
  await counter.page
    .getByRole('option')
    .filter({ hasText: soldOrder.saleNumber ?? '' })
    .click();
  await counter.page.locator('.complaints').waitFor();
}

describe.each(languageCodes)('complaints, in %s,', (language) => {
  it('are opened by a cashier, whose note holds no code, and who leaves the rest to a manager', async () => {
    await withCounter({ language, double: { staff: staffWith(omar.id) } }, async (counter) => {
      await openSold(counter);
      await counter.button('complaint.button.of', { number: 2 }).click();
      await dialog(counter).waitFor();
      expect(await counter.axe()).toEqual([]);
      await note(counter).fill('AB12-CD34-EF56-GH78');
      await counter.inQuestion('complaint.open.confirm').click();
      await counter.text('failure.note_holds_code.says').waitFor();
      expect(await note(counter).getAttribute('aria-invalid')).toBe('true');
      await note(counter).fill('لا يعمل منذ الصباح');
      await counter.inQuestion('complaint.open.confirm').click();
      await state(counter, 'open').waitFor();
      expect(await dialog(counter).count()).toBe(0);
      expect(await counter.hasFocus()).toBe(true);
      expect(await counter.made('complaints.open')).toMatchObject([
        {},
        { operationId: soldOrder.operationId, soldCardId: id(7, 9001), reason: 'not_accepted' },
      ]);
      expect(await counter.button('complaint.replace').count()).toBe(0);
      expect(await counter.button('complaint.close').count()).toBe(0);
      await counter.button('complaint.copy').click();
      await counter.text('complaint.copied').waitFor();
      await counter.button('complaint.save').click();
      await counter.text('complaint.saved').waitFor();
      await counter.button('complaint.send').click();
      await counter.inQuestion('complaint.send').click();
      await state(counter, 'sent').waitFor();
      await counter.page.locator('.complaint').getByText(counter.words('complaint.next.manager')).waitFor();
      expect(await counter.axe()).toEqual([]);
      expect(await counter.smallTargets()).toEqual([]);
    });
  });

  it('are found among the open ones, and a manager replaces the card once, at no charge', async () => {
    await withCounter(
      { language, double: { complaints: someComplaints, staff: staffWith(mona.id) } },
      async (counter) => {
        await counter.addOrder(soldOrder);
        await counter.area('nav.orders').click();
        const open = counter.page.getByRole('button', { name: counter.words('complaint.list.count', { count: 1 }) });
        await open.click();
        await counter.page.getByText(counter.words('complaint.age', { days: 3 })).waitFor();
        await counter.page.locator('.complaints__open').getByRole('button').click();
        await counter.button('complaint.replace').click();
        await counter.set({ failing: { 'complaints.replace': 'same_sale_pending' } });
        await counter.inQuestion('complaint.replace').click();
        await counter.set({ failing: {} });
        await counter.inQuestion('complaint.replace.another').click();
        await counter.text('complaint.makesGood').waitFor();
        const number = soldOrder.saleNumber ?? '';
        await counter.page.locator('.order-page dd').getByRole('button', { name: number, exact: true }).waitFor();
        expect(await counter.made('complaints.replace')).toMatchObject([
          { id: openComplaint.id, revision: openComplaint.revision, besidesPending: false, afterRestore: false },
          { besidesPending: true, afterRestore: false },
        ]);
        await counter.button('journal.openCodes').click();
        await counter.text('complaint.makesGood.of').waitFor();
        expect(await counter.page.locator('.sheet__bar').textContent()).toContain(number);
        expect(await open.count()).toBe(0);
      },
    );
  });

  it('say that another person was first, and show how it stands then', async () => {
    await withCounter({ language, double: { complaints: someComplaints } }, async (counter) => {
      await openSold(counter);
      await counter.button('complaint.reject').click();
      await counter.set({ failing: { 'complaints.reject': 'complaint_changed' } });
      await counter.inQuestion('complaint.reject').click();
      await counter.text('failure.complaint_changed.next').waitFor();
      await counter.set({ failing: {} });
      await counter.inQuestion('complaint.back').click();
      await counter.button('complaint.reject').click();
      await counter.inQuestion('complaint.reject').click();
      await state(counter, 'rejected').waitFor();
      // The customer may come back again.
      await counter.button('complaint.button.of', { number: 1 }).waitFor();
    });
  });

  it('are only looked at by an auditor', async () => {
    await withCounter(
      { language, double: { complaints: someComplaints, staff: staffWith(sara.id) } },
      async (counter) => {
        await openSold(counter);
        await state(counter, 'open').waitFor();
        for (const key of ['complaint.send', 'complaint.replace', 'complaint.reject', 'complaint.close'] as const)
          expect(await counter.button(key).count()).toBe(0);
        expect(await counter.axe()).toEqual([]);
      },
    );
  });
});
