import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { voucher, traces } from './codes-traces.ts';
import { soldOrder } from './complaint-data.ts';
import type { CounterPage } from './counter-page.ts';
import { mona, omar, staffWith } from './day-reports.ts';
import { id, order } from './double-data.ts';
import { shownPassword } from './open-counter.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

const reason = (counter: CounterPage) =>
  counter.page.getByRole('textbox', { name: counter.words('codesFile.reason'), exact: true });
const frame = (counter: CounterPage) => counter.page.locator('iframe.password-frame');

async function openSold(counter: CounterPage): Promise<void> {
  await counter.addOrder(soldOrder);
  await counter.area('nav.orders').click();
  await counter.page
    .getByRole('option')
    .filter({ hasText: soldOrder.saleNumber ?? '' })
    .click();
  await counter.button('journal.openCodes').waitFor();
}

/** By keyboard alone. */
async function askFor(counter: CounterPage): Promise<void> {
  await counter.button('codesFile.button').focus();
  await counter.page.keyboard.press('Enter');
  await reason(counter).waitFor();
}

describe.each(languageCodes)('codes in a file for a company, in %s,', (language) => {
  it('are saved by a manager with a reason, and the password is there once, in a frame of main', async () => {
    await withCounter({ language, double: { staff: staffWith(mona.id) } }, async (counter) => {
      await openSold(counter);
      await askFor(counter);
      expect(await counter.axe()).toEqual([]);
      expect(await counter.smallTargets()).toEqual([]);
      // Typed so fast it would be a scanner's.
      await reason(counter).fill('Order 17');
      await counter.page.keyboard.press('Tab');
      await counter.page.keyboard.press('Enter');
      await frame(counter).waitFor();
      await counter.page.frameLocator('iframe.password-frame').getByText('HKMN').waitFor();
      expect(await counter.page.getByRole('alertdialog').textContent()).toContain('codes-C2-0412.zip');
      expect(await counter.page.frameLocator('iframe.password-frame').locator('p').textContent()).toBe(shownPassword);
      expect(await counter.axe()).toEqual([]);
      const found = await traces(counter);
      expect([shownPassword, shownPassword.slice(0, 4), voucher].filter((secret) => found.includes(secret))).toEqual(
        [],
      );
      // Escape would take away what does not come again.
      await counter.page.keyboard.press('Escape');
      expect(await frame(counter).count()).toBe(1);
      await counter.page.keyboard.press('Enter');
      await frame(counter).waitFor({ state: 'detached' });
      expect(await counter.hasFocus()).toBe(true);
      expect(await counter.made('reveals.saveForCompany')).toEqual([
        { operationId: soldOrder.operationId, wholeSale: false, reason: 'Order 17', again: false },
      ]);
      expect((await counter.made('screen.codesHidden')).length).toBe(1);
    });
  });

  it('are counted: another file is asked for once more, with the number of those before', async () => {
    await withCounter({ language, double: { staff: staffWith(mona.id) } }, async (counter) => {
      await openSold(counter);
      await counter.settle(soldOrder.operationId, { filesSaved: 2 });
      await askFor(counter);
      await counter.page.getByText(counter.words('codesFile.again', { count: 2 })).waitFor();
      await reason(counter).fill('The first one is lost');
      await counter.inQuestion('codesFile.confirm.again').click();
      await frame(counter).waitFor();
      expect(await counter.made('reveals.saveForCompany')).toMatchObject([{ again: true }]);
    });
  });

  it('come with those of the whole sale, or without', async () => {
    await withCounter({ language, double: { staff: staffWith(mona.id) } }, async (counter) => {
      const basket = { id: id(8, 77), line: 0 };
      await counter.addOrder(order(91, { codesState: 'sealed', codesCameOut: true, basket: { ...basket, line: 1 } }));
      await openSold(counter);
      await counter.settle(soldOrder.operationId, { basket });
      await askFor(counter);
      await counter.page.locator('.choice__value').getByText(counter.words('codesFile.sale')).waitFor();
      await reason(counter).fill('Order 17');
      await counter.inQuestion('codesFile.confirm').click();
      await frame(counter).waitFor();
      expect(await counter.made('reveals.saveForCompany')).toMatchObject([{ wholeSale: true }]);
    });
  });
});

describe('a file with codes', () => {
  it('is for managers alone', async () => {
    await withCounter({ double: { staff: staffWith(omar.id) } }, async (counter) => {
      await openSold(counter);
      expect(await counter.button('codesFile.button').count()).toBe(0);
    });
  });

  it('that was not saved leaves the question open, with what to do', async () => {
    await withCounter(
      { double: { staff: staffWith(mona.id), failing: { 'reveals.saveForCompany': 'codes_not_saved' } } },
      async (counter) => {
        await openSold(counter);
        await askFor(counter);
        await reason(counter).fill('Order 17');
        await counter.inQuestion('codesFile.confirm').click();
        await counter.text('failure.codes_not_saved.next').waitFor();
        await counter.set({ failing: {} });
        await counter.inQuestion('codesFile.confirm').click();
        await frame(counter).waitFor();
      },
    );
  });

  it('for which nobody chose a place is asked for again', async () => {
    await withCounter({ double: { staff: staffWith(mona.id), codesPlace: 'nowhere' } }, async (counter) => {
      await openSold(counter);
      await askFor(counter);
      await reason(counter).fill('Order 17');
      await counter.inQuestion('codesFile.confirm').click();
      await expect.poll(async () => (await counter.made('reveals.saveForCompany')).length).toBe(1);
      await expect.poll(async () => counter.inQuestion('codesFile.back').isEnabled()).toBe(true);
      expect([await frame(counter).count(), await reason(counter).inputValue()]).toEqual([0, 'Order 17']);
    });
  });

  it('whose password is on the screen loses it with the lock, and says so', async () => {
    await withCounter({ double: { staff: staffWith(mona.id) } }, async (counter) => {
      await openSold(counter);
      await askFor(counter);
      await reason(counter).fill('Order 17');
      await counter.inQuestion('codesFile.confirm').click();
      await frame(counter).waitFor();
      await counter.notify('hideCodes', {});
      await counter.text('codesFile.gone').waitFor();
      expect(await frame(counter).count()).toBe(0);
      expect((await counter.made('screen.codesHidden')).length).toBe(1);
      await counter.inQuestion('codesFile.close').click();
      expect(await counter.hasFocus()).toBe(true);
      expect((await counter.made('screen.codesHidden')).length).toBe(1);
    });
  });

  it('has no code in its reason', async () => {
    await withCounter({ double: { staff: staffWith(mona.id) } }, async (counter) => {
      await openSold(counter);
      await askFor(counter);
      await reason(counter).fill(`for ${voucher}`);
      await counter.set({ failing: { 'reveals.saveForCompany': 'note_holds_code' } });
      await counter.inQuestion('codesFile.confirm').click();
      await counter.page.getByText(counter.words('failure.note_holds_code.says')).waitFor();
      expect(await reason(counter).getAttribute('aria-invalid')).toBe('true');
    });
  });
});
