import { Big } from 'big.js';
import { knownId, type OperationId } from '../../../../src-main/core/ids.ts';
import { moneyBackReasons, paymentMeans } from '../../../../src-shared/contract/payment-words.ts';
import type { CallOutput, CallResult } from '../../../../src-shared/contract/schemas.ts';
import type { Caller } from './caller.ts';
import { ordersIn } from './papers.ts';

type Sale = CallOutput<'payments', 'sale'>;

/** How customers pay here, and what they get back: what was noted is what was said. */
export class Cash {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  async setUsual(): Promise<void> {
    const usual = this.#caller.options.draws.pick([...paymentMeans, null]);
    await this.#caller.call('payments.setUsual', ({ calls }) => calls.payments.setUsual({ usual }));
  }

  /** From the first sale on the shop notes how customers pay. */
  async begin(): Promise<void> {
    const usual = this.#caller.options.draws.pick(paymentMeans);
    await this.#caller.call('payments.setUsual', ({ calls }) => calls.payments.setUsual({ usual }));
  }

  async note(): Promise<void> {
    const { draws, violate } = this.#caller.options;
    const operationId = this.#anyOrder();
    if (operationId === null) return;
    const [means, ahead] = [draws.pick(paymentMeans), draws.oneIn(4)];
    const noted = await this.#caller.withWord((word) =>
      this.#caller.call('payments.note', ({ calls }) => calls.payments.note({ operationId, means, ahead, ...word })),
    );
    if (noted?.ok === true && noted.value.means !== means)
      violate('money noted otherwise than said', `${operationId}: ${means} and ${noted.value.means}`);
  }

  /** Some of it, all of it or more than there is, of one order; or all of the sale. */
  async giveBack(): Promise<void> {
    const { draws } = this.#caller.options;
    const operationId = this.#anyOrder();
    if (operationId === null) return;
    const read = await this.#caller.call('payments.sale', ({ calls }) => calls.payments.sale({ operationId }));
    if (read?.ok !== true) return;
    const sale = read.value;
    const asked = {
      operationId,
      // Now and then as it was before somebody else changed it.
      revision: draws.oneIn(8) ? 0 : sale.revision,
      means: draws.pick(paymentMeans),
      reason: draws.pick(moneyBackReasons),
      // Who works here looks at the papers first.
      ...(sale.mayBeBack === true ? { afterRestore: true } : {}),
    };
    if (draws.oneIn(3)) {
      const done = await this.#caller.withWord((word) =>
        this.#caller.call('payments.voidSale', ({ calls }) => calls.payments.voidSale({ ...asked, ...word })),
      );
      this.#judge(done, 'void', asked.means, null);
      return;
    }
    const charge = sale.lines.find((line) => line.operationId === operationId)?.charge ?? null;
    if (charge === null || new Big(charge.amount).eq(0)) return;
    const decimals = charge.amount.split('.')[1]?.length ?? 0;
    const amount = new Big(charge.amount).times(draws.pick(['0.5', '1', '1', '2'])).toFixed(decimals, Big.roundDown);
    if (new Big(amount).eq(0)) return;
    const lines = [{ operationId, amount }];
    const done = await this.#caller.withWord((word) =>
      this.#caller.call('payments.giveBack', ({ calls }) => calls.payments.giveBack({ ...asked, lines, ...word })),
    );
    this.#judge(done, 'refund', asked.means, amount);
  }

  #judge(done: CallResult<Sale> | null, what: 'refund' | 'void', means: string, amount: string | null): void {
    if (done?.ok !== true) return;
    const { violate, coverage, machine } = this.#caller.options;
    const { records } = machine.running.localRecords;
    coverage.add('events', what === 'void' ? 'sale voided' : 'money given back');
    const back = done.value.back.at(-1);
    const isSame =
      back?.what === what &&
      back.means === means &&
      (amount === null || new Big(back.lines[0]?.amount ?? 0).eq(amount));
    const isOut = (id: string): boolean => records.find(knownId<OperationId>(id))?.handedOver === true;
    if (what === 'void' && done.value.lines.some(({ operationId }) => isOut(operationId)))
      violate('more money back than was paid', `a void of codes that were handed over: ${String(back?.id)}`);
    if (!isSame)
      violate('money noted otherwise than said', `${what} of ${amount ?? 'all'} by ${means}: ${JSON.stringify(back)}`);
  }

  #anyOrder(): string | null {
    const { machine, draws } = this.#caller.options;
    const orders = ordersIn(machine.running);
    return orders.length === 0 ? null : String(draws.pick(orders).id);
  }
}
