import { openComplaint } from '../complaint-data.ts';
import { fullDay, mona, omar, openShift, sara, staffWith } from '../day-reports.ts';
import { ago, id, wallets, walletIds } from '../double-data.ts';
import { shown, type Screen } from './screen.ts';

/** What the wallets of the double cost a day: the first has less than that. */
const averageDays = { [walletIds.kwd]: '1500.000', [walletIds.usd]: '12.500' };

/** The day at a glance, and a balance that an average day calls low. */
export const todayScreens: readonly Screen[] = [
  {
    name: 'today, with all that somebody has to do about',
    double: {
      start: { mode: 'deployment' },
      day: fullDay,
      shift: openShift,
      staff: staffWith(mona.id),
      complaints: [openComplaint],
      averageDays,
      today: {
        sold: {
          sales: 214,
          cards: 219,
          charge: [
            { amount: '1261.250', currency: 'KWD' },
            { amount: '320.000', currency: 'USD' },
          ],
          uncharged: 3,
          cost: [],
          margin: [{ amount: '44.850', currency: 'KWD' }],
        },
        owed: {
          count: 2,
          sums: [
            { amount: '4.750', currency: 'KWD' },
            { amount: '12.50', currency: 'USD' },
          ],
          sales: [
            {
              operationId: id(8, 1),
              cardName: { en: 'Cartoon Network Puzzle Pack $12.50', ar: 'حزمة ألغاز كرتون نتورك 12.50 دولار' },
              quantity: 2,
              saleNumber: 'C7-0412',
              sum: { amount: '12.50', currency: 'USD' },
            },
            {
              operationId: id(8, 2),
              cardName: null,
              quantity: 1,
              saleNumber: null,
              sum: { amount: '4.750', currency: 'KWD' },
            },
          ],
        },
        key: { endsAt: '2026-12-02T00:00:00.000Z', daysLeft: 5, isNear: true },
        backupAt: null,
      },
    },
    reach: async (counter) => {
      await counter.area('nav.day').click();
      await shown(counter.page.locator('.today__tile--wanting').nth(3));
    },
  },
  {
    name: 'today of an auditor, with more low wallets than tiles',
    double: {
      staff: staffWith(sara.id),
      today: {
        wallets: {
          count: 6,
          asOf: ago(95),
          low: Array.from({ length: 6 }, () => wallets()[0]).flatMap((wallet, index) =>
            wallet === undefined
              ? []
              : [
                  {
                    walletId: index === 0 ? wallet.id : `${wallet.id.slice(0, -1)}${index + 2}`,
                    isLow: true,
                    by: 'average' as const,
                    amount: '1500.000',
                    days: 20,
                    name: wallet.name ?? null,
                    balance: wallet.balance,
                    asOf: ago(95),
                  },
                ],
          ),
          isUnread: false,
        },
        key: null,
      },
    },
    reach: async (counter) => {
      await counter.area('nav.day').click();
      await shown(counter.page.getByText(counter.words('today.wallets.more', { count: 2 })));
    },
  },
  {
    name: 'today, unreadable',
    double: { failing: { 'today.view': 'journal_corrupt' } },
    reach: async (counter) => {
      await counter.area('nav.day').click();
      await shown(counter.text('failure.journal_corrupt.next'));
    },
  },
  {
    name: 'a balance under an average day, and the message copied',
    double: { averageDays },
    reach: async (counter) => {
      await counter.button('wallet.low.copy').click();
      await shown(counter.text('wallet.low.copied'));
    },
    next: [
      {
        name: 'what is low about to be said by a person',
        reach: async (counter) => {
          await counter.button('wallet.low.change').click();
          await shown(counter.button('wallet.low.never'));
        },
      },
    ],
  },
  {
    name: 'a balance that runs low, as a cashier is told, and no message copied',
    double: {
      averageDays,
      staff: staffWith(omar.id),
      failing: { 'wallets.copyTopUp': 'clipboard_unavailable' },
    },
    reach: async (counter) => {
      await counter.button('wallet.low.copy').click();
      await shown(counter.text('failure.clipboard_unavailable.says'));
    },
  },
];
