import { describe, expect, it } from 'vitest';
import { type Language, languageCodes, languages } from '../../../src-shared/words/languages.ts';
import { scrollFaults } from '../../support/scrolling.ts';
import { languageAfter } from '../pages/words.ts';
import type { CounterPage } from './counter-page.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const bought = { en: 'PlayStation Store 20', ar: 'متجر بلايستيشن 20' };

async function openReceipt(counter: CounterPage): Promise<void> {
  await counter.page.locator('.tray__item').filter({ hasText: bought[languages[counter.language].service] }).click();
  await counter.button('receipt.print').click();
  await counter.receipt.getByText(bought[languages[counter.language].service]).waitFor();
}

const nameOf = (named: Language, language: Language): string =>
  new Intl.DisplayNames(languages[language].locale, { type: 'language' }).of(named) ?? '';

/** Picks an entry of a list. */
async function choose(counter: CounterPage, label: Parameters<CounterPage['words']>[0], entry: string): Promise<void> {
  await counter.page.getByRole('button', { name: counter.words(label) }).click();
  await counter.page.getByRole('option', { name: entry, exact: true }).click();
}

describe.each(languageCodes)('in %s a receipt', (language) => {
  it('is looked at with its codes covered, printed, and asked about', async () => {
    await withCounter({ language }, async (counter) => {
      await openReceipt(counter);
      expect(await counter.receipt.locator('.code').count()).toBe(0);
      await counter.page.getByText(counter.words('receipt.withCodes'), { exact: true }).click();
      await expect
        .poll(() => counter.receipt.locator('.code').allTextContents())
        .toEqual(Array.from({ length: 4 }, () => '•••• •••• ••••'));
      expect(await counter.axe()).toEqual([]);
      await counter.button('receipt.send').click();
      await counter.button('receipt.yes').waitFor();
      expect(await counter.hasFocus()).toBe(true);
      expect(await counter.axe()).toEqual([]);
      expect(await counter.smallTargets()).toEqual([]);
      await counter.button('receipt.yes').click();
      await counter.button('codes.done').waitFor();
      expect(await counter.made('receipts.print')).toMatchObject([{ language, withCodes: true }]);
      expect(await counter.made('receipts.answer')).toMatchObject([{ printed: true }]);
    });
  });

  it('keeps the way to the printer and back in sight in the smallest window, whatever is said of it', async () => {
    await withCounter(
      { language, viewport: { width: 1024, height: 700 }, double: { start: { mode: 'training' } } },
      async (counter) => {
        await openReceipt(counter);
        await counter.button('receipt.send').click();
        await counter.button('receipt.no').click();
        await counter.set({ failing: { 'receipts.print': 'print_failed' } });
        await counter.button('receipt.send').click();
        await counter.text('failure.print_failed.next').waitFor();
        for (const button of ['receipt.send', 'receipt.back'] as const)
          expect(await counter.button(button).evaluate(isWhole)).toBe(true);
      },
    );
  });

  it('is printed again only with a reason', async () => {
    await withCounter({ language }, async (counter) => {
      await openReceipt(counter);
      await counter.button('receipt.send').click();
      await counter.button('receipt.yes').click();
      await counter.button('receipt.print').click();
      await counter.button('receipt.back').waitFor();
      expect(await counter.button('receipt.send').isDisabled()).toBe(true);
      await choose(counter, 'receipt.reason', counter.words('receipt.reason.lost'));
      expect(await counter.axe()).toEqual([]);
      await counter.button('receipt.send').click();
      await counter.button('receipt.no').click();
      await counter.button('receipt.send').click();
      await counter.button('receipt.no').waitFor();
      expect(
        (await counter.made('receipts.print')).map((input) =>
          typeof input === 'object' && input !== null && 'reason' in input ? input.reason : null,
        ),
      ).toEqual([null, 'lost', 'not-printed']);
    });
  });

  it('is in the language that the customer wants, on the paper and printer that this counter remembers', async () => {
    await withCounter({ language }, async (counter) => {
      const other = languageAfter(language);
      await openReceipt(counter);
      await choose(counter, 'receipt.language', nameOf(other, language));
      await counter.receipt.getByText(bought[languages[other].service]).waitFor();
      await choose(counter, 'receipt.paper', counter.words('receipt.paper.58mm'));
      await counter.page.getByRole('button', { name: counter.words('receipt.printer') }).click();
      await counter.page.getByRole('option', { name: 'Office' }).click();
      expect(await counter.made('preferences.change')).toEqual([{ receiptPaper: '58mm' }, { printerName: 'Office' }]);
      await counter.button('receipt.send').click();
      await counter.button('receipt.yes').waitFor();
      expect(await counter.made('receipts.print')).toMatchObject([{ language: other, withCodes: false }]);
    });
  });

  it('that was not answered is asked about when it is opened again', async () => {
    await withCounter({ language }, async (counter) => {
      await openReceipt(counter);
      await counter.button('receipt.send').click();
      await counter.button('receipt.yes').waitFor();
      // Back to the codes, and out of the sheet.
      await counter.page.keyboard.press('Escape');
      await counter.button('receipt.print').waitFor();
      await counter.page.keyboard.press('Escape');
      await counter.page.locator('.tray__item').filter({ hasText: bought[languages[language].service] }).click();
      await counter.button('receipt.print').click();
      await counter.button('receipt.yes').waitFor();
    });
  });

  it('whose printing is cancelled says so calmly, and is printed again for the reason that it had', async () => {
    await withCounter({ language, viewport: { width: 1024, height: 700 } }, async (counter) => {
      await openReceipt(counter);
      await counter.button('receipt.send').click();
      await counter.button('receipt.yes').click();
      await counter.button('receipt.print').click();
      await choose(counter, 'receipt.reason', counter.words('receipt.reason.lost'));
      await counter.set({ printFault: 'refused' });
      await counter.button('receipt.send').click();
      await counter.text('receipt.cancelled').waitFor();
      expect(
        await counter.page
          .locator('.callout')
          .filter({ has: counter.text('receipt.cancelled') })
          .evaluate(isWhole),
      ).toBe(true);
      expect(await counter.text('failure.print_failed.says').count()).toBe(0);
      await counter.set({ printFault: null });
      await counter.button('receipt.send').click();
      await counter.button('receipt.yes').waitFor();
      expect((await counter.made('receipts.print')).slice(1)).toMatchObject([{ reason: 'lost' }, { reason: 'lost' }]);
    });
  });

  it('that broke off may be on paper: it says so and asks, and is a copy the next time', async () => {
    await withCounter({ language, viewport: { width: 1024, height: 700 } }, async (counter) => {
      await openReceipt(counter);
      await counter.set({ printFault: 'printer_gone' });
      await counter.button('receipt.send').click();
      await counter.text('failure.print_failed.says').waitFor();
      await counter.text('receipt.ask.brokeOff').waitFor();
      expect(await counter.text('receipt.ask.says').count()).toBe(0);
      expect(await counter.axe()).toEqual([]);
      for (const button of ['receipt.yes', 'receipt.no'] as const)
        expect(await counter.button(button).evaluate(isWhole)).toBe(true);
      await counter.set({ printFault: null });
      await counter.button('receipt.no').click();
      await counter.button('receipt.send').waitFor();
      expect(await counter.text('failure.print_failed.says').count()).toBe(0);
      await counter.button('receipt.send').click();
      await counter.button('receipt.yes').waitFor();
      expect((await counter.made('receipts.print')).slice(1)).toMatchObject([{ reason: 'not-printed' }]);
    });
  });

  it('is scrolled beside its choices, and its frame takes neither the focus nor the pointer', async () => {
    // On narrow paper it is longer than its place.
    await withCounter({ language, double: { preferences: { receiptPaper: '58mm' } } }, async (counter) => {
      await openReceipt(counter);
      await counter.page.getByText(counter.words('receipt.withCodes'), { exact: true }).click();
      await counter.receipt.locator('.code').last().waitFor();
      await counter.page.locator('.receipt-frame').click({ force: true });
      expect(await counter.page.evaluate(() => document.activeElement?.tagName)).not.toBe('IFRAME');
      const preview = counter.page.getByRole('region', { name: counter.words('receipt.preview') });
      await preview.focus();
      await counter.page.keyboard.press('End');
      await expect.poll(() => preview.evaluate((place) => place.scrollTop)).toBeGreaterThan(100);
      // It ends where the paper does, and has one bar.
      const [place, frame] = [
        await preview.evaluate(({ scrollHeight }) => scrollHeight),
        await counter.page.locator('.receipt-frame').evaluate(({ clientHeight }) => clientHeight),
      ];
      expect([place - frame, await scrollFaults(counter.page)]).toEqual([24, []]);
    });
  });

  it('is printed by keyboard alone', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.page.locator('.tray__item').filter({ hasText: bought[languages[language].service] }).click();
      await counter.button('receipt.print').focus();
      await counter.page.keyboard.press('Enter');
      await counter.button('receipt.send').focus();
      for (let press = 0; press < 6; press += 1) await counter.page.keyboard.down('Enter');
      await counter.page.keyboard.up('Enter');
      await counter.button('receipt.yes').waitFor();
      expect(await counter.made('receipts.print')).toHaveLength(1);
      expect(await counter.made('receipts.answer')).toEqual([]);
    });
  });
});

/** It can be seen and pressed from its first line to its last. */
function isWhole(button: Element): boolean {
  const { left, width, top, bottom } = button.getBoundingClientRect();
  return [top + 2, bottom - 2].every((y) => button.contains(document.elementFromPoint(left + width / 2, y)));
}
