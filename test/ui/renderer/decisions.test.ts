import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import type { CounterPage } from './counter-page.ts';
import { hidden, id } from './double-data.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const doubtful = id(8, 5);

async function openDoubtful(counter: CounterPage): Promise<void> {
  await counter.area('nav.orders').click();
  await counter.page.getByRole('option').nth(4).click();
  await counter.button('decision.resend.do').waitFor();
}

describe.each(languageCodes)('an order that needs a person, in %s', (language) => {
  it('says what is known, whom to ask with which numbers, and the risk of each choice', async () => {
    await withCounter({ language }, async (counter) => {
      await openDoubtful(counter);
      for (const key of [
        'timeline.why.fence_no_known_order',
        'decision.unknown',
        'decision.resend.risk',
        'decision.accept-not-bought.risk',
        'decision.accept-as-bought.risk',
      ] as const) {
        expect(await counter.page.locator('.decision').getByText(counter.words(key)).count()).toBe(1);
      }
      expect(await counter.page.locator('.decision__numbers dd').allTextContents()).toEqual([doubtful, 'req-11ad8e72']);
      await counter.page
        .locator('.decision')
        .getByRole('button', { name: counter.words('story.copy') })
        .click();
      expect(await counter.made('orders.copyForStaff')).toEqual([{ operationId: doubtful }]);
      expect(await counter.button('story.copy').count()).toBe(1);
      expect(await counter.made('orders.decide')).toEqual([]);
    });
  });

  it('is decided with the keyboard alone, only after its risk was shown again, and shown as a person’s word', async () => {
    await withCounter({ language }, async (counter) => {
      await openDoubtful(counter);
      const { keyboard } = counter.page;
      await counter.button('decision.accept-not-bought.do').focus();
      await keyboard.press('Enter');
      const dialog = counter.page.getByRole('alertdialog', { name: counter.words('decision.accept-not-bought.ask') });
      await dialog.getByText(counter.words('decision.accept-not-bought.risk')).waitFor();
      // A held Enter meets the way back, not the decision.
      await keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      expect(await counter.made('orders.decide')).toEqual([]);
      await counter.page.waitForFunction(() => document.activeElement?.closest('.decision__choice') !== null);
      await keyboard.press('Enter');
      await counter.inQuestion('decision.accept-not-bought.confirm').focus();
      await keyboard.press('Enter');
      await counter.page
        .locator('.order-page__says')
        .getByText(counter.words('timeline.decided.accept-not-bought'))
        .waitFor();
      expect(await counter.made('orders.decide')).toEqual([{ operationId: doubtful, choice: 'accept-not-bought' }]);
      await counter.page
        .locator('.timeline__entry[data-kind="decided"]')
        .getByText(counter.words('timeline.decided.accept-not-bought'))
        .waitFor();
      expect(await counter.text('state.notBought.says').count()).toBe(0);
      await expect.poll(() => counter.page.evaluate(() => document.activeElement?.className)).toBe('order-page__head');
    });
  });
});

