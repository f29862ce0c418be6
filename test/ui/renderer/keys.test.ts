import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { id, startView } from './double-data.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const { enrolment } = startView();
const soon = { endsAt: '2027-03-05T10:00:00.000Z', daysLeft: 6, warning: 7 } as const;
const replaced = [{ keyId: id(5, 9), pendingOrders: 2 }];

describe.each(languageCodes)('the key of this counter, in %s', (language) => {
  it('has its end announced on every area, and is replaced while it sells', async () => {
    await withCounter(
      { language, double: { start: { language, mode: 'deployment', enrolment: { ...enrolment, validity: soon } } } },
      async (counter) => {
        const band = counter.page.locator('.banner p[role=status]');
        for (const area of ['nav.sell', 'nav.orders', 'nav.counter'] as const) {
          await counter.area(area).click();
          expect(await band.textContent()).toMatch(/[6٦]/);
        }
        await counter.area('nav.orders').click();
        await counter.button('key.replace.begin').click();
        // Where it is replaced stands before everything else of the key (4: follows).
        expect(
          await counter.page
            .locator('#next-key')
            .evaluate((title) => title.compareDocumentPosition(document.querySelector('.thumbprints') ?? title)),
        ).toBe(4);
        await counter.button('key.replace.begin').click();
        await counter.page.getByLabel(counter.words('enrol.invitation')).fill(id(6, 2));
        await counter.page.getByLabel(counter.words('enrol.token')).fill('a-token');
        await counter.button('key.replace.submit').click();
        await counter.text('enrol.state.awaitingActivation').waitFor();
        await counter.text('enrol.state.active').waitFor();
        expect(await counter.area('nav.sell').isDisabled()).toBe(false);
        expect(await counter.axe()).toEqual([]);
        await counter.notify('enrolmentChanged', { ...enrolment, keyId: id(5, 2) });
        await counter.button('key.replace.begin').waitFor();
        expect(await band.count()).toBe(0);
      },
    );
  });

  it('before this one is said to be needed, and is not retired while orders are signed with it', async () => {
    await withCounter(
      { language, double: { start: { language, mode: 'deployment', enrolment: { ...enrolment, replaced } } } },
      async (counter) => {
        await counter.area('nav.counter').click();
        await counter.page
          .getByText({ ar: 'طلبان موقّعان به', en: '2 unfinished orders are signed with it' }[language])
          .waitFor();
        await counter.button('key.replaced.retire').click();
        await counter.text('failure.key_pending_orders.says').waitFor();
        expect(await counter.button('key.replaced.retire').count()).toBe(0);
      },
    );
  });

  it('is not to be read out nor looked after while its two thumbprints differ', async () => {
    const differing = {
      state: 'awaitingActivation',
      ownThumbprint: 'abcd'.repeat(10),
      serviceThumbprint: 'abce'.repeat(10),
      thumbprintsAgree: false,
    } as const;
    await withCounter(
      { language, double: { start: { language, mode: 'deployment', enrolment: differing } } },
      async (counter) => {
        await counter.page.getByRole('alert').getByText(counter.words('enrol.thumbprint.differ')).waitFor();
        expect([
          await counter.text('enrol.state.awaitingActivation').count(),
          await counter.text('enrol.thumbprint').count(),
          await counter.button('enrol.check').count(),
        ]).toEqual([0, 0, 0]);
      },
    );
  });

  it.each([
    ['proofForm', 'submitted', 'key_proof_invalid'],
    ['restart', 'keyMade', 'key_duplicate'],
  ] as const)(
    'is kept where its enrolment waits for %s, which says what to do and goes on with it',
    async (waitsFor, state, code) => {
      const enrolment = { state, waitsFor, ownThumbprint: 'abcd'.repeat(10), refusal: { code } };
      await withCounter(
        { language, double: { start: { language, mode: 'deployment', enrolment } } },
        async (counter) => {
          await counter.text(`enrol.waits.${waitsFor}`).waitFor();
          // One advice: that of the refusal by itself would be another.
          expect(await counter.text(`failure.${code}.says`).count()).toBe(0);
          await counter.button('enrol.continue').click();
          await expect.poll(async () => (await counter.made('enrolment.check')).length).toBe(1);
          // Another invitation may have come instead.
          expect(await counter.button('enrol.submit').count()).toBe(1);
        },
      );
    },
  );

  it('may still be activated after the end of its invitation, and nothing says that it is lost', async () => {
    const enrolment = { state: 'expired', waitsFor: 'activation', ownThumbprint: 'abcd'.repeat(10) } as const;
    await withCounter({ language, double: { start: { language, mode: 'deployment', enrolment } } }, async (counter) => {
      await counter.text('enrol.waits.activation').waitFor();
      await counter.text('enrol.thumbprint').waitFor();
      expect(await counter.text('enrol.state.expired.next').count()).toBe(0);
      await counter.button('enrol.check').click();
      await expect.poll(async () => (await counter.made('enrolment.check')).length).toBeGreaterThan(0);
      expect(await counter.button('enrol.submit').count()).toBe(1);
    });
  });

  it('of the service waits for a person who compares its thumbprint, and says so on every area', async () => {
    const offered = [{ kid: 'service-2', thumbprint: 'ydQXMtvbsOsZyFir-Y7A8t7fKEM1gbKPvyFkdpu4fvI' }];
    await withCounter({ language, double: { start: { language, mode: 'deployment' } } }, async (counter) => {
      await counter.area('nav.orders').click();
      await counter.notify('serviceKeysChanged', {
        believed: [{ kid: 'service-1', thumbprint: 'x', confirmed: false }],
        offered,
      });
      await counter.button('serviceKeys.look').click();
      await counter.page.getByText('service-2', { exact: true }).waitFor();
      // Those of a key that is active are read out to nobody.
      expect(await counter.text('enrol.thumbprint').count()).toBe(0);
      expect(await counter.axe()).toEqual([]);
      await counter.button('serviceKeys.confirm').click();
      await counter.text('serviceKeys.title').waitFor({ state: 'detached' });
      expect(await counter.made('app.confirmServiceKey')).toEqual([{ thumbprint: offered[0]?.thumbprint }]);
      await counter.button('serviceKeys.withdraw').click();
      await counter.button('serviceKeys.withdraw.back').click();
      expect(await counter.made('app.withdrawServiceKey')).toEqual([]);
      await counter.button('serviceKeys.withdraw').click();
      await counter.page
        .getByRole('alertdialog')
        .getByRole('button', { name: counter.words('serviceKeys.withdraw'), exact: true })
        .click();
      await counter.text('serviceKeys.title').waitFor();
      expect(await counter.made('app.withdrawServiceKey')).toEqual([{ thumbprint: offered[0]?.thumbprint }]);
    });
  });
});
