import { describe, expect, it } from 'vitest';
import type { OpenWork } from '../../../src-shared/contract/screen.ts';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import type { CounterPage } from './counter-page.ts';
import { ago, id } from './double-data.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
/** Main reads the rest of its program meanwhile, and opens the records. */
const busy = [
  'screen.state',
  'staff.list',
  'app.start',
  'preferences.read',
  'wallets.read',
  'wallets.list',
  'catalogue.read',
  'catalogue.sync',
  'orders.place',
  'orders.list',
];
const remembered = { cards: 8 };
const manager = { id: id(9, 1), name: 'Layla', role: 'manager' } as const;

/** Each card with the place where it stands; its logo comes later, in the place of its letters. */
const tiles = (counter: CounterPage): Promise<{ name: string; at: string }[]> =>
  counter.cards().evaluateAll((cards) =>
    cards.map((card) => {
      const { top, left } = card.getBoundingClientRect();
      const parts = [...card.querySelectorAll('[class^="card-tile__"]:not(.card-tile__cell, .card-tile__head)')];
      return {
        name: parts.map(({ textContent }) => textContent).join(' '),
        at: `${Math.round(left)} ${Math.round(top)}`,
      };
    }),
  );
const names = async (counter: CounterPage): Promise<string[]> => (await tiles(counter)).map(({ name }) => name);

describe.each(languageCodes)('a counter that draws what it remembers, in %s', (language) => {
  it('shows its cards before main answers, takes keys, and then has all of them', async () => {
    await withCounter({ language, double: { remembered, held: busy } }, async (counter) => {
      await counter.cards().first().waitFor();
      const before = await names(counter);
      await counter.page.keyboard.type('zzz');
      await expect.poll(() => counter.page.getByRole('searchbox').inputValue()).toBe('zzz');
      await counter.page.keyboard.press('Escape');
      await counter.letGo();
      await expect.poll(async () => (await names(counter)).length).toBeGreaterThan(before.length);
      expect((await names(counter)).slice(0, before.length)).toEqual(before);
    });
  });

  it('leaves each card where it was when main answers', async () => {
    await withCounter({ language, double: { remembered: { cards: 100 }, held: busy } }, async (counter) => {
      await counter.cards().first().waitFor();
      const before = await tiles(counter);
      await counter.letGo();
      await counter.text('sale.last').waitFor();
      expect(await tiles(counter)).toEqual(before);
    });
  });

  it('sells nothing before main answers, and then what was chosen before', async () => {
    await withCounter({ language, double: { remembered, held: busy } }, async (counter) => {
      await counter.cards().first().click();
      await counter.button('sale.buy').click({ force: true });
      await counter.page.keyboard.press('Enter');
      expect(await counter.made('orders.place')).toEqual([]);
      await counter.letGo();
      await expect.poll(() => counter.button('sale.buy').getAttribute('aria-disabled')).not.toBe('true');
      const [kept] = (await counter.made('screen.keepPlace')) as readonly OpenWork[];
      expect(kept?.sale?.kind).toBe('draft');
      await counter.button('sale.buy').click();
      await counter.button('codes.reveal').waitFor();
      expect(await counter.made('orders.place')).toHaveLength(1);
    });
  });

  it('takes no card for one that is still to come', async () => {
    await withCounter({ language, double: { remembered: { cards: 3 }, held: busy } }, async (counter) => {
      const all = counter.cards();
      await all.first().waitFor();
      const search = counter.page.getByRole('searchbox');
      await search.fill('25');
      await search.press('Enter');
      expect(await counter.page.getByRole('textbox', { name: counter.words('sale.quantity') }).count()).toBe(0);
      await counter.letGo();
      await expect.poll(() => all.count()).toBeGreaterThan(0);
    });
  });

  it('takes what main keeps now in place of it', async () => {
    const double = { remembered: { cards: 100 }, held: busy, hanging: ['wallets.list', 'catalogue.sync'] };
    await withCounter({ language, double }, async (counter) => {
      await counter.cards().first().waitFor();
      const before = await names(counter);
      await counter.page.evaluate(() => window.double.set({ catalogue: 'unlike' }));
      await counter.letGo();
      await expect.poll(() => names(counter)).not.toEqual(before);
    });
  });

  it('is locked where main says so, with nothing of the shop behind it', async () => {
    const staff = { people: [manager], me: null };
    await withCounter({ language, double: { remembered, staff, held: busy } }, async (counter) => {
      await counter.cards().first().waitFor();
      await counter.letGo();
      await counter.text('lock.title').waitFor();
      expect(await counter.cards().count()).toBe(0);
    });
  });

  it('waits at its lock, with its people, for main to try a PIN', async () => {
    const staff = { people: [manager], me: null };
    const double = { remembered: 'locked', staff, held: ['screen.state', 'staff.list', 'app.start'] } as const;
    await withCounter({ language, double }, async (counter) => {
      await counter.text('lock.title').waitFor();
      await counter.page.getByText('Layla').waitFor();
      expect(await counter.cards().count()).toBe(0);
      await counter.letGo();
      await counter.text('lock.title').waitFor();
    });
  });

  it('stays locked where main cannot say whether it is', async () => {
    const staff = { people: [manager], me: null };
    const failing = { 'screen.state': 'counter_bug', 'staff.list': 'counter_bug' } as const;
    const double = { remembered: 'locked', staff, failing, hanging: ['app.start'] } as const;
    await withCounter({ language, double }, async (counter) => {
      await expect.poll(() => counter.made('app.start')).toHaveLength(1);
      await counter.text('lock.title').waitFor();
      expect(await counter.page.locator('.nav').count()).toBe(0);
    });
  });

  it('says what is wrong now, and no longer sells', async () => {
    const start = { problem: { code: 'journal_corrupt' as const } };
    await withCounter({ language, double: { remembered, start, held: busy } }, async (counter) => {
      await counter.cards().first().waitFor();
      await counter.letGo();
      await counter.text('failure.journal_corrupt.says').first().waitFor();
    });
  });

  it('says so where main cannot start, and shows nothing of before', async () => {
    const failing = { 'app.start': 'counter_bug' } as const;
    await withCounter({ language, double: { remembered, failing, held: busy } }, async (counter) => {
      await counter.cards().first().waitFor();
      await counter.letGo();
      await counter.text('app.failed.title').waitFor();
      expect(await counter.cards().count()).toBe(0);
    });
  });

  it('is the first run where no deployment is chosen any more', async () => {
    const start = { mode: 'none', enrolment: { state: 'none' } } as const;
    const double = { orders: 'none', remembered: { ...remembered, start: deployed }, start, held: busy } as const;
    await withCounter({ language, double }, async (counter) => {
      await counter.cards().first().waitFor();
      await counter.letGo();
      await counter.button('firstRun.training.start').waitFor();
      expect(await counter.cards().count()).toBe(0);
    });
  });
});

const deployed = {
  mode: 'deployment',
  answeredAt: ago(600),
  enrolment: { state: 'active', keyId: id(5, 1), ownThumbprint: 'q3Zr0bKxVw1yTn8LmE5hUuPj2CdFsG6oXiA4RtY7kQM' },
} as const;
