import type { DayReport } from '../../src-shared/contract/day.ts';
import type { OrderView } from '../../src-shared/contract/schemas.ts';
import type { Draws } from '../../test/proofs/chaos/random.ts';
import { areEqual, spoken, sumOf, type Sums } from './amounts.ts';
import { misfortunes, refusing, strike, struck, type Misfortune } from './misfortunes.ts';
import { noNotes, paidIn, Seller, type Line, type Notes } from './selling.ts';
import { comes, type PersonName, type Shop } from './shop.ts';
import { check, counted, done, listed, tell, type Parts } from './telling.ts';

const float = '50.000';

/** Who opens each shift, and who takes it over in its middle. */
const rota: readonly { readonly opens: PersonName; readonly takesOver: PersonName }[] = [
  { opens: 'Omar', takesOver: 'Dana' },
  { opens: 'Dana', takesOver: 'Omar' },
  { opens: 'Omar', takesOver: 'Mona' },
  { opens: 'Dana', takesOver: 'Omar' },
];

/** Whether a sale of this shift gets its result in the next one. */
function isFollowed(number: number): boolean {
  return number === 1;
}

interface Day {
  readonly shop: Shop;
  readonly draws: Draws;
  /** Of each shift. */
  readonly customers: number;
  readonly seller: Seller;
  readonly notes: Notes[];
  /** The sale that goes without a result into the next day. */
  open: OrderView | null;
  readonly zs: string[];
}

/** Four shifts, each with its Z; gives their names and what the shop wrote down of each. */
export async function fourShifts(
  shop: Shop,
  { draws, customers, parts }: { readonly draws: Draws; readonly customers: number; readonly parts: Parts },
): Promise<{ readonly zs: readonly string[]; readonly notes: readonly Notes[] }> {
  const day: Day = { shop, draws, customers, seller: new Seller(shop, draws), notes: [], open: null, zs: [] };
  for (const number of rota.keys()) await parts.run(`shift ${number + 1}`, () => shift(day, number));
  return day;
}

async function shift(day: Day, number: number): Promise<void> {
  const { shop, seller } = day;
  const { opens, takesOver } = rota[number] ?? { opens: 'Omar', takesOver: 'Dana' };
  const { day: calls } = shop.till.calls;
  const notes = noNotes();
  day.notes.push(notes);
  seller.notes = notes;
  await comes(shop, opens);
  done('Opening the shift', await calls.openShift({ counted: [{ amount: float, currency: 'KWD' }] }));
  const late = await settleOpen(day);
  const trouble = scattered(day, misfortunes[number] ?? []);
  await serve(day, trouble, Math.floor(day.customers / 2));
  const xLine = number === 0 ? await x(day) : '';
  await comes(shop, takesOver);
  done('Taking the shift over', await calls.handOver({}));
  const special = await specialsOf(day, number);
  await serve(day, trouble, day.customers - Number(isFollowed(number)));
  await struck(shop.sandbox);
  const says = listed([...trouble.values()].map((misfortune) => misfortune.says));
  tell(`Shift ${number + 1}: ${opens} opened it, ${takesOver} took it over. ${summaryOf(notes)}`);
  tell(`  Meanwhile ${says}.`);
  for (const sentence of [late, xLine, ...special].filter((one) => one !== '')) tell(`  ${sentence}`);
  await closeShift(day, takesOver);
}

/** Customers until so many were served in this shift. */
async function serve({ shop, seller }: Day, trouble: ReadonlyMap<number, Misfortune>, until: number): Promise<void> {
  const { notes } = seller;
  while (notes.customers < until) {
    const misfortune = trouble.get(notes.customers);
    if (misfortune === undefined) {
      await seller.serve(seller.choice());
      continue;
    }
    const lines = choiceFor(shop, seller, misfortune);
    await strike(shop.sandbox, misfortune, lines[0]?.offer ?? shop.fixed);
    const refused = notes.refused;
    await seller.serve(lines);
    const isRefusing = refusing.has(misfortune.name);
    check(
      notes.refused - refused === Number(isRefusing),
      `After "${misfortune.says}" a sale ended otherwise than it must.`,
    );
  }
}

function choiceFor({ fixed, offers }: Shop, seller: Seller, { of }: Misfortune): readonly Line[] {
  if (of === 'fixed') return [{ offer: fixed, quantity: 2 }];
  const [, , other = fixed] = offers;
  return of === 'other' ? [{ offer: other, quantity: 1 }] : seller.choiceFromMany(of === 'basket' ? 3 : 1);
}

/** Each misfortune at a customer of its own, not at the last ones, nor where something else happens. */
function scattered({ draws, customers }: Day, all: readonly Misfortune[]): ReadonlyMap<number, Misfortune> {
  const at = new Map<number, Misfortune>();
  for (const misfortune of all) {
    let customer = draws.between(1, customers - 4);
    while (at.has(customer) || Math.abs(customer - customers / 2) < 3) customer = draws.between(1, customers - 4);
    at.set(customer, misfortune);
  }
  return new Map([...at].toSorted(([a], [b]) => a - b));
}

function summaryOf(notes: Notes): string {
  const { customers: served, baskets, orders, cards } = notes;
  return (
    `${served} sales (${counted(baskets, 'basket')}, ${orders} orders) brought ${counted(cards, 'card')} ` +
    `and ${spoken(paidIn(notes))}.`
  );
}

