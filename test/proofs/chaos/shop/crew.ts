import { Big } from 'big.js';
import type { Counter } from '../../../../src-main/app/counter/counter.ts';
import { knownId, type OperationId } from '../../../../src-main/core/ids.ts';
import { JournalUnavailable } from '../../../../src-main/journal/journal-failure.ts';
import { orderIntendedKind } from '../../../../src-main/orders/machine/events.ts';
import { isFinal, stateOf } from '../../../../src-main/orders/machine/order.ts';
import { actingAs } from '../../../../src-main/staff/acting.ts';
import { gateAtShell } from '../../../../src-main/staff/gate.ts';
import type { Person } from '../../../../src-main/staff/staff.ts';
import { complaintReasons } from '../../../../src-shared/contract/complaint-words.ts';
import type { CallInput, CallResult, CatalogueView, OrderView } from '../../../../src-shared/contract/schemas.ts';
import type { Coverage } from '../coverage.ts';
import { Killed, type Machine } from '../machine.ts';
import type { Goods } from '../premises.ts';
import type { Draws } from '../random.ts';
import type { Desk } from './desk.ts';
import { judgeLimits } from './journal-laws.ts';
import { ordersIn, type Papers } from './papers.ts';
import { mayNot } from './roles.ts';
import { timesOf } from './sums.ts';

const staff = [
  { name: 'Mona', role: 'manager', pin: '73519462' },
  { name: 'Omar', role: 'cashier', pin: '86420975' },
  { name: 'Dana', role: 'cashier', pin: '5031' },
  { name: 'Adel', role: 'auditor', pin: '614203' },
] as const;
const pins: ReadonlyMap<string, string> = new Map(staff.map(({ name, pin }) => [name, pin]));
const wrongPin = '00000000';
const limits = { currency: 'KWD', sale: '25.000', shift: '60.000' } as const;
const mostLines = 4;

interface Offer {
  readonly walletId: string;
  readonly cardId: string;
  readonly price: string;
  readonly currency: string;
}

/** What somebody looks at: the service's and the shop's prices may have changed since. */
interface Screen {
  readonly revision: number;
  readonly offers: readonly Offer[];
}

type Line = CallInput<'orders', 'buyBasket'>['lines'][number];
type Approval = NonNullable<CallInput<'orders', 'place'>['approval']>;

export interface CrewOptions {
  readonly machine: Machine;
  readonly draws: Draws;
  readonly coverage: Coverage;
  readonly goods: readonly Goods[];
  readonly papers: Papers;
  readonly violate: (bar: string, what: string) => void;
  readonly failed: (error: unknown) => void;
  /** Orders that somebody asked for: each is what one customer needs. */
  readonly asked: (ids: readonly OperationId[]) => void;
}

/**
 * Everybody with a PIN: they come and go at the screen, sell what it shows, count shifts, change prices and hear
 * complaints. They try what they may not, too.
 */
export class Crew {
  /** Everybody who ever had a PIN here. */
  readonly ids = new Set<string>();
  readonly #options: CrewOptions;
  #screen: Screen | null = null;
  #limits: typeof limits | null = null;

  constructor(options: CrewOptions) {
    this.#options = options;
  }

  /** The owner gives PINs; from then on nothing is done by nobody. */
  async begin(): Promise<void> {
    for (const person of staff) {
      const added = await this.#call('staff.add', ({ calls }) => calls.staff.add(person));
      for (const { id } of added?.ok === true ? added.value.people : []) this.ids.add(id);
    }
  }

