import type { Counter } from '../../../src-main/app/counter/counter.ts';
import { knownId, type OperationId, type SoldCardId, type WalletId } from '../../../src-main/core/ids.ts';
import type { Result } from '../../../src-main/core/result.ts';
import { profileHash } from '../../../src-main/deployment/profile.ts';
import type { NewSale } from '../../../src-main/orders/machine/new-sale.ts';
import { stateOf, type Order } from '../../../src-main/orders/machine/order.ts';
import type { RunningService } from '../../../src-sandbox/control/service.ts';
import type { Failure } from '../../../src-shared/contract/codes.ts';

/** A step that did not come out as it must. */
export class StepOff extends Error {
  readonly step: string;

  constructor(step: string, why: string) {
    super(why);
    this.step = step;
  }
}

export interface Stage {
  readonly service: RunningService;
  readonly counter: Counter;
  readonly token: string;
}

type Goods = Pick<NewSale, 'walletId' | 'cardId' | 'expectedUnitPrice'>;

/** More cards than the service shows on one page. */
const moreThanAPage = 26;
const someCards = 13;
const noCard = knownId<SoldCardId>('00000000-0000-4000-8000-000000000000');

/**
 * The whole life of a counter with one deployment: enrol, look around, buy, lose an answer, resume, reveal, account for
 * it.
 */
export async function liveThrough(stage: Stage): Promise<void> {
  await enrol(stage);
  await diagnose(stage);
  const goods = await browse(stage);
  const bought = [await buy(stage, goods, 2), await loseAndResume(stage, goods), await acceptAndResume(stage, goods)];
  const most = Math.min(stage.counter.session.profile.maximumQuantity, someCards);
  while (quantityOf(stage, bought) < moreThanAPage) bought.push(await buy(stage, goods, most));
  obeyed(stage);
  await refuseTooMany(stage, goods);
  await reveal(stage, goods, bought);
  await account(stage, goods, bought);
}

async function enrol({ service, counter, token }: Stage): Promise<void> {
  const begun = good('enrol', await counter.enrolment.begin({ invitationId: service.address.invitationId, token }));
  check('enrol', begun.refusal === undefined, `refused: ${begun.refusal?.code ?? ''}`);
  const active = good('enrol', await counter.enrolment.waitUntilActive(5_000));
  check('enrol', active.state === 'active', `the key is ${active.state}`);
  check('thumbprint', active.thumbprintsAgree === true, 'the two thumbprints differ');
}

async function diagnose({ counter }: Stage): Promise<void> {
  const { lines, missingScopes } = good('diagnose', await counter.diagnose());
  const off = lines.filter(({ agree }) => !agree).map(({ name, sent, seen }) => `${name}: sent ${sent}, seen ${seen}`);
  check('diagnose', off.length === 0 && missingScopes.length === 0, off.join('; '));
}

async function browse({ counter: { catalogue } }: Stage): Promise<Goods> {
  good('profile', await catalogue.profile());
  const { items: wallets } = good('wallets', await catalogue.wallets());
  check(
    'wallets',
    wallets.length === 3 && wallets.every(({ name }) => (name?.en ?? '') !== ''),
    'not three wallets with names',
  );
  const walletId = wallets[0]?.id ?? knownId<WalletId>('');
  good('wallet', await catalogue.wallet(walletId));
  for (const category of good('categories', await catalogue.categories(walletId)).items) {
    for (const subcategory of good('subcategories', await catalogue.subcategories(walletId, category.id)).items) {
      for (const { id, available, unitPrice } of good('cards', await catalogue.cards(walletId, subcategory.id)).items) {
        if (available && unitPrice !== undefined && Number(unitPrice.amount) < 3)
          return { walletId, cardId: id, expectedUnitPrice: unitPrice };
      }
    }
  }
  throw new StepOff('cards', 'no cheap card');
}

async function buy(stage: Stage, goods: Goods, quantity: number): Promise<OperationId> {
  const operationId = place(stage, goods, quantity);
  const facts = good('buy', await stage.counter.orders.resume(operationId, 0, 'now'));
  expectState(stage, 'buy', facts, 'completed');
  check('buy', facts.sealedCodes.size === quantity, 'the codes did not come with the answer');
  return operationId;
}

/**
 * The service sells, and its answer is lost on the way: the same request again shows the sale, and the codes come by
 * the invoice.
 */
async function loseAndResume(stage: Stage, goods: Goods): Promise<OperationId> {
  stage.service.controls.plant({ name: 'drop-after-commit', operation: 'createPartnerOrder' });
  const quantity = Math.min(stage.counter.session.profile.maximumQuantity, someCards);
  const operationId = place(stage, goods, quantity);
  expectState(
    stage,
    'lose an answer',
    good('lose an answer', await stage.counter.orders.resume(operationId, 0, 'now')),
    'unknown',
  );
  expectState(
    stage,
    'resume',
    good('resume', await stage.counter.orders.resume(operationId, 60_000, 'asAsked')),
    'completed',
  );
  const codes = good('reveal an invoice', await stage.counter.reveals.show(operationId));
  check(
    'reveal an invoice',
    codes.length === quantity && codes.every(({ voucher }) => voucher !== null),
    'not every code came',
  );
  return operationId;
}

