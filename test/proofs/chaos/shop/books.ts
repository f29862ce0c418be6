import { join } from 'node:path';
import { Big } from 'big.js';
import type { Day } from '../run.ts';
import { readTruthNow, type Truth } from '../truth.ts';
import { judgeMeans } from './money-laws.ts';
import { ordersIn } from './papers.ts';

/**
 * Holds the papers of the day, with what an X says now, against the service's own books: each sale is in one Z, or is
 * named beside them. Only where no order is pending but those that a person has to decide about.
 */
export function judgeBooks(day: Day, when: string): void {
  const { till, neighbour } = day;
  const counter = till.machine.running;
  till.listen();
  const { byWallet, sold, x } = till.papers.now(counter);
  const isMeansKnown =
    till.crew !== null &&
    !till.wasRestored &&
    judgeMeans(counter, x, (bar, what) => day.violate(bar, `${what} ${when}`));
  if (isMeansKnown) day.coverage.add('books', 'means of payment held against the sales');
  const truth = readTruthNow(join(day.folder, 'service'), join(day.folder, 'books'));
  const others = new Set<string>(
    neighbour?.machine.isRunning === true
      ? neighbour.machine.running.localRecords.journal.subjects('order-intended')
      : [],
  );
  const bought = truth.orders.filter(({ operationId, status }) => status === 'completed' && !others.has(operationId));
  const known = new Set<string>(ordersIn(counter).map(({ id }) => id));
  const named = new Set<string>(x.carriedOver.map(({ operationId }) => operationId));
  const forgotten: ReadonlySet<string> = till.people.forgotten;
  const wallets = new Map<string, Big>();
  for (const { operationId, walletId, totalThousandths } of bought) {
    if (sold.has(operationId)) {
      wallets.set(walletId, (wallets.get(walletId) ?? new Big(0)).plus(new Big(totalThousandths).div(1000)));
      continue;
    }
    const isNamed = known.has(operationId) ? named.has(operationId) : forgotten.has(operationId);
    if (!isNamed) day.violate('a sale in no Z', `${operationId} ${when}`);
    day.coverage.add('books', known.has(operationId) ? 'sold, named as carried over' : 'sold, lost in a restore');
  }
  const completed = new Set(bought.map(({ operationId }) => operationId));
  for (const id of sold) if (!completed.has(id)) day.violate('in a Z, and not sold', `${id} ${when}`);
  for (const [walletId, cost] of byWallet.parts)
    if (!cost.eq(wallets.get(walletId) ?? 0))
      day.violate(
        'Zs that are not the service’s books',
        `${walletId} ${when}: ${cost.toFixed(3)} and ${(wallets.get(walletId) ?? new Big(0)).toFixed(3)}`,
      );
  for (const walletId of wallets.keys())
    if (!byWallet.parts.has(walletId)) day.violate('Zs that are not the service’s books', `${walletId} ${when}`);
  day.coverage.add('books', `compared ${when}`);
}

/** A card is made good once, whatever was restored meanwhile. */
export function judgeReplacements(day: Day, truth: Truth): void {
  const sold = new Set(
    truth.orders.filter(({ status }) => status === 'completed').map(({ operationId }) => operationId),
  );
  for (const [card, orders] of day.till.said.makingGood) {
    const bought = [...orders].filter((id) => sold.has(id));
    if (bought.length > 1) day.violate('a card made good twice', `${card}: ${bought.join(', ')}`);
    day.coverage.add('books', bought.length === 0 ? 'replacements that did not come' : 'cards made good', 1);
  }
}
