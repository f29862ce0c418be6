import { Big } from 'big.js';
import type { DayReport } from '../../src-shared/contract/day.ts';
import type { Comparison, SalesReport } from '../../src-shared/contract/reports.ts';
import type { OrderView } from '../../src-shared/contract/schemas.ts';
import { areEqual, spoken, sumOf, type Sums } from './amounts.ts';
import type { Books } from './books.ts';

type Totals = Pick<DayReport['totals'], 'sales' | 'cards' | 'charge' | 'cost' | 'margin'>;
type Group = Totals & { readonly id: string | null };

/** An order as the counter tells it, and how often its codes were handed over. */
export interface KnownOrder {
  readonly order: Pick<OrderView, 'operationId' | 'state' | 'quantity' | 'total' | 'charge' | 'walletId'> & {
    readonly codes: readonly { readonly soldCardId: string }[];
  };
  readonly handedOver: number;
}

export interface Unseen {
  readonly what: string;
  readonly walletId: string;
  /** What the balance changed by. */
  readonly amount: string;
  readonly operationId?: string | undefined;
}

/** Everybody's word on the day. */
export interface Words {
  readonly books: Books;
  /** What each wallet held before the first sale. */
  readonly opening: ReadonlyMap<string, Big>;
  readonly zs: readonly {
    readonly totals: Totals;
    readonly byWallet: readonly Group[];
    readonly running: Totals | null;
  }[];
  readonly report: Pick<SalesReport, 'totals' | 'byWallet'>;
  readonly orders: readonly KnownOrder[];
  /** What customers paid, as the shop wrote it down itself. */
  readonly paid: Sums;
  readonly csv: { readonly lines: number; readonly cost: Sums; readonly charge: Sums };
  readonly comparison: Pick<Comparison, 'state' | 'counts' | 'here' | 'there' | 'lists' | 'balances'>;
  /** What the service did to wallets without telling, by its own list. */
  readonly unseen: readonly Unseen[];
}

/** Where two of them differ, each in a sentence; none where all say the same. */
export function differences(all: Words): string[] {
  const words = withoutElsewhere(all);
  return [
    ...ofWallets(words),
    ...ofCharges(words),
    ...ofCards(words),
    ...ofRunningTotals(words),
    ...ofComparison(words),
    ...ofBalances(words),
  ];
}

/** The books of what this counter sold: what another one did is in the list of what was not reported. */
function withoutElsewhere(words: Words): Words {
  const elsewhere = new Set(words.unseen.flatMap(({ operationId }) => operationId ?? []));
  const isOurs = ({ operationId }: { readonly operationId: string }): boolean => !elsewhere.has(operationId);
  const { orders, soldCards } = words.books;
  return { ...words, books: { ...words.books, orders: orders.filter(isOurs), soldCards: soldCards.filter(isOurs) } };
}

function unseenOf({ unseen }: Words, walletId: string): Big {
  return unseen.filter((one) => one.walletId === walletId).reduce((sum, { amount }) => sum.plus(amount), new Big(0));
}

/** What the sales do not explain is exactly what the service did besides. */
function ofBalances(words: Words): string[] {
  const { balances } = words.comparison;
  if (balances === null || balances.unchecked !== null)
    return [`The balances are not checked: ${balances?.unchecked ?? 'not reckoned'}.`];
  return balances.wallets.flatMap(({ walletId, currency, unexplained, unchecked }) => {
    const truth = unseenOf(words, walletId).times(-1).toFixed(3);
    if (unexplained === null) return [`The wallet in ${currency} is not checked: ${unchecked ?? 'no reason'}.`];
    return unexplained.least === truth && unexplained.most === truth
      ? []
      : [`Of the wallet in ${currency}, ${unexplained.least} to ${unexplained.most} are unexplained and not ${truth}.`];
  });
}

interface Said {
  readonly who: string;
  readonly sales: number;
  readonly cards: number;
  readonly cost: Sums;
}

function ofWallets(words: Words): string[] {
  const { books, opening, zs, report, orders, csv } = words;
  const found = books.wallets.flatMap(({ id, currency, balanceThousandths }) => {
    const sold = books.orders.filter(({ walletId, status }) => walletId === id && status === 'completed');
    const spent = sold.reduce((sum, { totalThousandths }) => sum + totalThousandths, 0);
    const truth: Said = {
      who: "the service's books",
      sales: sold.length,
      cards: sold.reduce((sum, { quantity }) => sum + quantity, 0),
      cost: sumOf([{ amount: thousandths(spent), currency }]),
    };
    const known = orders.map(({ order }) => order).filter((one) => one.walletId === id && one.state === 'completed');
    const said: Said[] = [
      saidBy(
        'all Zs together',
        zs.flatMap(({ byWallet }) => byWallet).filter((group) => group.id === id),
      ),
      saidBy(
        'the report',
        report.byWallet.filter((group) => group.id === id),
      ),
      {
        who: "the counter's orders",
        sales: known.length,
        cards: known.reduce((sum, { quantity }) => sum + quantity, 0),
        cost: sumOf(known.flatMap(({ total }) => (total === undefined ? [] : [total]))),
      },
    ];
    const where = `Of the wallet in ${currency}`;
    const closing = (opening.get(id) ?? new Big(0)).minus(thousandths(spent)).plus(unseenOf(words, id));
    const held = new Big(thousandths(balanceThousandths));
    return [
      ...said.flatMap((one) => ofOne(where, one, truth)),
      ...(held.eq(closing)
        ? []
        : [`${where}, ${held.toFixed(3)} are left; what it held less what was sold is ${closing.toFixed(3)}.`]),
    ];
  });
  const all = sumOf(
    books.orders
      .filter(({ status }) => status === 'completed')
      .map(({ walletId, totalThousandths }) => ({
        amount: thousandths(totalThousandths),
        currency: books.wallets.find(({ id }) => id === walletId)?.currency ?? '?',
      })),
  );
  return areEqual(csv.cost, all)
    ? found
    : [...found, `The CSV says that it cost ${spoken(csv.cost)}, the service's books ${spoken(all)}.`];
}

