import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import type { CounterPage } from './counter-page.ts';
import { mona, staffWith } from './day-reports.ts';
import { id } from './double-data.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const areas = ['nav.sell', 'nav.orders', 'nav.day', 'nav.owned', 'nav.counter'] as const;
/** One that no order here knows, and one of an order here that is not owned. */
const [stray, gone] = [id(7, 9901), id(7, 200)];
const oneMissing = {
  en: 'Do not hand over its codes. Give this card number to the service’s support and ask.',
  ar: 'لا تسلّم رموزها. أعطِ دعم الخدمة رقم هذه البطاقة واسأل عنها.',
};
const findings = { unknownCards: [stray], missingCards: [gone] };

/** What a screen reader says of a control beside its name. */
const reasonOf = async (control: Locator): Promise<string | null> =>
  control
    .page()
    .locator(`[id="${(await control.getAttribute('aria-describedby')) ?? ''}"]`)
    .textContent();

const choose = async (counter: CounterPage): Promise<void> => {
  await counter.cards().first().click();
  await counter.button('sale.buy').waitFor();
};

describe.each(languageCodes)('records that were restored, in %s', (language) => {
  it('are said to be so on every area, sell nothing and give no codes out', async () => {
    await withCounter({ language, double: { start: { copyStatus: 'restored' } } }, async (counter) => {
      for (const area of areas) {
        await counter.area(area).click();
        await counter.text('copyStatus.restored.title').waitFor();
        await counter.button('copyStatus.check').waitFor();
      }
      await counter.area('nav.sell').click();
      await choose(counter);
      expect(await counter.button('sale.buy').isDisabled()).toBe(true);
      expect(await reasonOf(counter.button('sale.buy'))).toBe(counter.words('copyStatus.locked'));
      await counter.area('nav.orders').click();
      await counter.page.getByRole('option').nth(1).click();
      await counter.button('journal.openCodes').click();
      await counter.text('copyStatus.codesLocked').waitFor();
      expect(
        await counter.page
          .locator('.tray .badge')
          .getByText(counter.words('tray.codesLocked'), { exact: true })
          .count(),
      ).toBe(1);
      for (const key of ['codes.reveal', 'codes.copy', 'codes.done'] as const)
        expect(await counter.button(key).count()).toBe(0);
      await counter.button('copyStatus.more').last().click();
      await counter.text('copyStatus.until.codes').waitFor();
      await counter.area('nav.owned').click();
      const reveal = counter.page.locator('.owned__row').first().getByRole('button').last();
      await reveal.waitFor();
      expect(await reveal.isDisabled()).toBe(true);
      expect(await reasonOf(reveal)).toBe(counter.words('copyStatus.locked'));
      expect([await counter.made('orders.place'), await counter.made('reveals.show')]).toEqual([[], []]);
    });
  });

  it('are checked with the keyboard, tell what was found until it is noted, and then sell again', async () => {
    await withCounter({ language, double: { start: { copyStatus: 'restored' }, findings } }, async (counter) => {
      // The page gives the focus to its own first place as it starts.
      expect(await counter.hasFocus()).toBe(true);
      await counter.button('copyStatus.check').focus();
      await counter.page.keyboard.press('Enter');
      await counter.button('copyStatus.look').waitFor();
      expect(await counter.hasFocus()).toBe(true);
      await counter.text('copyStatus.done.open').waitFor();
      await counter.button('copyStatus.look').click();
      await counter.page.getByText(stray, { exact: true }).waitFor();
      await counter.page.getByText(gone, { exact: true }).waitFor();
      // One card is spoken of as one.
      await counter.page.getByText(oneMissing[language], { exact: true }).waitFor();
      expect(await counter.button('enrol.goSell').count()).toBe(0);
      await counter.button('copyStatus.order').click();
      await counter.page.locator('.order-page__facts').getByText(id(8, 2)).waitFor();
      await counter.button('copyStatus.look').click();
      await counter.button('copyStatus.noted').click();
      await counter.button('copyStatus.noted').waitFor({ state: 'detached' });
      await expect.poll(() => counter.page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
      await counter.area('nav.sell').click();
      await choose(counter);
      expect(await counter.button('sale.buy').isEnabled()).toBe(true);
      expect(await counter.made('reveals.reconcile')).toHaveLength(1);
    });
  });
});

it.each(languageCodes)(
  'a check that could not read everything says what, and a manager accepts the rest by name after the risk was said, in %s',
  async (language) => {
    const wallet = id(4, 77);
    await withCounter(
      { language, double: { start: { copyStatus: 'restored' }, uncheckedWallets: [wallet] } },
      async (counter) => {
        await counter.area('nav.counter').click();
        await counter.button('copyStatus.check').last().click();
        await counter.text('copyStatus.unchecked').waitFor();
        await counter.page.getByText(wallet, { exact: true }).waitFor();
        await counter.text('copyStatus.unchecked.again').waitFor();
        expect(await counter.text('copyStatus.unchecked.risk').count()).toBe(0);
        await counter.button('copyStatus.accept.open').click();
        await counter.text('copyStatus.unchecked.risk').waitFor();
        await counter.button('copyStatus.accept.confirm').click();
        await counter.text('copyStatus.accept.nameMissing').waitFor();
        expect(await counter.made('reveals.reconcile')).toEqual([{}]);
        await counter.page.getByLabel(counter.words('copyStatus.accept.name')).fill(' Huda ');
        await counter.button('copyStatus.accept.confirm').click();
        await counter.text('copyStatus.done.title').last().waitFor();
        expect(await counter.made('reveals.reconcile')).toEqual([{}, { acceptRestBy: 'Huda' }]);
        await counter.button('copyStatus.accept.confirm').waitFor({ state: 'detached' });
        await counter.text('copyStatus.unchecked.risk').waitFor();
      },
    );
  },
);

it.each(languageCodes)(
  'who accepts the rest types no name where the shop knows who is at the counter, in %s',
  async (language) => {
    const double = {
      start: { copyStatus: 'restored' as const },
      uncheckedWallets: [id(4, 77)],
      staff: staffWith(mona.id),
    };
    await withCounter({ language, double }, async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('copyStatus.check').last().click();
      await counter.button('copyStatus.accept.open').click();
      await counter.text('copyStatus.unchecked.risk').waitFor();
      expect(await counter.page.getByLabel(counter.words('copyStatus.accept.name')).count()).toBe(0);
      await counter.page
        .locator('[role="alertdialog"] :focus, [role="dialog"] :focus, [role="dialog"]:focus')
        .waitFor();
      await counter.button('copyStatus.accept.confirm').click();
      await counter.text('copyStatus.done.title').last().waitFor();
      expect(await counter.made('reveals.reconcile')).toEqual([{}, { acceptRestBy: mona.name }]);
    });
  },
);

