import { openComplaint, replacementOrder, soldOrder, someComplaints } from '../complaint-data.ts';
import type { CounterPage } from '../counter-page.ts';
import { mona, omar, staffWith } from '../day-reports.ts';
import { shown, type Screen } from './screen.ts';

async function openSold(counter: CounterPage): Promise<void> {
  await counter.addOrder(replacementOrder);
  await counter.addOrder(soldOrder);
  await counter.area('nav.orders').click();
  await counter.page
    .getByRole('option')
    .filter({ hasText: soldOrder.saleNumber ?? '' })
    .click();
  await shown(counter.page.locator('.complaints'));
}

/** Complaints on sold cards, and the cards that make them good. */
export const complaintScreens: readonly Screen[] = [
  {
    name: 'complaints, of an order',
    double: { complaints: someComplaints, staff: staffWith(mona.id) },
    reach: async (counter) => {
      await openSold(counter);
      await counter.page.locator('.complaints').scrollIntoViewIfNeeded();
      await shown(counter.button('complaint.replace'));
    },
    next: [
      {
        name: 'complaints, asked whether to replace',
        reach: async (counter) => {
          await counter.button('complaint.replace').click();
          await shown(counter.inQuestion('complaint.replace'));
        },
      },
      {
        name: 'complaints, replacing asked about once more',
        reach: async (counter) => {
          await counter.set({ failing: { 'complaints.replace': 'replacement_may_exist' } });
          await counter.inQuestion('complaint.replace').click();
          await shown(counter.inQuestion('complaint.replace.lost'));
        },
      },
      {
        name: 'complaints, the open ones',
        reach: async (counter) => {
          await counter.inQuestion('complaint.back').click();
          await counter.page.locator('.disclosure__button').first().click();
          await shown(counter.page.locator('.complaints__open li').first());
        },
      },
      {
        name: 'complaints, the replacement',
        reach: async (counter) => {
          await counter.button('complaint.replacement.open').click();
          await shown(counter.text('complaint.makesGood'));
        },
      },
      {
        name: 'complaints, codes of a replacement',
        reach: async (counter) => {
          await counter.button('journal.openCodes').click();
          await shown(counter.text('complaint.makesGood.of'));
        },
      },
    ],
  },
  {
    name: 'complaints, a cashier opens one',
    double: { complaints: [], staff: staffWith(omar.id) },
    reach: async (counter) => {
      await openSold(counter);
      await counter.button('complaint.button.of', { number: 1 }).click();
      await shown(counter.inQuestion('complaint.open.confirm'));
    },
    next: [
      {
        name: 'complaints, a note with the code',
        reach: async (counter) => {
          await counter.page
            .getByRole('textbox', { name: counter.words('complaint.note') })
            .fill('AB12 CD34 EF56 GH78');
          await counter.inQuestion('complaint.open.confirm').click();
          await shown(counter.text('failure.note_holds_code.says'));
        },
      },
    ],
  },
  {
    name: 'complaints, in the day',
    double: {
      staff: staffWith(mona.id),
      day: {
        replacements: {
          sales: 2,
          cards: 2,
          charge: [{ amount: '0.000', currency: 'KWD' }],
          uncharged: 0,
          cost: [{ amount: '9.500', currency: 'KWD' }],
          margin: [{ amount: '-9.500', currency: 'KWD' }],
        },
        complaints: {
          count: 1,
          items: [
            {
              complaintId: openComplaint.id,
              operationId: openComplaint.operationId,
              cardName: openComplaint.cardName,
              openedAt: openComplaint.openedAt,
              sent: false,
            },
          ],
        },
      },
    },
    reach: async (counter) => {
      await counter.area('nav.day').click();
      await shown(counter.text('day.replacements.says'));
      await counter.text('day.complaints.says').scrollIntoViewIfNeeded();
    },
  },
];