  /** One thing that somebody does at the screen. Nobody waits for it: the process may end meanwhile. */
  act(): void {
    const { machine, draws } = this.#options;
    if (!machine.isServing) return;
    const deeds: readonly (readonly [weight: number, deed: () => Promise<unknown>])[] = [
      [3, () => this.#come()],
      [1, () => this.#call('staff.leave', ({ calls }) => calls.staff.leave({}))],
      [2, () => this.#look()],
      [8, () => this.#buy()],
      [7, () => this.#serve()],
      [4, () => this.#day()],
      [2, () => this.#changePrices()],
      [1, () => this.#setLimits()],
      [4, () => this.#complain()],
      [5, () => this.#goOn()],
      [1, () => this.#touch()],
    ];
    let drawn = draws.below(deeds.reduce((sum, [weight]) => sum + weight, 0));
    const deed = deeds.find(([weight]) => (drawn -= weight) < 0)?.[1];
    if (deed === undefined) return;
    const done = this.#withSomebody(deed);
    machine.begun(done);
    void done;
  }

  /** A manager comes and closes the day. */
  async closeDay(): Promise<boolean> {
    await this.#come('manager');
    const closed = await this.#close();
    return closed?.ok === true;
  }

  /** In whose name something is done that goes past the screen, as from a shell. */
  atShell<T>(counter: Counter, deed: () => T, who: 'manager' | 'anybody'): T {
    const { draws } = this.#options;
    const people = counter.staff.people();
    const manager = people.find(({ role }) => role === 'manager');
    const person = who === 'manager' ? manager : draws.pick(people.filter(({ role }) => role !== 'auditor'));
    if (person === undefined) return deed();
    const gate = person.role === 'cashier' ? gateAtShell(draws.oneIn(2) ? (manager?.id ?? null) : null) : undefined;
    return actingAs(person.id, deed, gate);
  }

  /** What a cashier sold past the screen is within their limits as well. */
  judgePlaced(counter: Counter, id: OperationId): void {
    const [intended] = counter.localRecords.journal.events({ subject: id, kind: orderIntendedKind, limit: 1 });
    const role = counter.staff.people().find((person) => person.id === intended?.body['by'])?.role;
    if (role === 'cashier') judgeLimits(counter, [id], this.#limits, this.#options.violate);
  }

  async #withSomebody(deed: () => Promise<unknown>): Promise<void> {
    const { machine, draws, failed } = this.#options;
    const desk = machine.desk;
    try {
      if (desk.person() === null && !draws.oneIn(6)) await this.#come();
      if (machine.isServing && machine.desk === desk) await deed();
    } catch (error) {
      if (!(error instanceof Killed) && !(error instanceof JournalUnavailable) && this.#isHere(desk)) failed(error);
    }
  }

  #isHere(desk: Desk): boolean {
    return this.#options.machine.isRunning && this.#options.machine.desk === desk;
  }

  /** Makes a call, and holds its success against who made it. Null where the process ended meanwhile. */
  async #call<T>(name: string, made: (desk: Desk) => Promise<CallResult<T>>): Promise<CallResult<T> | null> {
    const { machine, coverage, violate } = this.#options;
    const { desk } = machine;
    const before = desk.people().length === 0 ? null : (desk.person()?.role ?? 'nobody');
    const result = await made(desk);
    if (!this.#isHere(desk)) return null;
    coverage.add(result.ok ? 'calls at the screen' : 'refused at the screen', result.ok ? name : result.error.code);
    if (result.ok && before !== null && mayNot(before, name))
      violate('a call that its role may not make', `${name} by ${before}`);
    return result;
  }

  async #come(role?: Person['role']): Promise<void> {
    const { machine, draws, violate, coverage } = this.#options;
    const people = machine.desk.people().filter((person) => role === undefined || person.role === role);
    if (people.length === 0) return;
    const { id, name } = draws.pick(people);
    const isWrong = role === undefined && draws.oneIn(6);
    const pin = isWrong ? wrongPin : (pins.get(name) ?? '');
    const entered = await this.#call('staff.enter', ({ calls }) => calls.staff.enter({ id, pin }));
    if (isWrong) coverage.add('events', 'wrong PIN');
    if (isWrong && entered?.ok === true) violate('a call that its role may not make', 'a wrong PIN opened the counter');
  }

  /** Reads what the screen shows of the shop's cards. */
  async #look(): Promise<void> {
    const { goods } = this.#options;
    const offers: Offer[] = [];
    let revision = 0;
    for (const walletId of new Set(goods.map((one) => one.walletId))) {
      const view = await this.#shelf(walletId);
      if (view === null) return;
      revision = view.pricesRevision;
      for (const { id, charge } of view.cards)
        if (charge !== undefined && goods.some((one) => one.walletId === walletId && String(one.cardId) === id))
          offers.push({ walletId, cardId: id, price: charge.price.amount, currency: charge.price.currency });
    }
    this.#screen = { revision, offers };
  }

  async #shelf(walletId: string): Promise<CatalogueView | null> {
    const { draws } = this.#options;
    const kept = await this.#call('catalogue.read', ({ calls }) => calls.catalogue.read({ walletId }));
    if (kept?.ok === true && kept.value.cards.length > 0 && !draws.oneIn(10)) return kept.value;
    const synced = await this.#call('catalogue.sync', ({ calls }) => calls.catalogue.sync({ walletId }));
    return synced?.ok === true ? synced.value : null;
  }

  /** One card or several, as the screen shows them; now and then at another price. */
  async #buy(): Promise<void> {
    const { draws } = this.#options;
    if (this.#screen === null || this.#screen.offers.length === 0) await this.#look();
    const screen = this.#screen;
    if (screen === null || screen.offers.length === 0) return;
    const wanted = new Set(
      Array.from({ length: draws.oneIn(2) ? 1 : draws.between(2, mostLines) }, () => draws.pick(screen.offers)),
    );
    const lines = [...wanted].map(({ walletId, cardId, price, currency }): Line => {
      const quantity = draws.between(1, 3);
      const besidesPending = !draws.oneIn(5);
      return { walletId, cardId, quantity, besidesPending, shownTotal: { amount: timesOf(price, quantity), currency } };
    });
    const [only] = lines;
    if (lines.length > 1) await this.#buyBasket(lines, screen.revision);
    else if (only !== undefined) await this.#buyOne(only, screen);
  }

  async #buyOne(line: Line, { revision, offers }: Screen): Promise<void> {
    const { draws } = this.#options;
    const price = offers.find(({ cardId }) => cardId === line.cardId)?.price ?? '0';
    const other = draws.oneIn(6) ? new Big(price).times(draws.pick(['0.5', '0.9', '1.5'])).toFixed(3) : null;
    const sale = {
      ...line,
      pricesRevision: revision,
      useAllowedDebt: draws.oneIn(8),
      ...(other === null
        ? {}
        : { otherPrice: other, shownTotal: { ...line.shownTotal, amount: timesOf(other, line.quantity) } }),
    };
    await this.#bought('orders.place', [sale.shownTotal], async (desk, approval) => {
      const placed = await desk.calls.orders.place({ ...sale, ...approval });
      return placed.ok ? { ok: true, value: [placed.value] } : placed;
    });
  }

  async #buyBasket(lines: Line[], pricesRevision: number): Promise<void> {
    const totals = new Map<string, Big>();
    for (const { shownTotal } of lines)
      totals.set(shownTotal.currency, (totals.get(shownTotal.currency) ?? new Big(0)).plus(shownTotal.amount));
    const shownTotals = [...totals].map(([currency, amount]) => ({ amount: amount.toFixed(), currency }));
    const basket = { lines, pricesRevision, shownTotals };
    await this.#bought(
      'orders.buyBasket',
      lines.map(({ shownTotal }) => shownTotal),
      async (desk, approval) => {
        const placed = await desk.calls.orders.buyBasket({ ...basket, ...approval });
        return placed.ok ? { ok: true, value: placed.value.orders } : placed;
      },
    );
  }

  /** Buys, with a manager's word where one is asked for, and holds what came of it against the screen. */
  async #bought(
    name: string,
    shown: readonly { readonly amount: string; readonly currency: string }[],
    made: (desk: Desk, approval: { approval?: Approval }) => Promise<CallResult<readonly OrderView[]>>,
  ): Promise<void> {
    const { machine, draws } = this.#options;
    const { desk } = machine;
    const person = desk.person();
    let result = await this.#asking(name, (at) => made(at, {}));
    const id = result?.ok === false ? result.error.approval?.id : undefined;
    if (id !== undefined && draws.oneIn(4) === false) {
      const manager = desk.people().find(({ role }) => role === 'manager');
      const approval = { id, by: manager?.id ?? '', pin: draws.oneIn(5) ? wrongPin : (pins.get('Mona') ?? '') };
      result = await this.#asking(name, (at) => made(at, { approval }));
      if (approval.pin === wrongPin && result?.ok === true)
        this.#options.violate('a limit passed without a word', 'a wrong PIN was taken for a word');
    }
    if (result?.ok === false && /^(?:charge_changed|price_changed)$/.test(result.error.code)) this.#screen = null;
    if (result?.ok === true) this.#judgeBought(result.value, shown, person);
  }

  /** Whatever becomes of the answer, orders that were begun are somebody's. */
  async #asking<T>(name: string, made: (desk: Desk) => Promise<CallResult<T>>): Promise<CallResult<T> | null> {
    const { machine, asked } = this.#options;
    const { desk } = machine;
    const from = desk.given.length;
    try {
      return await this.#call(name, made);
    } finally {
      const given = desk.given.slice(from).map((id) => knownId<OperationId>(id));
      const isGone = !this.#isHere(desk);
      asked(given.filter((id) => isGone || machine.running.localRecords.records.find(id) !== null));
    }
  }

  #judgeBought(
    orders: readonly OrderView[],
    shown: readonly { readonly amount: string; readonly currency: string }[],
    person: Person | null,
  ): void {
    const { machine, violate, coverage } = this.#options;
    const counter = machine.running;
    coverage.add('orders', 'placed', orders.length);
    if (orders.length > 1) coverage.add('events', 'basket of several lines');
    for (const [line, { operationId, charge }] of orders.entries()) {
      const seen = shown[line];
      if (
        seen === undefined ||
        charge.total.currency !== seen.currency ||
        !new Big(charge.total.amount).eq(seen.amount)
      )
        violate(
          'charged otherwise than shown',
          `${operationId}: ${charge.total.amount} and ${seen?.amount ?? 'nothing'}`,
        );
      const [intended] = counter.localRecords.journal.events({
        subject: operationId,
        kind: orderIntendedKind,
        limit: 1,
      });
      if (intended?.body['by'] !== person?.id) violate('an act of nobody', `${operationId} is of somebody else`);
      if (intended?.body['approvedBy'] !== undefined) coverage.add('events', 'sale with a word of approval');
    }
    const ids = orders.map(({ operationId }) => knownId<OperationId>(operationId));
    if (person?.role === 'cashier') judgeLimits(counter, ids, this.#limits, violate);
  }

  /** Shows codes to a customer, and hands them over. */
  async #serve(): Promise<void> {
    const { machine, draws } = this.#options;
    const waiting = ordersIn(machine.running).filter(({ facts }) => facts.completed !== null && !facts.handedOver);
    if (waiting.length === 0) return;
    const operationIds = [draws.pick(waiting).id, draws.pick(waiting).id].map(String);
    const shown = await this.#call('reveals.showSeveral', ({ calls }) => calls.reveals.showSeveral({ operationIds }));
    if (shown?.ok !== true) return;
    for (const { operationId } of shown.value.shown)
      await this.#call('reveals.handOver', ({ calls }) => calls.reveals.handOver({ operationId }));
  }