function saidBy(who: string, groups: readonly Totals[]): Said {
  return {
    who,
    sales: groups.reduce((sum, { sales }) => sum + sales, 0),
    cards: groups.reduce((sum, { cards }) => sum + cards, 0),
    cost: sumOf(groups.flatMap(({ cost }) => cost ?? [])),
  };
}

function ofOne(where: string, said: Said, truth: Said): string[] {
  const pairs = [
    ['orders', said.sales, truth.sales],
    ['cards', said.cards, truth.cards],
  ] as const;
  return [
    ...pairs
      .filter(([, one, other]) => one !== other)
      .map(([what, one, other]) => `${where}, ${said.who} say ${one} ${what}, ${truth.who} ${other}.`),
    ...(areEqual(said.cost, truth.cost)
      ? []
      : [`${where}, ${said.who} say ${spoken(said.cost)}, ${truth.who} ${spoken(truth.cost)}.`]),
  ];
}

function ofCharges({ zs, report, orders, paid, csv }: Words): string[] {
  const bought = orders.filter(({ order }) => order.state === 'completed');
  const said = [
    ['all Zs together', sumOf(zs.flatMap(({ totals }) => totals.charge))],
    ['the report', sumOf(report.totals.charge)],
    ["the counter's orders", sumOf(bought.map(({ order }) => order.charge.total))],
    ['the CSV', csv.charge],
  ] as const;
  const margins = [zs.flatMap(({ totals }) => totals.margin ?? []), report.totals.margin ?? []].map(sumOf);
  const [ofZs = sumOf([]), ofReport = sumOf([])] = margins;
  return [
    ...said
      .filter(([, charge]) => !areEqual(charge, paid))
      .map(([who, charge]) => `By ${who} customers paid ${spoken(charge)}; they paid ${spoken(paid)}.`),
    ...(areEqual(ofZs, ofReport)
      ? []
      : [`All Zs together have a margin of ${spoken(ofZs)}, the report ${spoken(ofReport)}.`]),
    ...(csv.lines === bought.length ? [] : [`The CSV has ${csv.lines} lines for ${bought.length} orders.`]),
  ];
}

/** Each card that the service sold is in one order of the counter, and was handed over once. */
function ofCards({ books, orders }: Words): string[] {
  const holders = new Map<string, number>();
  const handed = new Map<string, number>();
  for (const { order, handedOver } of orders) {
    for (const { soldCardId } of order.codes) {
      holders.set(soldCardId, (holders.get(soldCardId) ?? 0) + 1);
      handed.set(soldCardId, (handed.get(soldCardId) ?? 0) + handedOver);
    }
  }
  const known = new Set(books.soldCards.map(({ id }) => id));
  const missing = books.soldCards.filter(({ id }) => holders.get(id) !== 1).length;
  const often = books.soldCards.filter(({ id }) => handed.get(id) !== 1).length;
  const strange = [...holders.keys()].filter((id) => !known.has(id)).length;
  return [
    ...(missing === 0 ? [] : [`${missing} cards that the service sold are not in one order of the counter.`]),
    ...(often === 0 ? [] : [`${often} cards were not handed over exactly once.`]),
    ...(strange === 0 ? [] : [`${strange} cards of the counter are not in the service's books.`]),
  ];
}

function ofRunningTotals({ zs }: Words): string[] {
  const last = zs.at(-1)?.running;
  if (last === undefined || last === null) return ['The last Z has no running totals.'];
  const [running, all] = [
    saidBy('', [last]),
    saidBy(
      '',
      zs.map(({ totals }) => totals),
    ),
  ];
  const isSame = running.sales === all.sales && running.cards === all.cards && areEqual(running.cost, all.cost);
  return isSame && areEqual(sumOf(last.charge), sumOf(zs.flatMap(({ totals }) => totals.charge)))
    ? []
    : ['The running totals of the last Z are not the sum of all Zs.'];
}

function ofComparison({ comparison: { state, counts, here, there, lists }, unseen }: Words): string[] {
  const elsewhere = unseen.filter(({ operationId }) => operationId !== undefined).length;
  const odd = (['hereOnly', 'thereOnly', 'differs', 'unsettled', 'unread'] as const).filter(
    (one) => counts[one] !== (one === 'thereOnly' ? elsewhere : 0),
  );
  return [
    ...(state === 'done' ? [] : [`The reconciliation with the service is ${state} and not done.`]),
    ...odd.map((one) => `The reconciliation has ${counts[one]} orders that are "${one}".`),
    ...(areEqual(sumOf(here), sumOf(there))
      ? []
      : [`The reconciliation has ${spoken(sumOf(here))} here and ${spoken(sumOf(there))} at the service.`]),
    ...(lists?.unchecked.length === 0 ? [] : ['The reconciliation did not read every list of bought cards.']),
  ];
}

function thousandths(count: number): string {
  return new Big(count).div(1000).toFixed(3);
}
