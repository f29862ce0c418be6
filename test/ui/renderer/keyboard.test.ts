import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { startView } from './double-data.ts';
import { expectFocus, press, tabTo } from './walk.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const { enrolment } = startView();
const invitation = '0f9c2b1e-1111-4222-8333-444455556666';

describe.each(languageCodes)('in %s, by keyboard alone and never out of its sight,', (language) => {
  it('a counter is enrolled', async () => {
    await withCounter(
      { language, double: { start: { mode: 'deployment', enrolment: { state: 'none' } } } },
      async (counter) => {
        const { keyboard } = counter.page;
        await tabTo(counter, counter.page.getByLabel(counter.words('enrol.invitation'), { exact: true }));
        await keyboard.insertText(invitation);
        await tabTo(counter, counter.page.getByLabel(counter.words('enrol.token'), { exact: true }));
        await keyboard.insertText('a-token');
        await press(counter, counter.button('enrol.advanced'));
        await tabTo(counter, counter.page.getByLabel(counter.words('enrol.networks'), { exact: true }));
        await keyboard.insertText('192.0.2.0/24');
        await press(counter, counter.button('enrol.submit'));
        await counter.text('enrol.thumbprint.agree').waitFor();
        expect(await counter.made('enrolment.begin')).toMatchObject([
          { invitationId: invitation, cidrs: ['192.0.2.0/24'] },
        ]);
        await counter.notify('enrolmentChanged', { ...enrolment });
        await press(counter, counter.button('enrol.goSell'));
        await counter.text('sale.empty').waitFor();
      },
    );
  });

  it('the cause of a refused call is found, and the change applied', async () => {
    await withCounter(
      { language, double: { failing: { 'diagnosis.run': 'invalid_credentials' } } },
      async (counter) => {
        await press(counter, counter.area('nav.counter'));
        await press(counter, counter.button('diagnosis.open'));
        await press(counter, counter.button('diagnosis.apply'));
        await press(counter, counter.button('diagnosis.apply.back'));
        await counter.set({ failing: {} });
        await press(counter, counter.button('diagnosis.apply'));
        await press(
          counter,
          counter.page
            .getByRole('alertdialog')
            .getByRole('button', { name: counter.words('diagnosis.apply'), exact: true }),
        );
        await counter.text('diagnosis.allAgree').waitFor();
        await expectFocus(counter);
      },
    );
  });

  it('a key is replaced', async () => {
    await withCounter({ language, double: { start: { mode: 'deployment', enrolment } } }, async (counter) => {
      await press(counter, counter.area('nav.counter'));
      await press(counter, counter.button('key.replace.begin'));
      // The button went away: its part of the page goes on with the field that came.
      await counter.page.keyboard.press('Tab');
      const field = counter.page.getByLabel(counter.words('enrol.invitation'), { exact: true });
      expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
      await counter.page.keyboard.insertText(invitation);
      await tabTo(counter, counter.page.getByLabel(counter.words('enrol.token'), { exact: true }));
      await counter.page.keyboard.insertText('a-token');
      await press(counter, counter.button('key.replace.submit'));
      await counter.text('enrol.state.awaitingActivation').waitFor();
      await expectFocus(counter);
    });
  });

  it('a key of the service is confirmed, and that is taken back', async () => {
    const offered = [{ kid: 'service-2', thumbprint: 'ydQXMtvbsOsZyFir-Y7A8t7fKEM1gbKPvyFkdpu4fvI' }];
    const serviceKeys = { believed: [{ kid: 'service-1', thumbprint: 'x', confirmed: false }], offered };
    await withCounter({ language, double: { start: { mode: 'deployment', serviceKeys } } }, async (counter) => {
      await press(counter, counter.button('serviceKeys.look'));
      await press(counter, counter.button('serviceKeys.confirm'));
      await counter.text('serviceKeys.title').waitFor({ state: 'detached' });
      await expectFocus(counter);
      await press(counter, counter.button('serviceKeys.withdraw'));
      await press(
        counter,
        counter.page
          .getByRole('alertdialog')
          .getByRole('button', { name: counter.words('serviceKeys.withdraw'), exact: true }),
      );
      await counter.text('serviceKeys.title').waitFor();
      await expectFocus(counter);
    });
  });

  it('an owned card is revealed again', async () => {
    await withCounter({ language }, async (counter) => {
      await press(counter, counter.area('nav.owned'));
      await press(counter, counter.page.locator('.owned__row').nth(2).getByRole('button'));
      await press(counter, counter.button('codes.reveal'));
      await press(counter, counter.button('codes.hide'));
      await press(counter, counter.button('codes.close').last());
      await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
      await expectFocus(counter);
      await press(counter, counter.button('copyStatus.order').first());
      await counter.page.locator('.order-page__facts').waitFor();
      await expectFocus(counter);
    });
  });

  it('orders are narrowed, opened and shown again', async () => {
    await withCounter({ language }, async (counter) => {
      const options = counter.page.getByRole('listbox', { name: counter.words('journal.title') }).getByRole('option');
      await press(counter, counter.area('nav.orders'));
      await press(counter, counter.page.getByRole('button', { name: counter.words('journal.state') }));
      await counter.page.getByRole('option', { name: counter.words('state.notBought.name'), exact: true }).waitFor();
      await counter.page.keyboard.press('End');
      await counter.page.keyboard.press('ArrowUp');
      await counter.page.keyboard.press('Enter');
      await expect.poll(() => options.count()).toBe(1);
      await expectFocus(counter);
      await tabTo(counter, options.first());
      await counter.page.keyboard.press('Enter');
      await counter.page.locator('.order-page__says').getByText(counter.words('state.notBought.says')).waitFor();
      await press(counter, counter.button('journal.find.all'));
      await expect.poll(() => options.count()).toBe(8);
      await expectFocus(counter);
    });
  });

  it('a lesson is taken and left', async () => {
    await withCounter({ language, double: { outcome: 'refused' } }, async (counter) => {
      await counter.page.getByRole('row').first().waitFor();
      await press(
        counter,
        counter.page
          .getByRole('region', { name: counter.words('lesson.lessons') })
          .getByRole('button')
          .last(),
      );
      await counter.text('lesson.refused.buy').waitFor();
      await expectFocus(counter);
      await counter.page.keyboard.press('F2');
      await counter.page.keyboard.press('ArrowDown');
      await counter.page.keyboard.press('Enter');
      await press(counter, counter.button('sale.buy'));
      await press(counter, counter.button('sale.watch.again'));
      await press(counter, counter.button('lesson.close'));
    });
  });
});