/** The report of now says what the shop wrote down, and changes nothing. */
async function x({ shop, notes }: Day): Promise<string> {
  const { day: calls } = shop.till.calls;
  const [seen, again] = [done('The X', await calls.x({})), done('The X', await calls.x({}))];
  check(seen.name === null && seen.lastSeq === again.lastSeq, 'An X changed the journal.');
  const here = notes.at(-1) ?? noNotes();
  const charged = sumOf(seen.totals.charge);
  check(areEqual(charged, paidIn(here)), `The X says ${spoken(charged)}; the shop took ${spoken(paidIn(here))}.`);
  return `In its middle the X said the same as the shop wrote down: ${spoken(charged)}. It changed nothing.`;
}

async function specialsOf(day: Day, number: number): Promise<readonly string[]> {
  if (number === 1) return [await overLimit(day)];
  if (number === 2) return [await complaint(day)];
  if (number === 3) return [await otherCurrency(day)];
  return [];
}

async function overLimit({ shop, seller }: Day): Promise<string> {
  const [offer = shop.fixed] = shop.offers;
  const [sale] = await seller.serve([{ offer, quantity: shop.tooMany }], true);
  check(sale?.state === 'completed', 'The sale that the manager approved was not sold.');
  const { timeline } = done('Reading a sale', await shop.till.calls.orders.read({ operationId: sale.operationId }));
  const [intended] = timeline;
  check(
    intended?.by === shop.ids.get('Omar') && intended?.approvedBy === shop.ids.get('Mona'),
    'The journal does not say who sold and who approved.',
  );
  const { tooMany } = shop;
  return `A sale of ${tooMany} cards was over Omar's limit. Mona gave her PIN beside him, and the journal names both.`;
}

/** A customer comes back; the manager is at the counter. */
async function complaint({ shop, seller }: Day): Promise<string> {
  const { complaints } = shop.till.calls;
  const sold = (await seller.serve([{ offer: shop.fixed, quantity: 1 }]))[0];
  const { operationId = '', codes = [] } = sold ?? {};
  const soldCardId = codes[0]?.soldCardId ?? '';
  const opened = done('A complaint', await complaints.open({ operationId, soldCardId, reason: 'already_used' }));
  const sent = done('Sending it', await complaints.send({ id: opened.id, revision: opened.revision }));
  const asked = { id: sent.id, revision: sent.revision, besidesPending: true, afterRestore: false };
  const begun = done('A replacement', await complaints.replace(asked));
  const replacement = await shop.till.settled(begun.replacement?.operationId ?? '');
  seller.notes.orders += 1;
  check(replacement.state === 'completed', 'The replacement was not bought.');
  check(Number(replacement.charge.total.amount) === 0, 'The customer is charged for a replacement.');
  await seller.handOver([replacement]);
  return 'A customer said that a code did not work: the card was replaced at no charge, and its cost counts.';
}

async function otherCurrency({ shop, seller }: Day): Promise<string> {
  const [sale] = await seller.serve([{ offer: shop.exchanged, quantity: 2 }]);
  check(sale?.state === 'completed', 'The card in another currency was not sold.');
  const { price } = shop.exchanged;
  return `A card that is paid in dollars was sold twice at ${price} ${shop.exchanged.currency}.`;
}

/** What an earlier shift left without a result gets it now. */
async function settleOpen(day: Day): Promise<string> {
  const { open, shop, seller } = day;
  if (open === null) return '';
  day.open = null;
  done('Asking for a result', await shop.till.calls.orders.resume({ operationId: open.operationId }));
  const order = await shop.till.settled(open.operationId);
  check(order.state === 'completed', 'The sale that was open was not sold.');
  await seller.handOver([order]);
  return 'The sale that was carried over has its result: the card came, and it was handed over.';
}

async function closeShift(day: Day, by: PersonName): Promise<void> {
  const { shop, seller, notes } = day;
  const { day: calls } = shop.till.calls;
  if (isFollowed(day.zs.length)) {
    await shop.sandbox.fault({ name: 'recovery-exhausted', operation: 'createPartnerOrder' });
    day.open = await seller.leaveOpen({ offer: shop.fixed, quantity: 1 });
  }
  const seen = done('The X', await calls.x({}));
  const inTill = sumOf([...(notes.at(-1)?.paid ?? []), { amount: float, currency: 'KWD' }]);
  const amount = inTill.get('KWD')?.toFixed(3) ?? float;
  const closed = await calls.close({ counted: [{ amount, currency: 'KWD' }], firstSeq: seen.firstSeq });
  const z = done('The Z', closed);
  checkZ(day, z, paidIn(notes.at(-1) ?? noNotes()));
  day.zs.push(z.name ?? '');
  const late = z.lateOrders.map(({ begunIn }) => `one that was begun in Z ${begunIn ?? '?'}`);
  const carried = z.carriedOver.length === 0 ? '' : ` It carries ${counted(z.carriedOver.length, 'sale')} over.`;
  const lateWords = late.length === 0 ? '' : ` Among them, in a line of its own: ${listed(late)}.`;
  const charged = spoken(sumOf(z.totals.charge));
  tell(`  ${by} closed it with Z ${z.name ?? ''}: ${z.totals.sales} orders sold, ${charged}.${lateWords}${carried}`);
}

function checkZ({ open, zs }: Day, z: DayReport, paid: Sums): void {
  check(z.name === `1-${zs.length + 1}`, 'A Z has another number than the next.');
  const charged = sumOf(z.totals.charge);
  check(areEqual(charged, paid), `Z ${z.name} says ${spoken(charged)}; the shop took ${spoken(paid)}.`);
  const names = z.carriedOver.map(({ operationId }) => operationId);
  const isRight = open === null ? names.length === 0 : names.join() === open.operationId;
  check(isRight, `Z ${z.name} carries something else over than the sale without a result.`);
}
