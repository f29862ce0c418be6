import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

describe.each(languageCodes)('an area, in %s', (language) => {
  it('shows what is known here, ready to be sold, before the network says anything', async () => {
    await withCounter({ language, double: { hanging: ['wallets.list', 'catalogue.sync'] } }, async (counter) => {
      await counter.page.getByRole('row').nth(1).click();
      await counter.button('sale.buy').waitFor();
      expect(await counter.page.locator('.skeleton').count()).toBe(0);
    });
  });

  it('that cannot be read has the keyboard on what reads it again', async () => {
    await withCounter(
      { language, double: { failing: { 'wallets.read': 'internal_error', 'wallets.list': 'internal_error' } } },
      async (counter) => {
        await counter.text('wallet.unread').waitFor();
        await expect
          .poll(() => counter.button('app.again').evaluate((button) => button === document.activeElement))
          .toBe(true);
      },
    );
  });

  it('of this counter says what the deployment file leaves open and what that costs, and nothing where that is nothing', async () => {
    const profileNotes = [
      { field: 'answer.binding', note: 'refusals_unbound' },
      { field: 'fence', note: 'fence_unsaid' },
      { field: 'safeResendHours', note: 'resend_unsaid' },
    ] as const;
    for (const notes of [profileNotes, []]) {
      await withCounter(
        { language, double: { start: { mode: 'deployment', profileNotes: [...notes] } } },
        async (counter) => {
          await counter.area('nav.counter').click();
          await counter.button('diagnosis.open').waitFor();
          expect(await counter.page.locator('.profile-notes li').allTextContents()).toEqual(
            notes.map(({ field, note }) => `${counter.words(`profileNotes.${note}`)}${field}`),
          );
          expect(await counter.text('profileNotes.title').count()).toBe(notes.length === 0 ? 0 : 1);
          expect(await counter.axe()).toEqual([]);
        },
      );
    }
  });

  it('of this counter shows who signed its deployment file, in groups, and where it is not as signed any more', async () => {
    const thumbprint = 'ydQXMtvbsOsZyFir-Y7A8t7fKEM1gbKPvyFkdpu4fvI';
    for (const deploymentSigner of [
      { thumbprint, changed: false },
      { thumbprint, changed: true },
      { unreadable: true } as const,
      undefined,
    ]) {
      const signed = deploymentSigner === undefined ? {} : { deploymentSigner };
      const isRead = deploymentSigner !== undefined && 'thumbprint' in deploymentSigner;
      const isChanged = isRead && deploymentSigner.changed;
      await withCounter({ language, double: { start: { mode: 'deployment', ...signed } } }, async (counter) => {
        await counter.area('nav.counter').click();
        await counter.button('diagnosis.open').waitFor();
        const title = counter.page.getByRole('heading', { name: counter.words('deploymentSigner.title'), exact: true });
        expect(await title.count()).toBe(isRead ? 1 : 0);
        expect(await counter.text('deploymentSigner.changed').count()).toBe(isChanged ? 1 : 0);
        const isUnreadable = deploymentSigner !== undefined && !isRead;
        for (const key of ['deploymentSigner.unreadable', 'deploymentSigner.unreadable.says'] as const)
          expect(await counter.text(key).count()).toBe(isUnreadable ? 1 : 0);
        if (isUnreadable) expect(await counter.axe()).toEqual([]);
        if (!isRead) return;
        const groups = title.locator('..').locator('.grouped > span');
        expect(await groups.allTextContents()).toEqual(thumbprint.match(/.{1,4}/g));
        expect(await counter.axe()).toEqual([]);
      });
    }
  });

  it('breaks alone: the others go on', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.page.evaluate(() => {
        // What no schema lets through: the area cannot draw it.
        Object.assign(window.counter?.orders ?? {}, {
          read: () => Promise.resolve({ ok: true, value: { order: { operationId: 'none' }, timeline: [null] } }),
        });
      });
      await counter.area('nav.orders').click();
      await counter.page.getByRole('option').first().click();
      await counter.text('app.broken.title').waitFor();
      expect(counter.takeViolations()).not.toEqual([]);
      await counter.area('nav.sell').click();
      await counter.page.getByRole('row').nth(1).waitFor();
    });
  });
});
