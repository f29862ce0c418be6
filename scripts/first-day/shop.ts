import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Big } from 'big.js';
import type { CallInput, CatalogueView, WalletView } from '../../src-shared/contract/schemas.ts';
import type { Sandbox } from '../../test/support/sandbox.ts';
import { check, counted, done, listed, tell } from './telling.ts';
import type { Till } from './till.ts';

export const people = [
  { name: 'Mona', role: 'manager', pin: '73519462' },
  { name: 'Omar', role: 'cashier', pin: '86420975' },
  { name: 'Dana', role: 'cashier', pin: '50316872' },
] as const;
export type PersonName = (typeof people)[number]['name'];

/** A card as the screen offers it: what the customer pays, and never what it costs. */
export interface Offer {
  readonly walletId: string;
  readonly cardId: string;
  readonly price: string;
  readonly currency: string;
}

export interface Shop {
  readonly sandbox: Sandbox;
  readonly till: Till;
  readonly wallets: readonly WalletView[];
  readonly ids: ReadonlyMap<PersonName, string>;
  readonly offers: readonly Offer[];
  /** Its price in the shop is fixed, whatever it costs. */
  readonly fixed: Offer;
  /** Paid from a wallet in dollars, and charged in dinars. */
  readonly exchanged: Offer;
  /** So many of the first offer cost more than a cashier may spend on one sale. */
  readonly tooMany: number;
  readonly pricesRevision: number;
}

const offersOfWallet = 12;
/** What a card of each wallet may cost at most, so that no sale is large. */
const sold = { KWD: '10.000', USD: '30.000' } as const;
const rate = '0.310';
const saleLimit = '42.000';

/** The owner sets the counter up: key, prices, limits, people. */
export async function setUp(sandbox: Sandbox, till: Till): Promise<Shop> {
  const { calls } = till;
  const { deploymentFile, invitationId, enrollmentTokenFile } = sandbox.line;
  done('Choosing the service', await calls.app.useDeployment({ text: readFileSync(deploymentFile, 'utf8') }));
  const token = readFileSync(enrollmentTokenFile, 'utf8').trim();
  done('Enrolment', await calls.enrolment.begin({ invitationId, token, validDays: 30, cidrs: [] }));
  await untilActive(till);
  const wallets = done('Reading the wallets', await calls.wallets.list({})).items;
  tell(`The owner made a signing key, and the service activated it. It shows ${counted(wallets.length, 'wallet')}.`);
  const chosen = await setPrices(till, wallets);
  const limit = { currency: 'KWD', sale: saleLimit, shift: '2000.000', card: null };
  done('Setting limits', await calls.limits.set(limit));
  tell('Selling prices are set by wallet, one card has a fixed price, and one is paid in dollars and sold in dinars.');
  tell(`A cashier may spend ${saleLimit} KWD on one sale, and more with the manager's PIN.`);
  const ids = await addPeople(till);
  return { sandbox, till, wallets, ids, ...chosen };
}

async function untilActive({ calls }: Till): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (done('Checking the key', await calls.enrolment.check({})).state === 'active') return;
    await sleep(50);
  }
  check(false, 'The key was not activated.');
}

type Chosen = Pick<Shop, 'offers' | 'fixed' | 'exchanged' | 'tooMany' | 'pricesRevision'>;

