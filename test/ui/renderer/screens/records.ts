import type { CounterPage } from '../counter-page.ts';
import { id } from '../double-data.ts';
import { shown, type Screen } from './screen.ts';

const strayCards = { unknownCards: [id(7, 9901), id(7, 9902)], missingCards: [id(7, 200)] };

/** The order that needs a person. */
async function openDoubtful(counter: CounterPage): Promise<void> {
  await counter.area('nav.orders').click();
  await counter.page.getByRole('option').nth(4).click();
  await shown(counter.button('decision.resend.do'));
}

/** The journal, owned cards, and records of which the counter is not sure. */
export const recordScreens: readonly Screen[] = [
  {
    name: 'order in plain words',
    reach: async (counter) => {
      await counter.area('nav.orders').click();
      await counter.page.getByRole('option').first().click();
      await counter.button('story.copy').click();
      await shown(counter.text('story.copied'));
    },
    next: [
      {
        name: 'no order found',
        reach: async (counter) => {
          await counter.page.getByRole('textbox', { name: counter.words('journal.day') }).fill('21/11/2026');
          await counter.page.getByRole('searchbox').fill('zzz');
          await shown(counter.text('journal.noneFound'));
        },
      },
      {
        name: 'days, to be picked from a calendar',
        reach: async (counter) => {
          await counter.button('journal.day.pick').click();
          await shown(counter.page.getByRole('dialog'));
        },
      },
    ],
  },
  {
    name: 'order whose reference cannot be opened',
    double: { orders: 'closed' },
    reach: async (counter) => {
      await counter.area('nav.orders').click();
      await counter.page.getByRole('option').first().click();
      await shown(counter.text('order.reference.closed'));
    },
  },
  {
    name: 'decision',
    reach: (counter) => openDoubtful(counter),
    next: [
      {
        name: 'decision, its confirmation',
        reach: async (counter) => {
          await counter.button('decision.resend.do').click();
          await shown(counter.inQuestion('decision.resend.confirm'));
        },
      },
      {
        name: 'decided',
        reach: async (counter) => {
          await counter.button('decision.back').click();
          await counter.button('decision.accept-as-bought.do').click();
          await counter.inQuestion('decision.accept-as-bought.confirm').click();
          await shown(counter.text('decision.noCodes'));
        },
      },
    ],
  },
  ...(['restored', 'copied', 'rolled-back'] as const).map((copyStatus): Screen => ({
    name: `records ${copyStatus}`,
    double: { start: { copyStatus } },
    reach: (counter) => shown(counter.text(`copyStatus.${copyStatus}.title`)),
  })),
  {
    name: 'records copied, in full, and the check refused',
    double: { start: { copyStatus: 'copied' }, failing: { 'reveals.reconcile': 'insufficient_scope' } },
    reach: async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('copyStatus.check').click();
      await shown(counter.text('failure.insufficient_scope.next'));
    },
  },
  {
    name: 'records restored, codes locked',
    double: { start: { copyStatus: 'restored' }, findings: strayCards },
    reach: async (counter) => {
      await counter.area('nav.orders').click();
      await counter.page.getByRole('option').nth(1).click();
      await counter.button('journal.openCodes').click();
      await shown(counter.text('copyStatus.codesLocked'));
    },
    next: [
      {
        name: 'records checked',
        reach: async (counter) => {
          await counter.page.keyboard.press('Escape');
          await counter.button('copyStatus.check').click();
          await shown(counter.button('copyStatus.look'));
        },
      },
      {
        name: 'records checked, card by card',
        reach: async (counter) => {
          await counter.button('copyStatus.look').click();
          await shown(counter.button('copyStatus.order'));
        },
      },
    ],
  },
  {
    name: 'journal empty',
    double: { orders: 'none' },
    reach: async (counter) => {
      await counter.area('nav.orders').click();
      await shown(counter.text('journal.none'));
    },
    next: [
      {
        name: 'owned cards, none',
        reach: async (counter) => {
          await counter.area('nav.owned').click();
          await shown(counter.text('owned.none'));
        },
      },
    ],
  },
  {
    name: 'journal unreadable',
    double: { failing: { 'orders.list': 'journal_corrupt' } },
    reach: async (counter) => {
      await counter.area('nav.orders').click();
      await shown(counter.text('failure.journal_corrupt.next'));
    },
    next: [
      {
        name: 'locked, journal unreadable',
        reach: async (counter) => {
          await counter.notify('lockChanged', { locked: true });
          await shown(counter.text('tray.unread'));
        },
      },
    ],
  },
  {
    name: 'owned cards',
    reach: async (counter) => {
      await counter.area('nav.owned').click();
      await shown(counter.page.locator('.owned__row').first());
    },
    next: [
      {
        name: 'codes of an invoice, revealed again',
        reach: async (counter) => {
          await counter.page
            .getByRole('button', { name: counter.words('owned.reveal.one') })
            .nth(2)
            .waitFor();
          await counter.page.locator('.owned__actions .button--quiet').first().click();
          await counter.button('codes.revealAll').click();
          await shown(counter.codes.locator('[data-part="voucher"]').first());
        },
      },
      {
        name: 'codes of an owned card, refused',
        reach: async (counter) => {
          await counter.page.keyboard.press('Escape');
          await counter.set({ failing: { 'reveals.revealOwned': 'reveal_not_allowed' } });
          await counter.page.locator('.owned__row').nth(2).getByRole('button').click();
          await counter.button('codes.reveal').click();
          await shown(counter.text('failure.reveal_not_allowed.next'));
        },
      },
      {
        name: 'owned cards offline',
        reach: async (counter) => {
          await counter.page.keyboard.press('Escape');
          await counter.notify('connectionChanged', { online: false });
          await shown(counter.text('owned.offline.next'));
        },
      },
    ],
  },
];
