import type { OrderView } from '../../../../src-shared/contract/schemas.ts';
import type { MessageKey } from '../../../../src-shared/words/page-messages.ts';
import type { CounterPage } from '../counter-page.ts';
import { ago } from '../double-data.ts';
import { somePrices } from '../double-price-list.ts';
import { buy, chooseCard, placed, shown, type Screen } from './screen.ts';

/** The sale on the screen moves on by itself, as after another answer of the service. */
async function becomes(
  counter: CounterPage,
  state: OrderView['state'],
  part: Partial<OrderView> = {},
  says: MessageKey = `state.${state}.says`,
): Promise<void> {
  await counter.settle(placed, { state, cancellable: false, refusal: undefined, ...part });
  await shown(counter.page.getByRole('complementary').getByText(counter.words(says)));
}

async function beginLesson(counter: CounterPage, place: number): Promise<void> {
  await counter.page
    .getByRole('region', { name: counter.words('lesson.lessons') })
    .getByRole('button')
    .nth(place)
    .click();
}

/** A sale after "Buy", and its codes. */
export const saleScreens: readonly Screen[] = [
  {
    name: 'sale unknown',
    double: { outcome: 'unknown' },
    reach: async (counter) => {
      await buy(counter);
      await shown(counter.page.getByRole('complementary').getByText(counter.words('state.unknown.says')));
    },
    next: [
      { name: 'sale accepted', reach: (counter) => becomes(counter, 'accepted', { nextAttemptAt: ago(-5) }) },
      {
        name: 'sale waiting its turn, asked whether it is still wanted',
        reach: async (counter) => {
          await becomes(counter, 'waiting', {
            refusal: { code: 'rate_limited', requestId: 'req-429' },
            nextAttemptAt: ago(-1),
            wantedUntil: ago(-0.5),
            cancellable: true,
          });
          await shown(counter.text('order.wanted.ask'));
        },
      },
      {
        name: 'sale held up because the key is refused',
        reach: (counter) =>
          becomes(counter, 'blocked', {
            refusal: { code: 'invalid_credentials', requestId: 'req-401' },
            nextAttemptAt: undefined,
            wantedUntil: ago(-9),
            cancellable: true,
          }),
      },
      {
        name: 'sale settling',
        reach: (counter) => becomes(counter, 'settling', { nextAttemptAt: ago(-2), wantedUntil: ago(1) }),
      },
      {
        name: 'sale settling after a refusal that proves nothing',
        reach: (counter) => becomes(counter, 'settling', { refusal: { code: 'price_changed', requestId: 'req-409' } }),
      },
      {
        name: 'sale held up that may have been bought',
        reach: (counter) =>
          becomes(
            counter,
            'blocked',
            {
              refusal: { code: 'account_inactive', requestId: 'req-403' },
              nextAttemptAt: undefined,
              wantedUntil: ago(-9),
            },
            'state.blocked.sent',
          ),
      },
      { name: 'sale failed', reach: (counter) => becomes(counter, 'failed', { nextAttemptAt: undefined }) },
    ],
  },
  {
    name: 'sale in the tray that was not bought',
    double: { orders: 'none', outcome: 'unknown' },
    reach: async (counter) => {
      await buy(counter);
      await counter.button('sale.watch.next').click();
      await counter.settle(placed, {
        state: 'refused',
        cancellable: false,
        refusal: { code: 'allowed_debt_consent_required', requestId: 'req-402' },
      });
      const refused = counter.words('state.refused.name');
      await shown(counter.page.locator('.tray').getByRole('button', { name: refused }));
    },
    next: [
      {
        name: 'order with a question for the customer',
        reach: async (counter) => {
          await counter.area('nav.orders').click();
          await counter.page.getByRole('option').first().click();
          await shown(counter.button('order.askAgain'));
        },
      },
    ],
  },
  {
    name: 'selling price changed',
    double: { prices: somePrices },
    reach: async (counter) => {
      await chooseCard(counter, 0);
      const rules = somePrices.rules.slice(0, 1).map((rule) => ({
        ...rule,
        form: { kind: 'fixed' as const, amount: '3.5' },
      }));
      await counter.set({ prices: { revision: 6, rules } });
      await counter.button('sale.buy').click();
      await shown(counter.page.locator('.sale__total--before'));
    },
  },
  {
    name: 'price changed',
    double: { outcome: 'refused', refusal: 'price_changed' },
    reach: async (counter) => {
      await buy(counter);
      await shown(counter.page.locator('.sale__change'));
    },
    next: [
      {
        name: 'sale asks for allowed debt',
        reach: async (counter) => {
          await counter.set({ refusal: 'allowed_debt_consent_required' });
          await counter.button('sale.buy').click();
          await shown(counter.page.getByRole('checkbox'));
        },
      },
      {
        name: 'same sale pending',
        reach: async (counter) => {
          await counter.button('sale.clear').click();
          await counter.set({ failing: { 'orders.place': 'same_sale_pending' } });
          await buy(counter);
          await shown(counter.button('sale.same.another'));
        },
      },
      {
        name: 'sale refused',
        reach: async (counter) => {
          await counter.button('sale.clear').click();
          await counter.set({ failing: {}, refusal: 'insufficient_balance' });
          await buy(counter);
          await shown(counter.text('failure.insufficient_balance.next'));
        },
      },
    ],
  },
  {
    name: 'sale reopened within the limits of its card',
    double: { outcome: 'refused', refusal: 'validation_failed' },
    reach: async (counter) => {
      await chooseCard(counter, 0);
      await counter.page.locator('.number-input__input').fill('9');
      await counter.button('sale.buy').click();
      await shown(counter.text('sale.quantity.refused'));
    },
  },
  {
    name: 'more cards than can be sold at once',
    reach: async (counter) => {
      await chooseCard(counter, 0);
      await counter.page.locator('.number-input__input').fill('999');
      await shown(counter.text('sale.quantity.range'));
    },
    next: [
      {
        name: 'large sale, asked about once more',
        reach: async (counter) => {
          await counter.page.locator('.number-input__input').fill('44');
          await counter.button('sale.buy').click();
          await shown(counter.button('sale.large.buy', { count: 44 }));
        },
      },
    ],
  },
  {
    name: 'codes hidden',
    reach: async (counter) => {
      await buy(counter);
      await shown(counter.button('codes.reveal'));
    },
    next: [
      {
        name: 'codes shown',
        reach: async (counter) => {
          await counter.button('codes.reveal').click();
          await shown(counter.codes.locator('[data-part="voucher"]').first());
        },
      },
      {
        name: 'a receipt',
        reach: async (counter) => {
          await counter.button('receipt.print').click();
          await counter.page.getByText(counter.words('receipt.withCodes'), { exact: true }).click();
          await shown(counter.receipt.locator('.code').first());
        },
      },
      {
        name: 'did it print',
        reach: async (counter) => {
          await counter.button('receipt.send').click();
          await shown(counter.button('receipt.yes'));
        },
      },
      {
        name: 'a receipt again, for a reason',
        reach: async (counter) => {
          await counter.button('receipt.no').click();
          await shown(counter.page.getByRole('button', { name: counter.words('receipt.reason') }));
        },
      },
      {
        name: 'print cancelled at the printer',
        reach: async (counter) => {
          await counter.set({ printFault: 'refused' });
          await counter.button('receipt.send').click();
          await shown(counter.text('receipt.cancelled'));
        },
      },
      {
        name: 'print not taken by the printer',
        reach: async (counter) => {
          await counter.set({ failing: { 'receipts.print': 'print_failed' } });
          await counter.button('receipt.send').click();
          await shown(counter.text('failure.print_failed.next'));
        },
      },
      {
        name: 'a receipt that cannot be shown',
        reach: async (counter) => {
          await counter.set({ failing: { 'receipts.preview': 'journal_not_writable' } });
          await counter.page.getByText(counter.words('receipt.withCodes'), { exact: true }).click();
          await shown(counter.text('failure.journal_not_writable.next'));
        },
      },
      {
        name: 'print that broke off',
        reach: async (counter) => {
          await counter.set({ failing: {}, printFault: 'printer_gone' });
          await counter.button('receipt.send').click();
          await shown(counter.text('receipt.ask.brokeOff'));
        },
      },
    ],
  },
  {
    name: 'a lesson under way',
    reach: async (counter) => {
      await beginLesson(counter, 1);
      await shown(counter.text('lesson.slow.buy'));
    },
  },
  {
    name: 'a lesson that is done',
    double: { outcome: 'refused' },
    reach: async (counter) => {
      await beginLesson(counter, 3);
      await shown(counter.text('lesson.refused.buy'));
      await buy(counter);
      await counter.button('sale.watch.again').click();
      await shown(counter.text('lesson.refused.learned'));
    },
  },
];
