import { Big } from 'big.js';
import type { Counter } from '../../../../src-main/app/counter/counter.ts';
import type { KnownComplaint } from '../../../../src-main/complaints/records/complaint-records.ts';
import type { OperationId } from '../../../../src-main/core/ids.ts';
import { JournalUnavailable } from '../../../../src-main/journal/journal-failure.ts';
import { isFinal, stateOf } from '../../../../src-main/orders/machine/order.ts';
import { actingAs } from '../../../../src-main/staff/acting.ts';
import { approvalCheckAtShell } from '../../../../src-main/staff/approval-check.ts';
import { complaintReasons } from '../../../../src-shared/contract/complaint-words.ts';
import type { CallResult } from '../../../../src-shared/contract/schemas.ts';
import { Killed } from '../machine.ts';
import { Caller, staff, type CrewOptions } from './caller.ts';
import { Cash } from './cash.ts';
import { ordersIn } from './papers.ts';
import { Seller } from './seller.ts';

export type CrewStep =
  | 'give back'
  | 'sell'
  | 'open a shift'
  | 'serve'
  | 'complain'
  | 'replace'
  | 'replace again'
  | 'close';

/**
 * Everybody with a PIN: they come and go at the screen, sell what it shows, count shifts, change prices and hear
 * complaints. They try what they may not, too.
 */
export class Crew {
  /** Everybody who ever had a PIN here. */
  readonly ids = new Set<string>();
  readonly #caller: Caller;
  readonly #seller: Seller;
  readonly #cash: Cash;

  constructor(options: CrewOptions) {
    this.#caller = new Caller(options);
    this.#seller = new Seller(this.#caller);
    this.#cash = new Cash(this.#caller);
  }

  judgePlaced(counter: Counter, id: OperationId): void {
    this.#seller.judgePlaced(counter, id);
  }

  /** The owner gives PINs; from then on nothing is done by nobody. Most shops have limits, and note what is paid. */
  async begin(): Promise<void> {
    const { draws } = this.#caller.options;
    for (const person of staff) {
      const added = await this.#caller.call('staff.add', ({ calls }) => calls.staff.add(person));
      for (const { id } of added?.ok === true ? added.value.people : []) this.ids.add(id);
    }
    await this.#caller.come('manager');
    if (!draws.oneIn(3)) await this.#seller.setLimits();
    if (!draws.oneIn(3)) await this.#cash.begin();
    await this.#caller.call('staff.leave', ({ calls }) => calls.staff.leave({}));
  }

