import { z } from 'zod';
import type { Failure } from '../../src-shared/contract/codes.ts';
import type { CardCodes } from '../core/card-codes.ts';
import { isUuid, type InvoiceId, type OperationId, type SoldCardId, type WalletId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import { recordCodes, type Order } from '../orders/codes/order-codes.ts';
import { askForCodes, type RevealQuestion } from './ask.ts';
import type { RevealContext } from './context.ts';
import { unsealCodes } from './credentials.ts';
import { judgeRevealAgain, judgeRevealsAgain } from './judge-again.ts';
import { cardsListedFor } from './listed-cards.ts';
import { lockOfOwned, unlessLocked } from './lock.ts';
import { closedAnswers } from './readable.ts';
import { reconcileOwnedCards, type Reconciled } from './reconcile.ts';
import { cardPrefix, invoicePrefix, orderSubject, ownedSubject } from './subject.ts';

type CodePart = 'serialNumber' | 'voucher';

/** Asked when codes are there to come out: whether whoever asked for them can still see them. */
export type IsWatched = () => boolean;

/**
 * Where codes leave this counter: only by these calls, each written into the delivery ledger first (law 6). What came
 * while nobody was there stays sealed here.
 */
export interface Reveals {
  /**
   * The codes of a completed order or of `only` one of its cards, from what is sealed here; where too few came, or they
   * were purged since, the service is asked by invoice first.
   */
  show(operationId: OperationId, only?: SoldCardId, isWatched?: IsWatched): Promise<Result<CardCodes[], Failure>>;
  /**
   * One part of one card's codes, for the clipboard. What the clipboard then does not take is to be said by
   * `copyFailed`, and has not come out.
   */
  copy(operationId: OperationId, soldCardId: SoldCardId, part: CodePart): Result<string, Failure>;
  copyFailed(operationId: OperationId, soldCardId: SoldCardId, part: CodePart): void;
  /**
   * The customer has them. Only codes that came out here: what was never shown would else be purged unread
   * (`codes_not_shown`).
   */
  handOver(operationId: OperationId): Result<Order, Failure>;
  /** Reveals an owned card at the service; needs `cards:reveal`. */
  revealCard(walletId: WalletId, soldCardId: SoldCardId, isWatched?: IsWatched): Promise<Result<CardCodes[], Failure>>;
  /** Reveals every card of an invoice, all or none, up to 100. */
  revealInvoice(walletId: WalletId, invoiceId: InvoiceId, isWatched?: IsWatched): Promise<Result<CardCodes[], Failure>>;
  /**
   * Compares owned cards with these records and accepts them as the one copy; then codes come out again. What could not
   * be read `acceptedBy` accepts by name, once an earlier call said so. A second call waits for the first and gives the
   * same.
   */
  reconcile(acceptedBy?: string): Promise<Result<Reconciled, Failure>>;
  /** Judges again, without the network, every kept answer to a reveal that nobody could believe. */
  judgeAgain(): void;
}

export interface RevealsContext extends RevealContext {
  /** Re-checks the unverified answers to an order's own calls: codes may lie in one of them. */
  readonly recheckOrder: (operationId: OperationId) => Promise<unknown>;
}

export function createReveals(context: RevealsContext): Reveals {
  return {
    show: (operationId, only, isWatched = always) => showOrder(context, operationId, only, isWatched),
    copy: (operationId, soldCardId, part) => copyPart(context, operationId, soldCardId, part),
    copyFailed: (operationId, soldCardId, part) =>
      void recordCodes(context.records, operationId, 'codes-copy-failed', { soldCardId, part }),
    handOver: (operationId) => handOver(context, operationId),
    revealCard: (walletId, soldCardId, isWatched = always) =>
      revealOwned(
        context,
        {
          ...ownedSubject(context, `${cardPrefix}${soldCardId}`),
          call: 'revealPartnerOwnedCard',
          parameters: { walletId, soldCardId },
        },
        isWatched,
      ),
    revealInvoice: (walletId, invoiceId, isWatched = always) =>
      revealOwned(
        context,
        {
          ...ownedSubject(context, `${invoicePrefix}${invoiceId}`),
          call: 'revealPartnerInvoiceCards',
          parameters: { walletId, invoiceId },
        },
        isWatched,
      ),
    reconcile: oneAtATime((acceptedBy?: string) => reconcileOwnedCards(context, acceptedBy)),
    judgeAgain: () => judgeRevealsAgain(context),
  };
}

/** Two checks at a time would read each page twice. */
function oneAtATime<A, T>(work: (given?: A) => Promise<T>): (given?: A) => Promise<T> {
  let running: Promise<T> | null = null;
  return (given) => {
    running ??= work(given).finally(() => {
      running = null;
    });
    return running;
  };
}

const always: IsWatched = () => true;
/** Nobody saw them: not in the ledger either. The lock may be open again by now, but the sheet that asked is gone. */
const leftAlone: Failure = { code: 'not_allowed', detail: 'locked' };

async function showOrder(
  context: RevealsContext,
  operationId: OperationId,
  only: SoldCardId | undefined,
  isWatched: IsWatched,
): Promise<Result<CardCodes[], Failure>> {
  // The codes may lie in an answer that nobody could believe when it came.
  await context.recheckOrder(operationId);
  judgeRevealAgain(context, operationId);
  const bought = boughtHere(context, operationId);
  if (!bought.ok) return bought;
  const facts = bought.value;
  const open = unlessLocked(context.journal, operationId, facts);
  if (!open.ok) return open;
  if (facts.sealedCodes.size >= facts.intent.quantity || (only !== undefined && facts.sealedCodes.has(only))) {
    const kept = showSealed(context, operationId, facts, only, isWatched);
    if (kept.ok || !isClosed(kept.error)) return kept;
  }
  const closed = closedAnswers(context, facts);
  const asked = await askForOrder(context, operationId, facts, closed);
  // The codes that are here come out all the same: without `cards:reveal` they would never.
  const shown = showSealed(
    context,
    operationId,
    withoutClosed(context.records.find(operationId) ?? facts, closed),
    only,
    isWatched,
  );
  return asked.ok || shown.ok ? shown : err({ ...asked.error, operationId });
}

/** Whether codes that were kept do not come out any more, and only the service has them. */
function isClosed({ code, detail }: Failure): boolean {
  return code === 'seal_failed' || (code === 'codes_unavailable' && detail !== 'card_not_in_order');
}

/** One answer that does not open must not keep the codes in the others from coming out. */
function withoutClosed(facts: Order, closed: readonly string[]): Order {
  return {
    ...facts,
    sealedCodes: new Map([...facts.sealedCodes].filter(([, sealedId]) => !closed.includes(sealedId))),
  };
}

function showSealed(
  { records, journal, vault, step }: RevealsContext,
  operationId: OperationId,
  facts: Order,
  only: SoldCardId | undefined,
  isWatched: IsWatched,
): Result<CardCodes[], Failure> {
  if (!isWatched()) return err(leftAlone);
  const wanted = new Map([...facts.sealedCodes].filter(([soldCardId]) => only === undefined || soldCardId === only));
  if (wanted.size === 0) return err({ code: 'codes_unavailable', detail: 'card_not_in_order', operationId });
  const codes = unsealCodes(journal, vault, wanted);
  if (!codes.ok) return codes;
  step('codes-unsealed');
  const shown = recordCodes(records, operationId, 'codes-shown', { soldCardIds: [...wanted.keys()] });
  if (!shown.ok) return shown;
  step('delivery-recorded');
  return codes;
}

function copyPart(
  { records, journal, vault }: RevealsContext,
  operationId: OperationId,
  soldCardId: SoldCardId,
  part: CodePart,
): Result<string, Failure> {
  const facts = records.find(operationId);
  const sealedId = facts?.sealedCodes.get(soldCardId);
  if (facts === null || sealedId === undefined) return err({ code: 'codes_unavailable', operationId });
  const open = unlessLocked(journal, operationId, facts);
  if (!open.ok) return open;
  const codes = unsealCodes(journal, vault, new Map([[soldCardId, sealedId]]));
  if (!codes.ok) return codes;
  // Of two codes under one card nobody can say which is meant: both are shown, and none is copied.
  const text = codes.value.length > 1 ? null : (codes.value[0]?.[part] ?? null);
  if (text === null) return err({ code: 'codes_unavailable', operationId });
  const recorded = recordCodes(records, operationId, 'codes-copied', { soldCardId, part });
  return recorded.ok ? ok(text) : recorded;
}

function handOver(context: RevealsContext, operationId: OperationId): Result<Order, Failure> {
  const bought = boughtHere(context, operationId);
  if (!bought.ok || bought.value.handedOver) return bought;
  const open = unlessLocked(context.journal, operationId, bought.value);
  if (!open.ok) return open;
  if (bought.value.timesCodesOut === 0) return err({ code: 'codes_not_shown', operationId });
  return recordCodes(context.records, operationId, 'codes-handed-over', {});
}

function boughtHere({ records }: RevealsContext, operationId: OperationId): Result<Order, Failure> {
  const facts = records.find(operationId);
  if (facts === null) return err({ code: 'operation_unknown', operationId });
  return facts.completed === null
    ? err({ code: 'codes_unavailable', detail: 'not_completed', operationId })
    : ok(facts);
}

/**
 * An invoice may hold more than this order's cards: then the service's list says which are its own, and it is asked
 * again.
 */
async function askForOrder(
  context: RevealsContext,
  operationId: OperationId,
  facts: Order,
  closed: readonly string[],
): Promise<Result<readonly SoldCardId[], Failure>> {
  const {
    intent: { walletId, quantity },
    completed,
  } = facts;
  const invoiceId = completed?.invoiceId ?? null;
  if (invoiceId === null) return err({ code: 'codes_unavailable', detail: 'no_invoice' });
  const ask = (listed?: ReadonlySet<SoldCardId>): Promise<Result<readonly SoldCardId[], Failure>> =>
    askForCodes(context, {
      ...orderSubject(context, operationId, facts, listed, closed),
      call: 'revealPartnerInvoiceCards',
      parameters: { walletId, invoiceId },
    });
  const asked = await ask();
  if (asked.ok || asked.error.detail !== 'other_cards') return asked;
  const listed = await cardsListedFor(context.session, walletId, operationId, quantity);
  return listed.size === 0 ? asked : ask(listed);
}

/**
 * Codes that came and were never shown come out first: the answer that holds them may have been believed only later.
 */
async function revealOwned(
  context: RevealsContext,
  question: RevealQuestion,
  isWatched: IsWatched,
): Promise<Result<CardCodes[], Failure>> {
  const lock = lockOfOwned(context.journal);
  if (lock !== null) return err(lock);
  judgeRevealAgain(context, question.subject);
  const waiting = showUnshown(context, question.subject, isWatched);
  if (waiting.ok) return waiting;
  const asked = await askForCodes(context, question);
  return asked.ok ? showUnshown(context, question.subject, isWatched) : asked;
}

const revealedBody = z.object({
  sealed: z.object({ id: z.string() }),
  soldCardIds: z.array(z.string().refine((text): text is SoldCardId => isUuid(text))),
});

function showUnshown(
  { journal, vault, step }: RevealsContext,
  subject: string,
  isWatched: IsWatched,
): Result<CardCodes[], Failure> {
  if (!isWatched()) return err(leftAlone);
  const last = journal.events({ subject }).findLast(({ kind }) => kind === 'codes-revealed' || kind === 'codes-shown');
  if (last?.kind !== 'codes-revealed') return err({ code: 'codes_unavailable' });
  const { sealed, soldCardIds } = revealedBody.parse(last.body);
  const codes = unsealCodes(journal, vault, new Map(soldCardIds.map((id) => [id, sealed.id])));
  if (!codes.ok) return codes;
  step('codes-unsealed');
  const shown = journal.append({ subject, kind: 'codes-shown', body: { soldCardIds } });
  if (!shown.ok) return shown;
  step('delivery-recorded');
  return codes;
}