it.each(languageCodes)(
  'a counter that does not open calls nothing open again: codes stay locked with the reason, and the band leads to the way back, in %s',
  async (language) => {
    const start = {
      mode: 'deployment',
      enrolment: { state: 'none' },
      problem: { code: 'vault_unavailable', detail: 'sealer_changed' },
      findings: { ownedCards: 3, ...findings },
    } as const;
    await withCounter({ language, double: { start } }, async (counter) => {
      await counter.text('problem.title').waitFor();
      expect(await counter.text('copyStatus.done.title').count()).toBe(0);
      await counter.area('nav.orders').click();
      await counter.page.getByRole('option').nth(1).click();
      await counter.page
        .locator('.order-page__now')
        .getByText(counter.words('failure.vault_unavailable.next'))
        .waitFor();
      await counter.button('journal.openCodes').click();
      await counter.page.locator('.sheet__note').getByText(counter.words('failure.vault_unavailable.says')).waitFor();
      expect(await counter.button('codes.reveal').count()).toBe(0);
      await counter.page.keyboard.press('Escape');
      await counter.page
        .locator('.banner-note')
        .getByRole('button', { name: counter.words('nav.counter') })
        .click();
      await counter.text('problem.title').waitFor();
    });
  },
);

describe.each(languageCodes)('the check, in %s', (language) => {
  it('that finds every card says so in one line', async () => {
    await withCounter({ language, double: { start: { copyStatus: 'rolled-back' } } }, async (counter) => {
      await counter.button('copyStatus.check').click();
      await counter.text('copyStatus.done.agree').waitFor();
      await counter.page.getByText(counter.words('copyStatus.done.owned', { count: 214 })).waitFor();
      await counter.button('copyStatus.noted').click();
      await counter.text('copyStatus.done.title').waitFor({ state: 'detached' });
    });
  });

  it('runs once, and says that it runs', async () => {
    await withCounter(
      { language, double: { start: { copyStatus: 'copied' }, hanging: ['reveals.reconcile'] } },
      async (counter) => {
        await counter.button('copyStatus.check').dblclick();
        await counter.text('copyStatus.checking').waitFor();
        await counter.area('nav.counter').click();
        await counter.text('copyStatus.checking').waitFor();
        await counter.button('copyStatus.check').click({ force: true });
        expect(await counter.made('reveals.reconcile')).toHaveLength(1);
      },
    );
  });

  it('without a connection says that, and works by the same button when it is back', async () => {
    const failing = { 'reveals.reconcile': 'service_unreachable' } as const;
    await withCounter(
      { language, double: { start: { copyStatus: 'restored', online: false }, failing } },
      async (counter) => {
        await counter.button('copyStatus.check').click();
        await counter.text('failure.service_unreachable.says').waitFor();
        expect(await counter.hasFocus()).toBe(true);
        await counter.set({ failing: {} });
        await counter.button('copyStatus.check').click();
        await counter.text('copyStatus.done.title').waitFor();
        expect(await counter.text('failure.service_unreachable.says').count()).toBe(0);
      },
    );
  });

  it('is not offered to a counter that cannot sign, which says what comes first', async () => {
    const start = {
      mode: 'deployment',
      enrolment: { state: 'none' },
      copyStatus: 'copied',
      problem: { code: 'vault_unavailable' },
    } as const;
    await withCounter({ language, double: { start } }, async (counter) => {
      await counter.text('copyStatus.later').waitFor();
      await counter.area('nav.orders').click();
      // Why nothing is signed comes first.
      await counter.button('app.notices.more', { count: 1 }).click();
      await counter.text('copyStatus.later').waitFor();
      expect(await counter.button('copyStatus.check').count()).toBe(0);
    });
  });

  it('names fifty cards at most, and how many more there are', async () => {
    const unknownCards = Array.from({ length: 64 }, (_, index) => id(7, 9000 + index));
    await withCounter(
      { language, double: { start: { copyStatus: 'restored' }, findings: { unknownCards } } },
      async (counter) => {
        await counter.area('nav.counter').click();
        await counter.button('copyStatus.check').click();
        await counter.page.getByText(counter.words('copyStatus.rest', { count: 14 })).waitFor();
        expect(await counter.page.locator('.copy-status__cards li').count()).toBe(50);
      },
    );
  });
});