async function setPrices(till: Till, wallets: readonly WalletView[]): Promise<Chosen> {
  const { prices } = till.calls;
  const [dinars, dollars] = [walletIn(wallets, 'KWD'), walletIn(wallets, 'USD')];
  const [own, foreign] = [await sellable(till, dinars), await sellable(till, dollars)];
  const [first, fixed, exchanged] = [own[0], own[1], foreign[0]];
  check(first !== undefined && fixed !== undefined && exchanged !== undefined, 'Too few cards can be bought.');
  const set = async (rule: Pick<Rule, 'target' | 'form' | 'currency'>): Promise<void> => {
    const rounding = rule.form.kind === 'fixed' ? null : { step: '0.05', mode: 'up' as const };
    done('Setting a price', await prices.setRule({ ...rule, rounding, allowBelowCost: false }));
  };
  await set({ target: { kind: 'wallet', id: dinars.id }, form: { kind: 'percent', percent: '8' }, currency: 'KWD' });
  await set({ target: { kind: 'wallet', id: dollars.id }, form: { kind: 'percent', percent: '12' }, currency: 'USD' });
  const amount = new Big(fixed.cost).times(2).toFixed(3);
  await set({ target: { kind: 'card', id: fixed.cardId }, form: { kind: 'fixed', amount }, currency: 'KWD' });
  done('Setting a rate', await prices.setRate({ from: 'USD', to: 'KWD', rate }));
  const percent = { kind: 'percent', percent: '10' } as const;
  await set({ target: { kind: 'card', id: exchanged.cardId }, form: percent, currency: 'KWD' });
  const { revision } = done('Reading the prices', await prices.read({}));
  const offers = [...(await offered(till, dinars, own)), ...(await offered(till, dollars, foreign))];
  return {
    offers,
    fixed: offerOf(offers, fixed.cardId, dinars.id),
    exchanged: offerOf(offers, exchanged.cardId, dollars.id),
    tooMany: Math.ceil(Number(saleLimit) / Number(first.cost)) + 1,
    pricesRevision: revision,
  };
}

type Rule = CallInput<'prices', 'setRule'>;

interface Sellable {
  readonly cardId: string;
  readonly cost: string;
}

/** The dearest cards below the amount: few of one of them are over a limit. */
async function sellable({ calls }: Till, { id: walletId, currency }: WalletView): Promise<readonly Sellable[]> {
  const most = currency === 'KWD' ? sold.KWD : sold.USD;
  const { cards } = done('Reading the catalogue', await calls.catalogue.sync({ walletId }));
  return cards
    .flatMap(({ id, available, unitPrice, quantityLimits }) =>
      available && unitPrice !== undefined && quantityLimits === undefined && new Big(unitPrice.amount).lte(most)
        ? [{ cardId: id, cost: unitPrice.amount }]
        : [],
    )
    .toSorted((a, b) => new Big(b.cost).cmp(a.cost))
    .slice(0, offersOfWallet);
}

/** What the screen shows of these cards, by the prices that were set. */
async function offered({ calls }: Till, { id: walletId }: WalletView, cards: readonly Sellable[]): Promise<Offer[]> {
  const charges = new Map<string, CatalogueView['cards'][number]['charge']>();
  let from: number | undefined = 0;
  while (from !== undefined) {
    const view: CatalogueView = done('Reading the catalogue', await calls.catalogue.read({ walletId, from }));
    for (const { id, charge } of view.cards) charges.set(id, charge);
    from = view.next;
  }
  return cards.map(({ cardId }) => {
    const charge = charges.get(cardId);
    check(charge?.source === 'rule', 'A card is not sold by the rule that was set for it.');
    return { walletId, cardId, price: charge.price.amount, currency: charge.price.currency };
  });
}

function offerOf(offers: readonly Offer[], cardId: string, walletId: string): Offer {
  const offer = offers.find((one) => one.cardId === cardId && one.walletId === walletId);
  check(offer !== undefined, 'A card is not offered.');
  return offer;
}

function walletIn(wallets: readonly WalletView[], currency: string): WalletView {
  const wallet = wallets.find((one) => one.currency === currency);
  check(wallet !== undefined, `No wallet is in ${currency}.`);
  return wallet;
}

async function addPeople({ calls }: Till): Promise<ReadonlyMap<PersonName, string>> {
  const ids = new Map<PersonName, string>();
  for (const person of people) {
    const view = done('Adding a person', await calls.staff.add(person));
    ids.set(person.name, view.people.find(({ name }) => name === person.name)?.id ?? '');
  }
  tell(`They have PINs now: ${listed(people.map(({ name, role }) => `${name} (${role})`))}.`);
  return ids;
}

/** This person opens the lock. */
export async function comes({ till, ids }: Shop, name: PersonName): Promise<void> {
  const id = ids.get(name) ?? '';
  done('A PIN', await till.calls.staff.enter({ id, pin: pinOf(name) }));
}

/** The manager's word beside the cashier's, for what was refused under `id`. */
export function managersWord({ ids }: Shop, id: string) {
  return { approval: { id, by: ids.get('Mona') ?? '', pin: pinOf('Mona') } };
}

function pinOf(wanted: PersonName): string {
  return people.find(({ name }) => name === wanted)?.pin ?? '';
}