describe.each(languageCodes)('a decision, in %s', (language) => {
  it('can be made by touch on the smallest window', async () => {
    await withCounter({ language, viewport: { width: 1024, height: 700 } }, async (counter) => {
      await openDoubtful(counter);
      expect(await counter.smallTargets()).toEqual([]);
      await counter.button('decision.resend.do').click();
      expect(await counter.smallTargets()).toEqual([]);
    });
  });

  it('that it was bought offers no codes where none came, leads to the owned cards, and is not shown as proved', async () => {
    await withCounter({ language }, async (counter) => {
      await openDoubtful(counter);
      await counter.button('decision.accept-as-bought.do').click();
      await counter.inQuestion('decision.accept-as-bought.confirm').click();
      await counter.text('decision.noCodes').waitFor();
      expect(await counter.button('journal.openCodes').count()).toBe(0);
      expect(
        await counter.page
          .locator('.badge')
          .getByText(counter.words('state.countedBought.name'), { exact: true })
          .count(),
      ).toBe(2);
      await counter.button('copyStatus.owned').click();
      await counter.page.locator('.owned__row').first().waitFor();
    });
  });

  it('about what the service reported shows what differs, offers that alone, and then the codes', async () => {
    await withCounter({ language }, async (counter) => {
      await openDoubtful(counter);
      await counter.settle(doubtful, {
        codesState: 'sealed',
        codes: hidden(2, 5),
        attention: { reason: 'differs', differs: ['quantity', 'total'], choices: ['accept-as-bought'] },
      });
      await counter.page
        .locator('.decision__known li')
        .filter({ hasText: counter.words('decision.differs.quantity') })
        .filter({ hasText: counter.words('decision.differs.total') })
        .waitFor();
      expect(await counter.page.locator('.decision__choice').count()).toBe(1);
      await counter.text('decision.reported.risk').waitFor();
      await counter.button('decision.accept-as-bought.do').click();
      await counter.inQuestion('decision.accept-as-bought.confirm').click();
      await counter.button('journal.openCodes').waitFor();
    });
  });

  it('is made once, however often it is pressed, and Escape does not leave it while it is being written', async () => {
    await withCounter({ language, double: { hanging: ['orders.decide'] } }, async (counter) => {
      await openDoubtful(counter);
      await counter.button('decision.resend.do').click();
      await counter.inQuestion('decision.resend.confirm').dblclick();
      await counter.page.keyboard.press('Enter');
      await counter.page.keyboard.press('Escape');
      expect(await counter.made('orders.decide')).toHaveLength(1);
      expect(await counter.page.getByRole('alertdialog').count()).toBe(1);
    });
  });

  it('that comes too late says so, and one that cannot be written says why', async () => {
    await withCounter({ language, double: { failing: { 'orders.decide': 'not_allowed' } } }, async (counter) => {
      await openDoubtful(counter);
      await counter.button('decision.resend.do').click();
      await counter.inQuestion('decision.resend.confirm').click();
      await counter.text('decision.overtaken').waitFor();
      await counter.set({ failing: { 'orders.decide': 'journal_not_writable' } });
      await counter.inQuestion('decision.resend.confirm').click();
      await counter.text('failure.journal_not_writable.next').waitFor();
      expect(await counter.text('decision.overtaken').count()).toBe(0);
    });
  });

  it('is taken off the screen when the service answers meanwhile, and the keyboard stays with the order', async () => {
    await withCounter({ language }, async (counter) => {
      await openDoubtful(counter);
      await counter.button('decision.accept-not-bought.do').click();
      await counter.inQuestion('decision.accept-not-bought.confirm').focus();
      await counter.settle(doubtful, {
        state: 'completed',
        attention: undefined,
        codesState: 'sealed',
        codes: hidden(1, 5),
      });
      await counter.page.getByRole('alertdialog').waitFor({ state: 'detached' });
      await counter.button('journal.openCodes').waitFor();
      expect(await counter.hasFocus()).toBe(true);
      expect(await counter.made('orders.decide')).toEqual([]);
    });
  });

  it('is offered where the sale was made, too', async () => {
    await withCounter({ language, double: { orders: 'none', outcome: 'unknown' } }, async (counter) => {
      await counter.cards().first().click();
      await counter.button('sale.buy').click();
      await counter.page.getByRole('complementary').getByText(counter.words('state.unknown.says')).waitFor();
      await counter.settle(id(8, 101), {
        state: 'attention',
        refusal: { code: 'insufficient_balance' },
        attention: { reason: 'refusal_not_bound', differs: [], choices: ['resend'] },
      });
      await counter.button('decision.open').click();
      await counter.button('decision.resend.do').waitFor();
      // What the service said stands there, with what that proves.
      expect(await counter.page.locator('.decision__numbers dd').allTextContents()).toContain('insufficient_balance');
      for (const key of ['timeline.why.refusal_not_bound', 'failure.insufficient_balance.says'] as const) {
        expect(await counter.page.locator('.decision').getByText(counter.words(key)).count()).toBe(1);
      }
      // What one would do about a refusal that is sure is no advice about one that is not.
      expect(await counter.text('failure.insufficient_balance.next').count()).toBe(0);
    });
  });
});