  async #day(): Promise<void> {
    const { draws, machine } = this.#options;
    const { day } = machine.desk.calls;
    const counted = draws.oneIn(2) ? {} : { counted: [{ amount: '50.000', currency: 'KWD' }] };
    if (draws.oneIn(3)) await this.#close(counted);
    else if (draws.oneIn(2)) await this.#call('day.openShift', () => day.openShift(counted));
    else if (draws.oneIn(2)) await this.#call('day.handOver', () => day.handOver(counted));
    else await this.#x();
  }

  /** A report of now changes nothing. */
  async #x(): Promise<void> {
    const { machine, violate } = this.#options;
    const { journal } = machine.running.localRecords;
    const before = journal.head().seq;
    const x = await this.#call('day.x', ({ calls }) => calls.day.x({}));
    if (x?.ok === true && (x.value.name !== null || journal.head().seq !== before))
      violate('an X that changed something', String(before));
  }

  async #close(counted = {}): Promise<CallResult<unknown> | null> {
    const { machine, papers } = this.#options;
    const closed = await this.#call('day.close', ({ calls }) => calls.day.close(counted));
    if (closed?.ok !== true) return closed;
    papers.issued(machine.running);
    papers.seen();
    return closed;
  }

  /** Rules between the screen and Buy; what the service itself asks changes elsewhere. */
  async #changePrices(): Promise<void> {
    if (this.#options.draws.oneIn(2)) await this.#come('manager');
    const { draws, goods, machine } = this.#options;
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
      await this.#call('prices.removeRule', ({ calls }) => calls.prices.removeRule({ id: rule.id }));
    else
      await this.#call('prices.setRule', ({ calls }) =>
        calls.prices.setRule({ target, form, currency, rounding: null, allowBelowCost: draws.oneIn(2) }),
      );
  }

  async #setLimits(): Promise<void> {
    const set = await this.#call('limits.set', ({ calls }) => calls.limits.set({ ...limits, card: null }));
    if (set?.ok === true) this.#limits = limits;
  }

  /** A customer comes back: the code of a card that was shown does not work. */
  async #complain(): Promise<void> {
    const { machine, draws } = this.#options;
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
    await this.#call('complaints.open', ({ calls }) => calls.complaints.open({ ...card, reason, ...note }));
  }

  /** What is done about a complaint. */
  async #goOn(): Promise<void> {
    const { machine, draws } = this.#options;
    const open = machine.running.localRecords.complaints.all();
    if (open.length === 0) return;
    if (draws.oneIn(2)) await this.#come('manager');
    const { complaint } = draws.pick(open);
    const seen = { id: complaint.id, revision: complaint.revision, note: 'looked into' };
    const replace = (): Promise<unknown> =>
      this.#asking('complaints.replace', ({ calls }) =>
        calls.complaints.replace({ ...seen, besidesPending: true, afterRestore: false }),
      );
    await draws.pick([
      () => this.#call('complaints.send', ({ calls }) => calls.complaints.send(seen)),
      () => this.#call('complaints.reject', ({ calls }) => calls.complaints.reject(seen)),
      () => this.#call('complaints.close', ({ calls }) => calls.complaints.close(seen)),
      replace,
      replace,
      replace,
    ])();
  }

  async #touch(): Promise<void> {
    const { machine, draws } = this.#options;
    const open = ordersIn(machine.running).filter(({ facts }) => !isFinal(stateOf(facts, facts.updatedAtMs)));
    if (open.length === 0) return;
    const operationId = String(draws.pick(open).id);
    const { orders } = machine.desk.calls;
    await draws.pick([
      () => this.#call('orders.resume', () => orders.resume({ operationId })),
      () => this.#call('orders.cancel', () => orders.cancel({ operationId })),
      () => this.#call('orders.keepWanted', () => orders.keepWanted({ operationId })),
    ])();
  }
}
