import { describe, expect, it } from 'vitest';
import { languageCodes, languages } from '../../../src-shared/words/languages.ts';
import { languageAfter } from '../pages/words.ts';
import type { CounterPage } from './counter-page.ts';
import { expectFocus, focusAsDialogGoes, press } from './walk.ts';
import { Wedge } from './wedge.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

const quantityOf = (counter: CounterPage) =>
  counter.page.getByRole('textbox', { name: counter.words('sale.quantity') });
const total = (counter: CounterPage) => counter.page.locator('.sale__total .money');
const dialog = (counter: CounterPage) => counter.page.getByRole('alertdialog');

/** What the total says, and says at once: no wait for the field to be left. */
async function expectTotal(counter: CounterPage, amount: string | null): Promise<void> {
  if (amount === null) expect(await total(counter).count()).toBe(0);
  else expect(await total(counter).textContent()).toContain(amount);
}

describe.each(languageCodes)('in %s the total of a sale', (language) => {
  it('follows each keystroke, in both sets of digits, and there is none where nothing can be bought', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().click();
      const quantity = quantityOf(counter);
      await quantity.waitFor();
      for (const [digits, amount] of [
        ['4', '11.400'],
        ['44', '125.400'],
        ['٤', '11.400'],
        ['٤٤', '125.400'],
        ['', null],
        ['0', null],
        ['101', null],
        ['7', '19.950'],
      ] as const) {
        await quantity.press('ControlOrMeta+a');
        await (digits === '' ? quantity.press('Delete') : counter.type(digits));
        await expectTotal(counter, amount);
        expect(await counter.button('sale.buy').isDisabled()).toBe(amount === null);
      }
      await counter.page.keyboard.press('ArrowUp');
      await expectTotal(counter, '22.800');
    });
  });

  it('is what is bought by an Enter straight after the digit', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().click();
      await quantityOf(counter).waitFor();
      await counter.page.keyboard.press('4');
      await counter.page.keyboard.press('Enter');
      await counter.button('codes.revealAll').waitFor();
      expect(await counter.made('orders.place')).toMatchObject([
        { quantity: 4, shownTotal: { amount: '11.400', currency: 'KWD' } },
      ]);
    });
  });

  it.each(['Enter', 'F9'])(
    'that was never shown is not bought: %s after too many takes over what is allowed, or nothing',
    async (key) => {
      await withCounter({ language }, async (counter) => {
        await counter.cards().first().click();
        await quantityOf(counter).press('ControlOrMeta+a');
        await counter.type('999');
        await counter.text('sale.quantity.range').waitFor();
        await counter.page.keyboard.press(key);
        expect(await quantityOf(counter).inputValue()).toBe(key === 'Enter' ? '100' : '999');
        await expectTotal(counter, key === 'Enter' ? '285.000' : null);
        expect(await counter.made('orders.place')).toEqual([]);
      });
    },
  );

  it('comes back with the quantity where a scanner typed into it, and stays with the card in another language', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().click();
      await quantityOf(counter).press('ControlOrMeta+a');
      await counter.type('6');
      await expectTotal(counter, '17.100');
      await new Wedge(counter).scan('6281234567890');
      await counter.text('scan.unknown').waitFor();
      expect(await quantityOf(counter).inputValue()).toBe('6');
      await expectTotal(counter, '17.100');
      await counter.page.getByRole('button', { name: languages[languageAfter(language)].endonym, exact: true }).click();
      const field = counter.page.locator('.number-input__input');
      await expect.poll(() => counter.page.evaluate(() => document.documentElement.lang)).not.toBe(language);
      expect(await field.inputValue()).toBe('6');
      await expectTotal(counter, '17.100');
      expect(await counter.made('orders.place')).toEqual([]);
    });
  });

  it('is that of the favourite which its key chose over what was typed', async () => {
    await withCounter(
      { language, double: { preferences: { favourites: ['00000004-0000-4000-8000-000000000001'] } } },
      async (counter) => {
        await counter.cards().first().waitFor();
        await counter.page.keyboard.press('Alt+1');
        await quantityOf(counter).press('ControlOrMeta+a');
        await counter.type('500');
        await expectTotal(counter, null);
        await counter.page.keyboard.press('Alt+1');
        await expect.poll(() => quantityOf(counter).inputValue()).toBe('1');
        await total(counter).waitFor();
      },
    );
  });
});

