import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

describe.each(languageCodes)('owned cards, in %s', (language) => {
  it('say what happened to their codes here, and are revealed again by card or by invoice', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.area('nav.owned').click();
      await counter.page.getByText(counter.words('timeline.handedOver')).waitFor();
      expect(await counter.axe()).toEqual([]);
      await counter.page.locator('.owned__actions .button--quiet').first().click();
      await counter.button('codes.revealAll').click();
      await expect.poll(() => counter.codes.locator('[data-part="voucher"] bdi').count()).toBe(2);
      expect(await counter.made('reveals.revealInvoice')).toMatchObject([
        { invoiceId: '00000009-0000-4000-8000-000000000003' },
      ]);
      expect(await counter.axe()).toEqual([]);
    });
  });

  it('are revealed one by one, and copied only where they were bought here', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.area('nav.owned').click();
      await counter.page.locator('.owned__row').nth(2).getByRole('button').click();
      await counter.button('codes.reveal').click();
      await expect
        .poll(() => counter.codes.locator('[data-part="voucher"]').allTextContents())
        .toEqual(['4417209388516100']);
      expect(await counter.made('reveals.revealOwned')).toMatchObject([
        { soldCardId: '00000007-0000-4000-8000-000000000902' },
      ]);
      expect(await counter.page.locator('.code-part').getByRole('button').count()).toBe(0);
      await counter.button('codes.close').last().click();
      await counter.button('copyStatus.order').first().click();
      await counter.page.locator('.order-page__facts').waitFor();
    });
  });

  it('say why an invoice is refused, and what to do', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.area('nav.owned').click();
      await counter.page.locator('.owned__actions .button--quiet').first().click();
      for (const code of ['invoice_reveal_limit_exceeded', 'insufficient_scope', 'reveal_not_allowed'] as const) {
        await counter.set({ failing: { 'reveals.revealInvoice': code } });
        await counter.button('codes.revealAll').click();
        await counter.text(`failure.${code}.says`).waitFor();
        await counter.text(`failure.${code}.next`).waitFor();
      }
    });
  });
});
