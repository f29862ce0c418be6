import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Big } from 'big.js';
import { openLocalRecords } from '../../src-main/app/counter/counter.ts';
import { foldersIn } from '../../src-main/app/counter/folders.ts';
import { systemClock, systemRandomness } from '../../src-main/hosts/system-ports.ts';
import type { Comparison } from '../../src-shared/contract/reports.ts';
import type { KnownOrder, Words } from './agree.ts';
import { sumOf } from './amounts.ts';
import { comes, type Shop } from './shop.ts';
import { check, done, tell } from './telling.ts';
import { shorterPauses, type Till } from './till.ts';

export interface Dates {
  readonly from: string;
  readonly to: string;
}

/** Today, as the shop's calendar has it. */
export function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** The manager asks the service for every order of the day, and for every card that it sold. */
export async function reconcile(shop: Shop, dates: Dates): Promise<Comparison> {
  const { reports } = shop.till.calls;
  await comes(shop, 'Mona');
  done('Reconciling', await reports.compare({ of: { kind: 'days', ...dates }, withLists: true }));
  for (;;) {
    const comparison = done('Reconciling', await reports.comparison({}));
    check(comparison !== null, 'Nothing is compared.');
    if (comparison.state === 'reading') {
      await sleep(20);
      continue;
    }
    const { counts, all, listedCards } = comparison;
    tell(`Mona reconciled the day with the service: ${counts.equal} of ${all} orders are equal.`);
    tell(
      `  ${listedCards} bought cards are listed. The counter's pauses were ${shorterPauses} times shorter than usual.`,
    );
    return comparison;
  }
}

/** The manager compares before anybody sells: what the wallets hold then is the opening of the day. */
export async function readOpening(shop: Shop, dates: Dates): Promise<void> {
  const { reports } = shop.till.calls;
  await comes(shop, 'Mona');
  done('Reading balances', await reports.compare({ of: { kind: 'days', ...dates }, withLists: false }));
  while (done('Reading balances', await reports.comparison({}))?.state === 'reading') await sleep(20);
}

/** Reports of the day in files. */
export async function save({ till }: Shop, dates: Dates, zs: readonly string[]): Promise<void> {
  const { reports } = till.calls;
  for (const as of ['csv', 'html'] as const) {
    const wanted = [
      { kind: 'sales', ...dates } as const,
      { kind: 'comparison' } as const,
      ...zs.map((name) => ({ kind: 'z', name }) as const),
    ];
    for (const report of wanted) {
      const { saved } = done('Saving a report', await reports.save({ report, as, language: 'en' }));
      check(saved === 'here', 'A report was not saved.');
    }
  }
}

/** What the files hold. */
export function readFiles(folder: string, { from, to }: Dates): Words['csv'] {
  const names = readdirSync(folder);
  const pages = names.filter((name) => name.endsWith('.html'));
  const isWhole = (name: string): boolean => {
    const page = readFileSync(join(folder, name), 'utf8');
    return page.includes('Content-Security-Policy') && !/(?:src|href)="(?!data:)/.test(page);
  };
  check(pages.every(isWhole), 'A page of a report needs other files.');
  const sales = from === to ? `sales-${from}.csv` : `sales-${from}-${to}.csv`;
  const [head = [], ...lines] = readFileSync(join(folder, sales), 'utf8')
    .replace(/^\u{feff}/u, '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map(cellsIn);
  const column = (amount: string) =>
    sumOf(
      lines
        .map((cells) => ({
          amount: cells[head.indexOf(amount)] ?? '',
          currency: cells[head.indexOf(`${amount}_currency`)] ?? '',
        }))
        .filter((sum) => sum.amount !== ''),
    );
  const tables = names.length - pages.length;
  tell(`The day was saved: ${pages.length} pages (HTML) that need no other file, and ${tables} tables (CSV).`);
  return { lines: lines.length, cost: column('cost'), charge: column('charge') };
}

function cellsIn(line: string): readonly string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** Every order of the records, the way the Orders screen reads them. */
export async function everyOrder({ calls }: Till): Promise<readonly KnownOrder[]> {
  const orders: KnownOrder[] = [];
  let cursor: string | undefined;
  do {
    const page = done(
      'Reading the orders',
      await calls.orders.list({ show: 'all', ...(cursor === undefined ? {} : { cursor }) }),
    );
    for (const { operationId } of page.items) {
      const { order, timeline } = done('Reading a sale', await calls.orders.read({ operationId }));
      orders.push({ order, handedOver: timeline.filter(({ kind }) => kind === 'handedOver').length });
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return orders;
}

export function balancesOf({ wallets }: Shop): ReadonlyMap<string, Big> {
  return new Map(wallets.map(({ id, balance }) => [id, new Big(balance.amount)]));
}

/** The journal of a counter that is closed. */
export function verifyJournal(dataDirectory: string): void {
  const directory = foldersIn(dataDirectory).deployment;
  const opened = openLocalRecords({ directory, clock: systemClock, randomness: systemRandomness });
  check(opened.ok, 'The journal does not open.');
  const { journal } = opened.value;
  try {
    check(journal.verify().ok, 'The chain of the journal is broken.');
    check(journal.compareProjection().length === 0, 'The journal does not agree with its orders.');
    tell(`The journal has ${journal.head().seq} events; its chain is whole and agrees with the orders.`);
  } finally {
    journal.close();
  }
}