  /** One thing that somebody does at the screen. */
  act(): void {
    const { machine, draws } = this.#caller.options;
    if (!machine.isServing) return;
    const deeds: readonly (readonly [weight: number, deed: () => Promise<unknown>])[] = [
      [3, () => this.#caller.come()],
      [1, () => this.#caller.call('staff.leave', ({ calls }) => calls.staff.leave({}))],
      [2, () => this.#seller.look()],
      [8, () => this.#seller.buy()],
      [2, () => this.#buyAtOldPrice()],
      [7, () => this.#serve()],
      [2, () => this.#cash.note()],
      [3, () => this.#cash.giveBack()],
      [1, () => this.#cash.setUsual()],
      [6, () => this.#day()],
      [2, () => this.#changePrices()],
      [1, () => this.#seller.setLimits()],
      [4, () => this.#complain()],
      [5, () => this.#goOn()],
      [1, () => this.#touch()],
    ];
    let drawn = draws.below(deeds.reduce((sum, [weight]) => sum + weight, 0));
    const deed = deeds.find(([weight]) => (drawn -= weight) < 0)?.[1];
    if (deed !== undefined) this.#do(deed);
  }

  /** One thing that a manager does, or a cashier, for a story of several steps. */
  step(step: CrewStep, role: 'manager' | 'cashier' = 'manager'): void {
    const { machine } = this.#caller.options;
    const deeds: Readonly<Record<CrewStep, () => Promise<unknown>>> = {
      sell: () => this.#seller.buy(),
      'give back': () => this.#cash.giveBack(),
      'open a shift': () => this.#caller.call('day.openShift', () => machine.served.calls.day.openShift({})),
      serve: () => this.#serve(),
      complain: () => this.#complain(),
      replace: () => this.#replace(({ madeGood }) => madeGood === 'none'),
      'replace again': () => this.#replaceAgain(),
      close: () => this.#close(),
    };
    this.#do(async () => {
      await this.#caller.come(role);
      await deeds[step]();
    });
  }

  /** Nobody waits for it: the process may end meanwhile. */
  #do(deed: () => Promise<unknown>): void {
    const { machine } = this.#caller.options;
    if (machine.isServing) machine.begun(this.#withSomebody(deed));
  }

  /** A manager comes and closes the day. */
  async closeDay(): Promise<boolean> {
    await this.#caller.come('manager');
    const closed = await this.#close();
    return closed?.ok === true;
  }

  /** In whose name something is done that goes past the screen, as from a shell. */
  atShell<T>(counter: Counter, deed: () => T, who: 'manager' | 'anybody'): T {
    const { draws } = this.#caller.options;
    const people = counter.staff.people();
    const manager = people.find(({ role }) => role === 'manager');
    const person = who === 'manager' ? manager : draws.pick(people.filter(({ role }) => role !== 'auditor'));
    if (person === undefined) return deed();
    const check =
      person.role === 'cashier' ? approvalCheckAtShell(draws.oneIn(2) ? (manager?.id ?? null) : null) : undefined;
    return actingAs(person.id, deed, check);
  }

  async #withSomebody(deed: () => Promise<unknown>): Promise<void> {
    const { machine, draws, failed } = this.#caller.options;
    const served = machine.served;
    try {
      if (served.person() === null && !draws.oneIn(6)) await this.#caller.come();
      if (machine.isServing && machine.served === served) await deed();
    } catch (error) {
      if (!(error instanceof Killed) && !(error instanceof JournalUnavailable) && this.#caller.isHere(served))
        failed(error);
    }
  }

  /** Shows codes to a customer, and hands them over. */
  async #serve(): Promise<void> {
    const { machine, draws } = this.#caller.options;
    const waiting = ordersIn(machine.running).filter(({ facts }) => facts.completed !== null && !facts.handedOver);
    if (waiting.length === 0) return;
    const operationIds = [draws.pick(waiting).id, draws.pick(waiting).id].map(String);
    const shown = await this.#caller.call('reveals.showSeveral', ({ calls }) =>
      calls.reveals.showSeveral({ operationIds }),
    );
    if (shown?.ok !== true) return;
    for (const { operationId } of shown.value.shown)
      await this.#caller.call('reveals.handOver', ({ calls }) => calls.reveals.handOver({ operationId }));
  }

  async #day(): Promise<void> {
    const { draws, machine } = this.#caller.options;
    const { day } = machine.served.calls;
    const counted = draws.oneIn(2) ? {} : { counted: [{ amount: '50.000', currency: 'KWD' }] };
    await draws.pick([
      () => this.#endDay(counted),
      () => this.#endDay(counted),
      () => this.#caller.call('day.openShift', () => day.openShift(counted)),
      () => this.#caller.call('day.handOver', () => day.handOver(counted)),
      () => this.#x(),
    ])();
  }

  /** Often with a customer still there: their sale has no result yet, and is late in the next day. */
  async #endDay(counted: object): Promise<void> {
    const { draws } = this.#caller.options;
    if (draws.oneIn(2)) await this.#caller.come('manager');
    if (draws.oneIn(2)) await this.#seller.buy();
    await this.#close(counted);
  }

  /** A report of now changes nothing. */
  async #x(): Promise<void> {
    const { machine, violate } = this.#caller.options;
    const { journal } = machine.running.localRecords;
    const before = journal.head().seq;
    const x = await this.#caller.call('day.x', ({ calls }) => calls.day.x({}));
    if (x?.ok === true && (x.value.name !== null || journal.head().seq !== before))
      violate('an X that changed something', String(before));
  }

  async #close(counted = {}): Promise<CallResult<unknown> | null> {
    const { machine, papers } = this.#caller.options;
    const closed = await this.#caller.call('day.close', ({ calls }) => calls.day.close(counted));
    if (closed?.ok !== true) return closed;
    papers.issued(machine.running);
    papers.seen();
    return closed;
  }

  /** Rules between the screen and Buy; what the service itself asks changes elsewhere. */
  async #changePrices(): Promise<void> {
    if (this.#caller.options.draws.oneIn(2)) await this.#caller.come('manager');
    const { draws, goods, machine } = this.#caller.options;
    const { walletId, cardId, expectedUnitPrice } = draws.pick(goods);
    const { currency } = expectedUnitPrice;
    const form = draws.pick([
      { kind: 'percent', percent: String(draws.between(-5, 20)) } as const,
      { kind: 'amount', amount: '0.250' } as const,
      {
        kind: 'fixed',
        amount: new Big(expectedUnitPrice.amount).times('1.2').toFixed(currency === 'KWD' ? 3 : 2),
      } as const,
    ]);
    const target =
      form.kind === 'fixed' || draws.oneIn(2)
        ? { kind: 'card' as const, id: String(cardId) }
        : { kind: 'wallet' as const, id: String(walletId) };
    const [rule] = machine.running.localRecords.prices.read().rules;
    if (rule !== undefined && draws.oneIn(3))
      await this.#caller.call('prices.removeRule', ({ calls }) => calls.prices.removeRule({ id: rule.id }));
    else
      await this.#caller.call('prices.setRule', ({ calls }) =>
        calls.prices.setRule({ target, form, currency, rounding: null, allowBelowCost: draws.oneIn(2) }),
      );
  }

  /** A manager changes a price while a cashier, or the manager, still has the old one on the screen. */
  async #buyAtOldPrice(): Promise<void> {
    const { draws, goods } = this.#caller.options;
    await this.#seller.buyAfter(async ({ walletId, cardId }) => {
      const card = goods.find((one) => String(one.cardId) === cardId && String(one.walletId) === walletId);
      if (card === undefined) return;
      const { amount, currency } = card.expectedUnitPrice;
      const dearer = new Big(amount).times(draws.pick(['1.3', '1.5', '2'])).toFixed(currency === 'KWD' ? 3 : 2);
      const rule = {
        target: { kind: 'card' as const, id: cardId },
        form: { kind: 'fixed' as const, amount: dearer },
        currency,
        rounding: null,
        allowBelowCost: false,
      };
      await this.#caller.come('manager');
      await this.#caller.call('prices.setRule', ({ calls }) => calls.prices.setRule(rule));
      if (draws.oneIn(2)) await this.#caller.come('cashier');
    });
  }

  /** A customer comes back: the code of a card that was shown does not work. */
  async #complain(): Promise<void> {
    const { machine, draws } = this.#caller.options;
    const sold = ordersIn(machine.running).flatMap(({ id, facts }) =>
      !facts.handedOver
        ? []
        : [...facts.sealedCodes.keys()].map((soldCardId) => ({
            operationId: String(id),
            soldCardId: String(soldCardId),
          })),
    );
    if (sold.length === 0) return;
    const reason = draws.pick(complaintReasons);
    const note = reason === 'other' ? { note: 'the customer came back' } : {};
    const card = draws.pick(sold);
    await this.#caller.call('complaints.open', ({ calls }) => calls.complaints.open({ ...card, reason, ...note }));
  }

  /** What is done about a complaint. */
  async #goOn(): Promise<void> {
    const { machine, draws } = this.#caller.options;
    const open = machine.running.localRecords.complaints.all();
    if (open.length === 0) return;
    if (draws.oneIn(2)) await this.#caller.come('manager');
    const { complaint } = draws.pick(open);
    const seen = { id: complaint.id, revision: complaint.revision, note: 'looked into' };
    const replace = (): Promise<unknown> => this.#replaceFor(seen);
    await draws.pick([
      () => this.#caller.call('complaints.send', ({ calls }) => calls.complaints.send(seen)),
      () => this.#caller.call('complaints.reject', ({ calls }) => calls.complaints.reject(seen)),
      () => this.#caller.call('complaints.close', ({ calls }) => calls.complaints.close(seen)),
      replace,
      replace,
      replace,
    ])();
  }

  async #replace(counts: (known: KnownComplaint) => boolean): Promise<void> {
    const { machine, draws } = this.#caller.options;
    const known = machine.running.localRecords.complaints.all().filter(counts);
    if (known.length === 0) return;
    const { id, revision } = draws.pick(known).complaint;
    await this.#replaceFor({ id, revision });
  }