describe.each(languageCodes)('in %s a large sale', (language) => {
  it('asks once more, by keyboard too: a held Enter answers nothing, Esc leaves everything as it was', async () => {
    await withCounter({ language }, async (counter) => {
      const { keyboard } = counter.page;
      await counter.cards().first().click();
      await quantityOf(counter).press('ControlOrMeta+a');
      await counter.type('44');
      for (let presses = 0; presses < 8; presses += 1) await keyboard.down('Enter');
      await dialog(counter).waitFor();
      await keyboard.down('Enter');
      await keyboard.up('Enter');
      await dialog(counter).getByText('125.400').waitFor();
      expect(await counter.axe()).toEqual([]);
      expect(await counter.made('orders.place')).toHaveLength(1);
      await keyboard.press('Escape');
      await dialog(counter).waitFor({ state: 'detached' });
      expect(await quantityOf(counter).inputValue()).toBe('44');
      await expectFocus(counter);
      await keyboard.press('Enter');
      await press(counter, counter.button('sale.large.buy', { count: 44 }));
      await counter.button('codes.revealAll').waitFor();
      expect((await counter.made('orders.place')).at(-1)).toMatchObject({
        quantity: 44,
        shownTotal: { amount: '125.400' },
        largeConfirmed: true,
      });
    });
  });

  it('keeps what is typed into one limit while another one is saved', async () => {
    await withCounter({ language, double: { held: ['preferences.change'] } }, async (counter) => {
      await counter.cards().first().waitFor();
      await counter.area('nav.counter').click();
      const cards = counter.page.getByRole('textbox', { name: counter.words('large.cards') });
      await cards.fill('2');
      await cards.press('Enter');
      const amount = counter.page.getByRole('textbox', {
        name: counter.words('large.amount', { unit: counter.words('currency.KWD') }),
      });
      await amount.fill('50');
      await counter.letGo();
      expect(await amount.inputValue()).toBe('50');
      expect(await counter.text('large.saved').count()).toBe(0);
      await amount.press('Enter');
      await counter.text('large.saved').waitFor();
      expect((await counter.made('preferences.change')).at(-1)).toMatchObject({
        askAboveCards: 2,
        askAboveAmount: { KWD: '50.000' },
      });
    });
  });

  it('is what the manager chose: so many cards, or so much of the wallet’s currency', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().waitFor();
      await counter.area('nav.counter').click();
      const cards = counter.page.getByRole('textbox', { name: counter.words('large.cards') });
      await cards.fill('2');
      await cards.press('Enter');
      const amount = counter.page.getByRole('textbox', {
        name: counter.words('large.amount', { unit: counter.words('currency.KWD') }),
      });
      expect(await amount.inputValue()).toBe('100.000');
      await amount.fill('x');
      await amount.press('Enter');
      await counter.text('wallet.low.invalid').waitFor();
      await amount.fill('٥');
      await amount.press('Enter');
      await expect
        .poll(async () => (await counter.made('preferences.change')).at(-1))
        .toMatchObject({ askAboveAmount: { KWD: '5.000' } });
      expect(await counter.axe()).toEqual([]);
      await counter.area('nav.sell').click();
      await counter.cards().first().click();
      await quantityOf(counter).press('ControlOrMeta+a');
      await counter.type('2');
      await counter.page.keyboard.press('Enter');
      await dialog(counter).getByText('5.700').waitFor();
      const focus = await focusAsDialogGoes(counter);
      await dialog(counter)
        .getByRole('button', { name: counter.words('sale.large.back'), exact: true })
        .click();
      expect(await focus()).toBe(await quantityOf(counter).getAttribute('id'));
      await counter.type('1');
      await counter.page.keyboard.press('Enter');
      await counter.button('codes.reveal').waitFor();
    });
  });
});