describe('on the smallest window', () => {
  it.each(languageCodes)(
    'the band keeps its targets large, stays inside and leaves the sale its room, in %s',
    async (language) => {
      await withCounter(
        {
          language,
          viewport: { width: 1024, height: 700 },
          double: { start: { mode: 'deployment', deploymentName: 'Example Cards', copyStatus: 'copied' } },
        },
        async (counter) => {
          await choose(counter);
          expect(await counter.smallTargets()).toEqual([]);
          const band = await counter.page.locator('.copy-status__band').boundingBox();
          expect([band?.x, band?.width]).toEqual([0, 1024]);
          expect(band?.height).toBeLessThan(130);
          const [quantity, stub] = await Promise.all(
            ['.sale .number-input', '.sale__stub'].map((part) => counter.page.locator(part).boundingBox()),
          );
          expect((quantity?.y ?? 0) + (quantity?.height ?? 0)).toBeLessThan(stub?.y ?? 0);
          expect(await counter.page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024);
        },
      );
    },
  );
});

describe.each(languageCodes)('records that come into doubt while the counter runs, in %s', (language) => {
  it('and are damaged are called so on every screen from the sale on that is refused', async () => {
    await withCounter({ language, double: { failing: { 'orders.place': 'journal_corrupt' } } }, async (counter) => {
      await choose(counter);
      await counter.set({ start: { problem: { code: 'journal_corrupt', detail: 'event_15' } } });
      await counter.button('sale.buy').click();
      await counter.page.locator('.banner-note').getByText(counter.words('failure.journal_corrupt.next')).waitFor();
    });
  });

  it('are known from the sale that is refused', async () => {
    await withCounter(
      { language, double: { failing: { 'orders.place': 'records_not_reconciled' } } },
      async (counter) => {
        await choose(counter);
        await counter.doubt('copied');
        await counter.button('sale.buy').click();
        await counter.text('copyStatus.copied.title').waitFor();
        expect(await counter.button('sale.buy').isDisabled()).toBe(true);
        expect(await counter.text('failure.records_not_reconciled.says').count()).toBe(0);
      },
    );
  });

  it('are asked for again, though findings of an earlier check were not noted yet', async () => {
    await withCounter({ language, double: { start: { copyStatus: 'restored' }, findings } }, async (counter) => {
      await counter.cards().first().waitFor();
      expect(await counter.text('sale.empty.next').count()).toBe(0);
      await counter.button('copyStatus.check').click();
      await counter.button('copyStatus.look').waitFor();
      await choose(counter);
      await counter.set({ failing: { 'orders.place': 'records_not_reconciled' } });
      await counter.doubt('copied');
      await counter.button('sale.buy').click();
      await counter.text('copyStatus.copied.title').waitFor();
      await counter.button('copyStatus.check').waitFor();
    });
  });
});