async function acceptAndResume(stage: Stage, goods: Goods): Promise<OperationId> {
  stage.service.controls.plant({ name: 'accept-202', operation: 'createPartnerOrder' });
  const { counter } = stage;
  const operationId = place(stage, goods, Math.min(counter.session.profile.maximumQuantity, someCards));
  const nowMs = counter.session.clock.nowMs();
  const accepted = good('202', await counter.orders.resume(operationId, 0, 'now'));
  expectState(stage, '202', accepted, 'accepted');
  check(
    'Retry-After',
    accepted.retryAtMs - nowMs < 5_000,
    `waits ${String(Math.round((accepted.retryAtMs - nowMs) / 1000))} s instead of one`,
  );
  expectState(
    stage,
    'resume',
    good('resume', await counter.orders.resume(operationId, 60_000, 'asAsked')),
    'completed',
  );
  return operationId;
}

/** No order went out again before the time that the service had asked for. */
function obeyed({ service }: Stage): void {
  const [early] = service.controls.earlyResends();
  check('Retry-After', early === undefined, `an order came again ${String(early?.earlyByMs)} ms too early`);
}

async function refuseTooMany(stage: Stage, goods: Goods): Promise<void> {
  const { counter } = stage;
  const quantity = counter.session.profile.maximumQuantity + 1;
  const placed = counter.orders.place(
    newId(counter),
    { ...goods, quantity, useAllowedDebt: false },
    { besidesPending: true },
  );
  check('maximum', !placed.ok && placed.error.field === 'quantity', 'more than the maximum was taken');
  const missing = await counter.catalogue.ownedCard(goods.walletId, noCard);
  check('refusal', !missing.ok && missing.error.code === 'card_not_found', 'another refusal than card_not_found');
}

async function reveal(stage: Stage, { walletId }: Goods, bought: readonly OperationId[]): Promise<void> {
  const { counter } = stage;
  const [first] = bought;
  const card =
    first === undefined ? undefined : counter.localRecords.records.find(first)?.sealedCodes.keys().next().value;
  if (card === undefined) throw new StepOff('reveal a card', 'no card to reveal');
  const [code] = good('reveal a card', await counter.reveals.revealCard(walletId, card));
  check('reveal a card', code?.soldCardId === card && code.voucher !== null, 'another card, or no code');
}

/** Both sides hold the same, and every attempt says under which profile it was made. */
async function account(stage: Stage, { walletId, cardId }: Goods, bought: readonly OperationId[]): Promise<void> {
  const { counter, service } = stage;
  const owned = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = good('owned cards', await counter.catalogue.ownedCards(walletId, cursor));
    for (const { soldCardId } of page.items) owned.add(soldCardId);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  check(
    'owned cards',
    owned.size === quantityOf(stage, bought),
    `${String(owned.size)} shown of ${String(quantityOf(stage, bought))}`,
  );
  const sales = service.controls.sales();
  check(
    'one sale each',
    sales.length === bought.length &&
      sales.every((sale) => sale.cardId === cardId && bought.some((id) => id === sale.operationId)),
    'other sales than orders',
  );
  for (const operationId of bought) {
    const read = good('read an order', await counter.orders.read(operationId));
    expectState(stage, 'read an order', read, 'completed');
    check(
      'profile hash',
      read.attempts.every((attempt) => attempt.profileHash === profileHash(counter.session.profile)),
      'an attempt names another profile',
    );
  }
  check('journal', counter.localRecords.journal.verify().ok, 'the chain is broken');
}

function place({ counter }: Stage, goods: Goods, quantity: number): OperationId {
  const operationId = newId(counter);
  good(
    'intend',
    counter.orders.place(operationId, { ...goods, quantity, useAllowedDebt: false }, { besidesPending: true }),
  );
  return operationId;
}

function newId({ session }: Counter): OperationId {
  return knownId<OperationId>(session.randomness.uuid());
}

function quantityOf({ counter }: Stage, bought: readonly OperationId[]): number {
  return bought.reduce(
    (sum, operationId) => sum + (counter.localRecords.records.find(operationId)?.intent.quantity ?? 0),
    0,
  );
}

function expectState({ counter }: Stage, step: string, facts: Order, state: string): void {
  const is = stateOf(facts, counter.session.clock.nowMs());
  const last = facts.attempts.at(-1)?.progress;
  check(step, is === state, `the order is ${is}: ${JSON.stringify(last ?? null)}`);
}

function check(step: string, holds: boolean, why: string): void {
  if (!holds) throw new StepOff(step, why);
}

function good<T>(step: string, result: Result<T, Failure>): T {
  if (!result.ok)
    throw new StepOff(
      step,
      [result.error.code, result.error.detail, result.error.field].filter((part) => part !== undefined).join(' '),
    );
  return result.value;
}