  #replaceFor(seen: { readonly id: string; readonly revision: number; readonly note?: string }): Promise<unknown> {
    return this.#caller.asking('complaints.replace', ({ calls }) =>
      calls.complaints.replace({ ...seen, besidesPending: true, afterRestore: false }),
    );
  }

  /** A card that was made good comes back once more: by its complaint, and by another one. */
  async #replaceAgain(): Promise<void> {
    const { machine, coverage } = this.#caller.options;
    const isBought = ({ replacement }: KnownComplaint): boolean => (replacement?.order?.completed ?? null) !== null;
    const [known] = machine.running.localRecords.complaints.all().filter(isBought);
    if (known === undefined) return;
    coverage.add('events', 'a card that was made good comes back');
    await this.#replace(({ complaint }) => complaint.id === known.complaint.id);
    const { operationId, soldCardId } = known.complaint;
    const opened = await this.#caller.call('complaints.open', ({ calls }) =>
      calls.complaints.open({ operationId, soldCardId, reason: 'already_used' }),
    );
    if (opened?.ok === true) await this.#replaceFor({ id: opened.value.id, revision: opened.value.revision });
  }

  async #touch(): Promise<void> {
    const { machine, draws } = this.#caller.options;
    const open = ordersIn(machine.running).filter(({ facts }) => !isFinal(stateOf(facts, facts.updatedAtMs)));
    if (open.length === 0) return;
    const operationId = String(draws.pick(open).id);
    const { orders } = machine.served.calls;
    await draws.pick([
      () => this.#caller.call('orders.resume', () => orders.resume({ operationId })),
      () => this.#caller.call('orders.cancel', () => orders.cancel({ operationId })),
      () => this.#caller.call('orders.keepWanted', () => orders.keepWanted({ operationId })),
    ])();
  }
}
