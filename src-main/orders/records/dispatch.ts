import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { OperationId, WalletId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { deploymentIdentity, requestSkewSeconds, type DeploymentProfile } from '../../deployment/profile.ts';
import { restingMs } from '../../exchange/budget.ts';
import type { DatedRequest } from '../../exchange/send.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import type { JournalTransaction } from '../../journal/journal.ts';
import { orderForm, type RequestDraft } from '../../partner-api/request.ts';
import { approvalFault } from '../../staff/acting.ts';
import type { Need } from '../../staff/approval-check.ts';
import type { Circumstances, Terms } from '../machine/circumstances.ts';
import { decide, type Decision, type OrderInput } from '../machine/decide.ts';
import { orderEvent, type IntendedOrder, type OrderCall } from '../machine/events.ts';
import type { NewSale } from '../machine/new-sale.ts';
import { safeResendMsOf } from '../machine/next-step.ts';
import type { NotBoughtTerms } from '../machine/not-bought.ts';
import type { Order } from '../machine/order.ts';
import { decidePlacing, type Placing, type Surroundings } from '../machine/placing.ts';
import type { SettlingEvidence } from '../machine/settling.ts';
import type { DriverContext, OrderContext } from './context.ts';
import { suspectCopy } from './copies.ts';
import { sealedIntent } from './order-text.ts';
import { numbered } from './sale-numbers.ts';
import { beforeIntent } from './steps.ts';

type Records = Pick<OrderContext, 'session' | 'journal' | 'records'>;
type Within = (tx: JournalTransaction, decision: Decision, order: Order) => void;

export function findOrder({ records }: Pick<Records, 'records'>, operationId: OperationId): Result<Order, Failure> {
  const order = records.find(operationId);
  return order === null ? err({ code: 'operation_unknown', operationId }) : ok(order);
}

/**
 * Feeds an input into the machine and makes what follows durable, with what `within` writes in the same transaction.
 * Errors: `operation_unknown`, what the machine refuses, or a journal that cannot be written.
 */
export function dispatch(
  context: Records,
  operationId: OperationId,
  input: OrderInput,
  within: Within = () => undefined,
): Result<Order, Failure> {
  const { session, journal, records } = context;
  const found = findOrder(context, operationId);
  if (!found.ok) return found;
  const order = found.value;
  const decided = decide(operationId, order, input, circumstancesOf(session, operationId, order));
  if (!decided.ok) return decided;
  const { events, copyEvidence } = decided.value;
  if (events.length === 0) return found;
  if (copyEvidence !== undefined) suspectCopy(context, operationId, copyEvidence);
  const recorded = journal.transaction((tx) => {
    within(tx, decided.value, order);
    return events.map((event) => records.recordIn(tx, event.subject, [event])).at(-1) ?? order;
  });
  if (!recorded.ok) return err({ ...recorded.error, operationId });
  for (const subject of new Set([operationId, ...events.map((event) => event.subject)])) records.changed(subject);
  return recorded;
}

/** Whether the machine wants another order of ours read before it settles this one. */
export function wouldReadOther(
  { session }: Records,
  operationId: OperationId,
  order: Order,
  evidence: SettlingEvidence,
): boolean {
  const now = circumstancesOf(session, operationId, order);
  const decided = decide(operationId, order, { kind: 'attemptOver', evidence }, now);
  return decided.ok && decided.value.readsOther === true;
}

export interface SaleOptions {
  /** A person said that this one is another sale than the same one that is pending. */
  readonly besidesPending: boolean;
  /** What a cashier needs an approval for that only the caller knows; what is known here comes on top. */
  readonly needs?: readonly Need[];
  /** Writes beside the intent, in its transaction; where it gives a failure nothing is written. */
  readonly within?: (tx: JournalTransaction) => Failure | null;
}

/** Records the intent of a new operation, or gives the one that has this id. */
export function place(
  context: DriverContext,
  operationId: OperationId,
  sale: NewSale,
  { needs = [], within, ...options }: SaleOptions,
): Result<Order, Failure> {
  const { journal, records, step } = context;
  const placing = decidedFor(context, operationId, sale, options);
  if (!placing.ok) return placing;
  if (placing.value.kind === 'known') return ok(placing.value.order);
  const { eventsAfter } = placing.value;
  step(beforeIntent);
  const recorded = journal.transaction((tx): Result<Order, Failure> => {
    const needsHere = context.needsOf([sale], boughtBeside(records, sale));
    const fault = approvalFault([...needs, ...needsHere]) ?? within?.(tx) ?? null;
    if (fault !== null) return err(fault);
    const order = recordIntentIn(context, tx, operationId, eventsAfter, saleNumberFor(context, sale));
    if (sale.replaces !== undefined) context.passOn(tx, sale.replaces, operationId);
    return ok(order);
  });
  if (!recorded.ok) return err({ ...recorded.error, operationId });
  if (!recorded.value.ok) return recorded.value;
  [operationId, sale.replaces].forEach((changed) => changed !== undefined && records.changed(changed));
  step('intent-recorded');
  return recorded.value;
}

/** What follows where a new sale is asked for, by the records as they are. */
export function decidedFor(
  { session, journal, records, scopes }: DriverContext,
  operationId: OperationId,
  asked: NewSale,
  options: { readonly besidesPending: boolean },
): Result<Placing, Failure> {
  const key = session.signingKey();
  if (key === null) return err({ code: 'not_enrolled' });
  const existing = records.find(operationId);
  // That the records can only be read is said before anything against the sale itself.
  const trouble = existing === null ? journal.trouble() : null;
  if (trouble !== null) return err(trouble);
  const predecessors = predecessorsOf(records, asked.replaces);
  const sale = inBasketOf(asked, predecessors[0]?.order ?? null);
  const besides = sale.inBasket?.basket;
  return decidePlacing(operationId, sale, {
    nowMs: session.clock.nowMs(),
    existing,
    areRecordsOwn: journal.copyStatus() === 'own',
    predecessors,
    // A person has said already that it is another sale.
    twins: options.besidesPending
      ? { pending: null, unshown: null }
      : { pending: records.pendingLike(sale, besides), unshown: records.unshown(sale, besides) },
    ...options,
    scopes: scopes(),
    terms: session.profile,
    pinned: pinnedOf(operationId, sale.walletId, session.profile, key.keyId),
  });
}

/** The head that the body carries is the one that this very event follows. The body itself goes under a seal. */
export function recordIntentIn(
  { journal, records, vault, session }: OrderContext,
  tx: JournalTransaction,
  operationId: OperationId,
  eventsAfter: Extract<Placing, { readonly kind: 'new' }>['eventsAfter'],
  saleNumber: string | null,
): Order {
  const [intended, ...others] = eventsAfter(journal.head().hash);
  const stored = sealedIntent({ tx, vault, randomness: session.randomness }, numbered(intended, saleNumber));
  const order = records.recordIn(tx, operationId, [stored.intended], stored.beside);
  for (const event of others) records.recordIn(tx, event.subject, [event]);
  return order;
}

/** A new try is for the customer of the basket's other lines, so those do not count as another sale. */
function inBasketOf(sale: NewSale, replaced: Order | null): NewSale {
  const { basket, basketLine: line = 0 } = replaced?.intent ?? {};
  return basket === undefined ? sale : { ...sale, inBasket: { basket, line } };
}

/** What else the customer of a new try has, so that no limit of one sale is passed line by line. */
export function boughtBeside(
  records: Pick<DriverContext['records'], 'find' | 'boughtIn'>,
  { replaces }: Pick<NewSale, 'replaces'>,
): readonly IntendedOrder[] {
  const intent = replaces === undefined ? undefined : records.find(replaces)?.intent;
  return intent === undefined ? [] : records.boughtIn(intent);
}

/** A new try is made for the same customer: the number stays, or none where that sale has none. */
function saleNumberFor({ records, saleNumbers }: DriverContext, { replaces }: NewSale): string | null {
  return replaces === undefined ? saleNumbers.next() : (records.find(replaces)?.intent.saleNumber ?? null);
}

function predecessorsOf(
  records: DriverContext['records'],
  replaced: OperationId | undefined,
): Surroundings['predecessors'] {
  const found: { readonly operationId: OperationId; readonly order: Order | null }[] = [];
  for (let operationId = replaced ?? null; operationId !== null;) {
    const order = records.find(operationId);
    found.push({ operationId, order });
    operationId = order?.replacedBy ?? null;
  }
  return found;
}

/** One attempt of one call of an order. */
export interface OrderAttempt {
  readonly operationId: OperationId;
  readonly attempt: string;
  readonly call: OrderCall;
}

/**
 * What is sent for a call of an order: the body is that of the intent, byte for byte (law 2). Null where that does not
 * open.
 */
export function orderRequest(operationId: OperationId, { intent }: Order, call: OrderCall): RequestDraft | null {
  if (call === 'getPartnerOrder') return { operation: call, parameters: { operationId } };
  if (intent.body === undefined) return null;
  return { operation: call, form: intent.pinned, body: new TextEncoder().encode(intent.body) };
}

/** What would let anybody try texts against a sealed body: they stand in no event. */
const bodyHeaders: readonly string[] = ['content-digest', 'content-length'];

/** Records that an attempt begins with this request, signed with this key. */
export function recordAttempt(
  { session, records }: Pick<Records, 'session' | 'records'>,
  { operationId, attempt, call }: OrderAttempt,
  prepared: DatedRequest,
  keyId: string,
): Result<Order, Failure> {
  const { url, nonce, createdAtSeconds, expiresAtSeconds } = prepared;
  const headers = prepared.headers
    .filter(([name]) => !bodyHeaders.includes(name.toLowerCase()))
    .map(([name, value]): [string, string] => [name, value]);
  const sent = { url, headers, nonce, createdAtSeconds, expiresAtSeconds };
  const used = { keyId, profileHash: session.profileHash };
  return records.record(operationId, [orderEvent(operationId, 'attempt-started', { attempt, call, ...sent, ...used })]);
}

/** What counts beside `order` when something is decided about it now. */
export function circumstancesOf(
  session: PartnerSession,
  operationId: OperationId,
  { intent }: Pick<Order, 'intent'>,
): Circumstances {
  const { clock, serviceClock, profile } = session;
  return {
    nowMs: clock.nowMs(),
    serviceNowMs: serviceClock.nowMs(),
    serviceOffsetMs: serviceClock.offsetMs(),
    restingMs: restingMs(session),
    jitter: jitterOf(session),
    terms: termsOf(session, operationId, intent),
    notBoughtTerms: notBoughtTermsOf(profile),
  };
}

/** What a resend of an operation would carry under the profile and key in use now. */
export function pinnedOf(
  operationId: OperationId,
  walletId: WalletId,
  profile: DeploymentProfile,
  keyId: string,
): IntendedOrder['pinned'] {
  return { deployment: deploymentIdentity(profile), ...orderForm(profile, operationId, walletId), keyId };
}

export function notBoughtTermsOf(profile: DeploymentProfile): NotBoughtTerms {
  return {
    declared: profile.fence,
    answerSkewSeconds: profile.answer.maxSkewSeconds,
    requestSkewSeconds: requestSkewSeconds(profile),
  };
}

function termsOf(session: PartnerSession, operationId: OperationId, intent: IntendedOrder): Terms | null {
  const { signingKey, profile, profileHash } = session;
  const keyId = signingKey(intent.pinned.keyId)?.keyId;
  if (keyId === undefined) return null;
  const known = lastTerms.get(intent);
  if (known?.profile === profile && known.terms.pinned.keyId === keyId) return known.terms;
  const pinned = pinnedOf(operationId, intent.walletId, profile, keyId);
  const terms = { pinned, profileHash, safeResendMs: safeResendMsOf(profile.safeResendHours) };
  lastTerms.set(intent, { profile, terms });
  return terms;
}

/** Each step of an order asks for them several times. */
const lastTerms = new WeakMap<IntendedOrder, { readonly profile: DeploymentProfile; readonly terms: Terms }>();

function jitterOf({ randomness }: PartnerSession): number {
  const [byte = 0] = randomness.bytes(1);
  return byte / 255;
}
