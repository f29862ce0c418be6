import type { ComplaintView } from '../../../src-shared/contract/complaints.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { mona, omar } from './day-reports.ts';
import { ago, hidden, id, order } from './double-data.ts';

/** Orders with complaints, for the tests and the pictures. */

/** Two cards that a customer has, with their codes shown. */
export const soldOrder: OrderView = order(90, {
  codesState: 'handedOver',
  codesCameOut: true,
  quantity: 2,
  codes: hidden(2, 90),
  invoiceId: id(9, 90),
  intendedAt: ago(1),
  cardName: { en: 'PlayStation Store 20', ar: 'متجر بلايستيشن 20' },
});

const [first = { soldCardId: '' }, second = { soldCardId: '' }] = soldOrder.codes;

const complaint = (number: number, soldCardId: string, part: Partial<ComplaintView>): ComplaintView => ({
  id: id(12, number),
  revision: number,
  state: 'open',
  operationId: soldOrder.operationId,
  soldCardId,
  cardName: soldOrder.cardName ?? null,
  reason: 'already_used',
  openedAt: ago(3 * 24 * 60),
  isSent: false,
  replacement: null,
  steps: [{ kind: 'opened', at: ago(3 * 24 * 60), by: omar.id, note: 'The network says that it was used on Sunday.' }],
  ...part,
});

export const openComplaint = complaint(11, first.soldCardId, {});

/** One that is open and one whose card was replaced. */
export const someComplaints: readonly ComplaintView[] = [
  openComplaint,
  complaint(12, second.soldCardId, {
    state: 'replaced',
    reason: 'not_accepted',
    replacement: { operationId: id(8, 91), state: 'completed' },
    steps: [
      { kind: 'opened', at: ago(90), by: omar.id, note: 'الشبكة ترفض الرمز منذ صباح اليوم.' },
      { kind: 'replacementBegun', at: ago(20), by: mona.id },
    ],
  }),
];

/** The card that makes the second one good. */
export const replacementOrder: OrderView = order(91, {
  codesState: 'sealed',
  codes: hidden(1, 91),
  intendedAt: ago(0),
  cardName: soldOrder.cardName ?? {},
  charge: {
    price: { amount: '0.000', currency: 'KWD' },
    total: { amount: '0.000', currency: 'KWD' },
    source: 'makesGood',
  },
  makesGoodFor: { operationId: soldOrder.operationId, soldCardId: second.soldCardId },
});
