import { describe, expect, it } from 'vitest';
import { backupReasons } from '../../../src-shared/contract/backup-reasons.ts';
import { type Language, languageCodes, languages } from '../../../src-shared/words/languages.ts';
import { languageAfter, wordsOf } from '../pages/words.ts';
import { buyFirst, traces } from './codes-traces.ts';
import { id, recoveryPhrase, walletIds } from './double-data.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

/** As a pattern: the page keeps a day on one line. */
const dayOf = (instant: string, language: Language): string =>
  new Intl.DateTimeFormat(languages[language].locale, { day: 'numeric', month: 'short' })
    .format(Date.parse(instant))
    .replaceAll(' ', String.raw`\s`);

describe.each(languageCodes)('the counter, in %s', (language) => {
  it('changes language while it runs, without losing the sale', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().click();
      await counter.button('sale.quantity.more').click();
      const other = languageAfter(language);
      await counter.page.getByRole('button', { name: languages[other].endonym, exact: true }).click();
      await counter.page.getByRole('button', { name: wordsOf(other)('sale.buy'), exact: true }).waitFor();
      expect(await counter.page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
        other,
        languages[other].dir,
      ]);
      expect(await counter.page.getByRole('textbox', { name: wordsOf(other)('sale.quantity') }).inputValue()).toBe('2');
      expect(await counter.made('app.setLanguage')).toEqual([{ language: other }]);
    });
  });

  it('shows the log for support, hides it again, and saves it, by keys alone', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('supportLog.show').press('Enter');
      await counter.page.getByText('"code":"price_changed"').waitFor();
      expect(await counter.hasFocus()).toBe(true);
      await counter.button('supportLog.hide').press('Enter');
      await counter.page.getByText('"code":"price_changed"').waitFor({ state: 'hidden' });
      await counter.button('supportLog.save').press('Enter');
      await counter.text('supportLog.saved').waitFor();
      expect(await counter.made('supportLog.save')).toEqual([{}]);
    });
  });

  it('has the theme and the wallet that were chosen before, and has new choices kept where the next start finds them', async () => {
    await withCounter(
      { language, double: { start: { theme: 'dark' }, preferences: { walletId: walletIds.usd } } },
      async (counter) => {
        const shown = (): Promise<string | undefined> =>
          counter.page.evaluate(() => document.documentElement.dataset['theme']);
        const wallet = counter.page.locator('.choice');
        await wallet
          .getByText({ ar: 'محفظة الدولار', en: 'Dollar wallet' }[languages[language].service])
          .first()
          .waitFor();
        expect(await shown()).toBe('dark');
        await counter.button('app.theme.dark').click();
        expect(await shown()).toBeUndefined();
        expect(await counter.made('app.setTheme')).toEqual([{ theme: 'system' }]);
        await wallet.getByRole('button').click();
        await counter.page.locator('.choice__item').first().click();
        expect(await counter.made('preferences.change')).toEqual([{ walletId: walletIds.kwd }]);
      },
    );
  });

  it('forgets the enrolment token with the submit', async () => {
    const failing = { 'enrolment.begin': 'invitation_invalid' } as const;
    await withCounter(
      { language, double: { failing, start: { mode: 'deployment', enrolment: { state: 'none' } } } },
      async (counter) => {
        const token = counter.page.getByLabel(counter.words('enrol.token'), { exact: true });
        expect(await token.getAttribute('type')).toBe('password');
        await counter.button('enrol.submit').click();
        // What cannot work yet has not even begun to.
        expect(await counter.made('wallets.list')).toEqual([]);
        // An empty field is missing its number; it holds no wrong one.
        await counter.text('enrol.invitation.missing').waitFor();
        await counter.page
          .getByLabel(counter.words('enrol.invitation'), { exact: true })
          .fill('0f9c2b1e-1111-4222-8333-444455556666');
        await token.fill('a-token-for-this-test');
        await counter.button('enrol.submit').click();
        await counter.text('failure.invitation_invalid.says').waitFor();
        expect(await counter.made('enrolment.begin')).toMatchObject([{ token: 'a-token-for-this-test' }]);
        expect(await traces(counter)).not.toContain('a-token-for-this-test');
      },
    );
  });

  it('that cannot open its secrets offers no enrolment, shows its journal, and opens with the recovery phrase', async () => {
    const start = {
      mode: 'deployment',
      enrolment: { state: 'none' },
      problem: { code: 'vault_unavailable', detail: 'sealer_changed' },
    } as const;
    await withCounter({ language, double: { start } }, async (counter) => {
      await counter.text('problem.title').waitFor();
      expect(await counter.button('enrol.submit').count()).toBe(0);
      expect(await counter.page.getByText(counter.words('failure.vault_unavailable.says')).count()).toBe(1);
      await counter.button('problem.journal').click();
      await counter.page.getByRole('option').first().waitFor();
      await counter.area('nav.counter').click();
      await counter.button('recover.open').click();
      const phrase = counter.page.getByLabel(counter.words('recover.phrase'), { exact: true });
      await phrase.fill('0000-not-this-one');
      await counter.button('recover.submit').click();
      await counter.text('recover.wrong').waitFor();
      expect(await traces(counter)).not.toContain('not-this-one');
      await expect.poll(() => phrase.evaluate((field) => field === document.activeElement)).toBe(true);
      const reads = (await counter.made('preferences.read')).length;
      await phrase.fill(recoveryPhrase);
      await counter.button('recover.submit').click();
      await counter.button('enrol.goSell').waitFor();
      // Barcodes can be read under the key alone.
      await expect.poll(async () => (await counter.made('preferences.read')).length).toBe(reads + 1);
      expect(await traces(counter)).not.toContain(recoveryPhrase.slice(0, 9));
    });
  });

  it('whose journal is found damaged while nobody asks says so at once', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.area('nav.orders').waitFor();
      await counter.set({ start: { problem: { code: 'journal_corrupt' } } });
      expect(await counter.text('failure.journal_corrupt.says').count()).toBe(0);
      await counter.notify('journalDamaged', {});
      await counter.text('failure.journal_corrupt.says').waitFor();
    });
  });

  it('whose journal is damaged restores the last backup once a person confirms it, and shows no order that is not in it', async () => {
    const start = {
      mode: 'deployment',
      enrolment: { state: 'none' },
      problem: { code: 'journal_corrupt' },
      lastBackupAt: '2026-11-20T06:00:00.000Z',
    } as const;
    await withCounter(
      {
        language,
        double: { start, failing: { 'orders.list': 'journal_corrupt', 'app.restoreBackup': 'journal_not_writable' } },
      },
      async (counter) => {
        const inTray = counter.page.locator('.tray__list li');
        await counter.page.getByText(new RegExp(dayOf(start.lastBackupAt, language))).waitFor();
        await counter.button('restore.open').click();
        await counter.page.keyboard.press('Enter');
        await counter.page.getByRole('alertdialog').waitFor({ state: 'detached' });
        expect(await counter.made('app.restoreBackup')).toEqual([]);
        await counter.button('restore.open').click();
        await counter.button('restore.confirm').click();
        await counter.text('failure.journal_not_writable.says').waitFor();
        await counter.set({ failing: {} });
        await counter.area('nav.orders').click();
        await inTray.first().waitFor();
        const before = await inTray.count();
        await counter.area('nav.counter').click();
        await counter.button('restore.open').click();
        await counter.button('restore.confirm').click();
        await counter.text('copyStatus.restored.title').waitFor();
        expect((await counter.made('app.restoreBackup')).at(-1)).toEqual({ madeAt: start.lastBackupAt });
        expect(await counter.hasFocus()).toBe(true);
        await counter.area('nav.orders').click();
        await counter.page.getByRole('option').first().waitFor();
        await expect.poll(() => inTray.count()).toBe(before - 1);
      },
    );
  });

  it('whose journal is damaged restores an older backup that a person chooses by its time', async () => {
    const older = '2026-11-18T06:00:00.000Z';
    const start = {
      mode: 'deployment',
      enrolment: { state: 'none' },
      problem: { code: 'journal_corrupt' },
      lastBackupAt: '2026-11-20T06:00:00.000Z',
    } as const;
    const olderBackupsAt = ['2026-11-19T06:00:00.000Z', older];
    await withCounter({ language, double: { start: { ...start, olderBackupsAt } } }, async (counter) => {
      await counter.button('restore.earlier').click();
      await counter.page.getByRole('button', { name: new RegExp(dayOf(older, language)) }).click();
      await counter.page.getByRole('alertdialog', { name: new RegExp(dayOf(older, language)) }).waitFor();
      await counter.button('restore.confirm').click();
      await counter.text('copyStatus.restored.title').waitFor();
      expect(await counter.made('app.restoreBackup')).toEqual([{ madeAt: older }]);
      expect(await counter.hasFocus()).toBe(true);
    });
  });

  it.each(backupReasons)('whose backup was not made says why: %s', async (reason) => {
    await withCounter({ language, double: { start: { backupTrouble: reason } } }, async (counter) => {
      await counter.area('nav.counter').click();
      await counter.text(`backup.trouble.${reason}`).waitFor();
      await counter.text('backup.trouble.sales').waitFor();
    });
  });

  it.each([
    ['used', true],
    ['unused', false],
  ] as const)('names the extra certificates of the environment that are %s', async (key, used) => {
    const extraCertificates = { names: ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_DIR'] as const, used };
    const names = extraCertificates.names.join(', ');
    await withCounter(
      { language, double: { start: { extraCertificates: { names: [...extraCertificates.names], used } } } },
      async (counter) => {
        await counter.area('nav.counter').click();
        await counter.page.getByText(counter.words(`certificates.${key}`, { names })).waitFor();
      },
    );
  });

  it('whose journal is damaged saves what is left once a person confirms it, names what is lost, and then how the service says that it stands', async () => {
    const start = { mode: 'deployment', enrolment: { state: 'none' }, problem: { code: 'journal_corrupt' } } as const;
    const lostOrders = [
      { operationId: id(8, 990), standing: 'completed', quantity: 2 },
      { operationId: id(8, 991), standing: 'resource_not_found', quantity: null },
    ];
    await withCounter(
      { language, double: { start, findings: { lostOrders }, failing: { 'app.salvage': 'journal_corrupt' } } },
      async (counter) => {
        expect(await counter.button('restore.open').count()).toBe(0);
        await counter.button('salvage.open').click();
        await counter.page.keyboard.press('Enter');
        await counter.page.getByRole('alertdialog').waitFor({ state: 'detached' });
        expect(await counter.made('app.salvage')).toEqual([]);
        await counter.button('salvage.open').click();
        await counter.button('salvage.confirm').click();
        await counter.text('salvage.nothing').waitFor();
        await counter.set({ failing: {} });
        await counter.button('salvage.open').click();
        await counter.button('salvage.confirm').click();
        await counter.text('copyStatus.salvaged.title').first().waitFor();
        expect(await counter.hasFocus()).toBe(true);
        await counter.page.getByText(counter.words('copyStatus.lost', { count: 2 })).waitFor();
        await counter.page.getByText(id(8, 990), { exact: true }).waitFor();
        await counter.button('copyStatus.check').last().click();
        await counter.page.getByText(counter.words('copyStatus.lostOrders', { count: 2 }), { exact: true }).waitFor();
        await counter.page.getByText(counter.words('copyStatus.lostOrders.completed', { count: 2 })).waitFor();
        await counter.page.getByText('resource_not_found', { exact: true }).waitFor();
        await counter.button('copyStatus.noted').last().click();
        await counter.text('copyStatus.done.title').first().waitFor({ state: 'detached' });
      },
    );
  });

  it('offers no recovery where the phrase would not help', async () => {
    await withCounter(
      {
        language,
        double: {
          start: { mode: 'deployment', enrolment: { state: 'none' }, problem: { code: 'profile_unreadable' } },
        },
      },
      async (counter) => {
        await counter.text('problem.title').waitFor();
        expect([await counter.button('recover.open').count(), await counter.button('enrol.submit').count()]).toEqual([
          0, 0,
        ]);
      },
    );
  });

  it('leaves its training for the first choice, and takes nothing of it along', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().click();
      await counter.area('nav.counter').click();
      await counter.button('leave.training').click();
      await counter.button('firstRun.deployment.choose').waitFor();
      await counter.button('firstRun.training.start').click();
      await counter.notify('enrolmentChanged', { state: 'active' });
      await counter.button('enrol.goSell').click();
      await counter.text('sale.empty').waitFor();
    });
  });

  it('of a real service has no training to leave', async () => {
    await withCounter(
      { language, double: { start: { mode: 'deployment', deploymentName: 'Example Cards' } } },
      async (counter) => {
        await counter.area('nav.counter').click();
        await counter.button('recovery.make').waitFor();
        expect(await counter.button('leave.training').count()).toBe(0);
      },
    );
  });

  it('names the host of a service beside the name that it gives itself, and whole, however long', async () => {
    const deploymentHost = 'api.cards-of-a-service-with-a-long-name.example.com:8443';
    await withCounter(
      {
        language,
        viewport: { width: 1024, height: 700 },
        double: { start: { mode: 'deployment', deploymentName: 'Example Cards', deploymentHost } },
      },
      async (counter) => {
        const header = counter.page.locator('.header');
        await header.getByText('Example Cards', { exact: true }).waitFor();
        const host = header.getByText(deploymentHost, { exact: true });
        await host.waitFor();
        expect(
          await host.evaluate(
            (shown) =>
              shown.scrollWidth <= shown.clientWidth &&
              document.documentElement.scrollWidth <= document.documentElement.clientWidth,
          ),
        ).toBe(true);
      },
    );
  });

  it('says all that is wrong with a deployment file, each with its place and what is allowed there', async () => {
    await withCounter(
      { language, double: { start: { mode: 'none', enrolment: { state: 'none' } } } },
      async (counter) => {
        const choosing = counter.page.waitForEvent('filechooser');
        await counter.button('firstRun.deployment.choose').click();
        await (
          await choosing
        ).setFiles({ name: 'deployment.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
        await counter.page.getByText('request.components.safeRead[3]', { exact: true }).waitFor();
        expect(await counter.page.locator('.failure-note__faults li').allTextContents()).toEqual([
          'request.components.safeRead[3]a component',
          'baseUrlhttps:',
        ]);
        expect(await counter.axe()).toEqual([]);
      },
    );
  });

  it('reads the catalogue by itself when the connection comes back', async () => {
    await withCounter(
      {
        language,
        double: { catalogue: 'never', start: { online: false }, failing: { 'catalogue.sync': 'service_unreachable' } },
      },
      async (counter) => {
        await counter.text('catalogue.neverRead').waitFor();
        await counter.set({ failing: {} });
        await counter.notify('connectionChanged', { online: true });
        await counter.cards().first().waitFor();
      },
    );
  });

  it('opens the journal, and reads an order, with the service gone', async () => {
    await withCounter(
      {
        language,
        double: {
          start: { online: false },
          failing: { 'catalogue.sync': 'service_unreachable', 'wallets.list': 'service_unreachable' },
        },
      },
      async (counter) => {
        await counter.area('nav.orders').click();
        await counter.page.getByRole('option').first().click();
        await counter.page
          .locator('.timeline')
          .getByText(counter.words('timeline.noAnswer'), { exact: true })
          .waitFor();
        await counter.button('order.wanted.keep').click();
        await counter.button('order.wanted.keep').waitFor({ state: 'detached' });
      },
    );
  });

  it('keeps every target of a finger at 44 pixels or more', async () => {
    await withCounter({ language, viewport: { width: 1024, height: 700 } }, async (counter) => {
      await buyFirst(counter);
      await counter.button('codes.reveal').waitFor();
      expect(await counter.smallTargets()).toEqual([]);
    });
  });
});
