import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { DayReport } from '../../src-shared/contract/day.ts';
import { drawsOf } from '../../test/proofs/chaos/random.ts';
import { Sandbox } from '../../test/support/sandbox.ts';
import { differences, type Words } from './agree.ts';
import { spoken, sumOf } from './amounts.ts';
import { booksIn } from './books.ts';
import { balancesOf, everyOrder, readFiles, readOpening, reconcile, save, today, verifyJournal } from './evening.ts';
import type { Notes } from './selling.ts';
import { fourShifts } from './shifts.ts';
import { setUp } from './shop.ts';
import { check, done, tell, type Parts } from './telling.ts';
import { Till } from './till.ts';

export interface DayOptions {
  readonly folder: string;
  readonly seed: number;
  /** Of each shift. */
  readonly customers: number;
  readonly parts: Parts;
  /** The service's staff correct a balance in the evening, and tell nobody. */
  readonly correctsBalance: boolean;
}

type Heard = Omit<Words, 'books'>;

/** The whole day. Throws where a step is off; gives each difference between the accounts in a sentence. */
export async function wholeDay({ folder, seed, customers, parts, correctsBalance }: DayOptions): Promise<string[]> {
  const service = join(folder, 'service');
  const ports = { dataDirectory: join(folder, 'counter'), reports: join(folder, 'reports') };
  mkdirSync(ports.dataDirectory);
  mkdirSync(ports.reports);
  const sandbox = await parts.run('the service', () => Sandbox.start({ data: service }));
  try {
    tell(`A practice service is running at ${sandbox.line.baseUrl}. The choices of this day come from seed ${seed}.`);
    const till = await Till.open(ports);
    const heard = await untilClosed(till, sandbox, { seed, customers, parts, reports: ports.reports });
    if (correctsBalance) await correctBalance(sandbox);
    await sandbox.stop();
    return await parts.run('the accounts', () => Promise.resolve(compared(heard, service, ports.dataDirectory)));
  } finally {
    await sandbox.stop();
  }
}

async function untilClosed(...given: Parameters<typeof spent>): Promise<Heard> {
  try {
    return await spent(...given);
  } finally {
    await given[0].close();
  }
}

async function spent(
  till: Till,
  sandbox: Sandbox,
  { seed, customers, parts, reports }: Pick<DayOptions, 'seed' | 'customers' | 'parts'> & { readonly reports: string },
): Promise<Heard> {
  const from = today();
  const shop = await parts.run('setting up', () => setUp(sandbox, till));
  await readOpening(shop, { from, to: today() });
  const { zs, notes } = await fourShifts(shop, { draws: drawsOf(seed, 'first-day'), customers, parts });
  tellOf(notes, customers);
  const dates = { from, to: today() };
  const unseen = await withoutTelling(sandbox);
  const comparison = await parts.run('reconciling', () => reconcile(shop, dates));
  return parts.run('reports', async () => {
    await save(shop, dates, zs);
    const { calls } = till;
    const issued: DayReport[] = [];
    for (const name of zs) issued.push(done('Reading a Z', await calls.day.z({ name })));
    return {
      opening: balancesOf(shop),
      zs: issued,
      report: done('The report', await calls.reports.sales(dates)),
      orders: await everyOrder(till),
      paid: sumOf(notes.flatMap(({ paid }) => paid)),
      csv: readFiles(reports, dates),
      comparison,
      unseen,
    };
  });
}

function tellOf(notes: readonly Notes[], customers: number): void {
  const sum = (of: 'customers' | 'orders' | 'refused' | 'baskets'): number =>
    notes.reduce((all, one) => all + one[of], 0);
  check(sum('customers') === notes.length * customers, 'Another number of customers came than must.');
  tell(
    `The day had ${notes.length} shifts and ${sum('customers')} sales, ${sum('baskets')} of them baskets: ` +
      `${sum('orders')} orders, ${sum('refused')} of which brought no card.`,
  );
}

function compared(heard: Heard, service: string, dataDirectory: string): string[] {
  verifyJournal(dataDirectory);
  const words = { ...heard, books: booksIn(service) };
  const found = differences(words);
  if (found.length > 0) return found;
  const cost = spoken(sumOf(words.zs.flatMap(({ totals }) => totals.cost ?? [])));
  tell(`All ${words.zs.length} Zs with their late lines, the journal's report, the CSV and the service's books agree:`);
  tell(`  ${words.report.totals.sales} orders and ${words.report.totals.cards} cards cost ${cost}, exact to 0.001;`);
  tell(`  customers paid ${spoken(words.paid)}, and the wallets hold what they held less what was sold.`);
  const { unseen } = words;
  tell(`The service did ${unseen.length} things to the wallets without telling; exactly these are unexplained.`);
  tell(`Each of the cards that the service sold to this counter was handed over once.`);
  return [];
}

const unseenList = z.array(
  z.object({ what: z.string(), walletId: z.string(), amount: z.string(), operationId: z.string().optional() }),
);

/** A top-up, a correction and a sale at another counter: the counter hears of none. */
async function withoutTelling(sandbox: Sandbox): Promise<Words['unseen']> {
  const [first = '', second = '', third = ''] = sandbox.line.walletIds;
  await sandbox.control('POST', '/unseen', { what: 'topUp', walletId: first, amount: '125.500' });
  await sandbox.control('POST', '/unseen', { what: 'correction', walletId: second, amount: '-3.125' });
  await sandbox.control('POST', '/unseen', { what: 'soldElsewhere', walletId: third, quantity: 2 });
  return unseenList.parse(await sandbox.control('GET', '/unseen'));
}

async function correctBalance(sandbox: Sandbox): Promise<void> {
  const [walletId = ''] = sandbox.line.walletIds;
  await sandbox.control('POST', '/wallets', { walletId, balance: '1.000' });
}
