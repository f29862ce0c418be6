import Big from 'big.js';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { CodesOf, KnownComplaint, Seen } from '../../complaints/records/complaint-records.ts';
import { mayBeMadeGoodElsewhere } from '../../complaints/records/made-good.ts';
import { knownId, type OperationId } from '../../core/ids.ts';
import type { Randomness } from '../../core/ports.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { chargedIn } from '../../orders/machine/charged.ts';
import type { NewSale } from '../../orders/machine/new-sale.ts';
import type { Order } from '../../orders/machine/order.ts';
import { roundedCharge } from '../../prices/machine/charge-amount.ts';
import { rateOf, type PriceList } from '../../prices/machine/price-list.ts';
import { unsealCodes } from '../../reveals/records/credentials.ts';
import type { Counter } from './counter.ts';

export interface ReplacementAsked extends Seen {
  /** The person said that the same sale, still without a result, is another one. */
  readonly besidesPending: boolean;
  /** The person said that no replacement was bought in records that were lost. */
  readonly afterRestore: boolean;
}

type Parts = Pick<Counter, 'catalogue' | 'orders' | 'localRecords' | 'vault'>;

/**
 * Buys the card of a complaint once more, at no charge and at today's cost. What it writes of the complaint is in one
 * transaction with the intent, and whether the card may be made good is asked again there. Errors: those of the
 * complaint, of a new order, `price_changed` where the card is not for sale, `replacement_may_exist`.
 */
export async function makeGood(
  parts: Parts,
  asked: ReplacementAsked,
  randomness: Pick<Randomness, 'uuid'>,
): Promise<Result<{ readonly operationId: OperationId; readonly complaint: KnownComplaint }, Failure>> {
  const { complaints, records, journal, prices } = parts.localRecords;
  const codesOf = codesToCompare(parts);
  const before = complaints.replaceable(asked, codesOf);
  if (!before.ok) return before;
  // The price that is kept may be old. Without the service it is as good as any.
  const meant = records.find(before.value.complaint.operationId)?.intent;
  if (meant !== undefined) await parts.catalogue.freshCard(meant.walletId, meant.cardId);
  const known = complaints.replaceable(asked, codesOf);
  if (!known.ok) return known;
  if (!asked.afterRestore && mayBeMadeGoodElsewhere(journal, known.value))
    return err({ code: 'replacement_may_exist', operationId: known.value.complaint.operationId });
  const order = records.find(known.value.complaint.operationId);
  const sale = order === null ? null : saleFor(parts, known.value, order, prices.read());
  if (sale === null) return err({ code: 'price_changed', field: 'cardId' });
  const operationId = knownId<OperationId>(randomness.uuid());
  const placed = parts.orders.place(operationId, sale, {
    besidesPending: asked.besidesPending,
    within: (tx) => {
      const again = complaints.replaceable(asked, codesOf);
      if (!again.ok) return again.error;
      complaints.recordReplacement(tx, asked, operationId);
      return null;
    },
  });
  if (!placed.ok) return placed;
  const complaint = complaints.find(asked.id);
  if (complaint === null) throw new Error('the complaint of a replacement is gone');
  return ok({ operationId, complaint });
}

/** The codes of an order that open here, to be compared with what a person wrote. They are shown to nobody. */
export function codesToCompare({ vault, localRecords: { journal } }: Pick<Parts, 'vault' | 'localRecords'>): CodesOf {
  return ({ sealedCodes, intent, completed }) => {
    const bySealed = Map.groupBy(sealedCodes, ([, sealedId]) => sealedId);
    const opened = [...bySealed.values()].map((codesIn) => unsealCodes(journal, vault, new Map(codesIn)));
    return {
      codes: opened.flatMap((codes) => (codes.ok ? codes.value : [])),
      isWhole: (completed === null || sealedCodes.size >= intent.quantity) && opened.every(({ ok: isOpen }) => isOpen),
    };
  };
}

/** The same card from the same wallet. Null where the catalogue has no price for it now. */
function saleFor(
  { catalogue }: Pick<Parts, 'catalogue'>,
  { complaint }: KnownComplaint,
  { intent }: Order,
  prices: PriceList,
): NewSale | null {
  const card = catalogue.card(intent.walletId, intent.cardId);
  if (card?.unitPrice === undefined) return null;
  const { currency } = chargedIn(intent);
  const nothing = roundedCharge(new Big(0), currency, null);
  return {
    walletId: intent.walletId,
    cardId: intent.cardId,
    quantity: 1,
    expectedUnitPrice: card.unitPrice,
    charge: {
      price: nothing,
      total: nothing,
      currency,
      source: 'makesGood',
      ruleId: null,
      margin: costIn(currency, card.unitPrice, intent, prices).times(-1).toFixed(),
      revision: prices.revision,
    },
    useAllowedDebt: false,
    makesGoodFor: { operationId: complaint.operationId, soldCardId: complaint.soldCardId },
    ...(card.name === undefined ? {} : { cardName: card.name }),
  };
}

/** A cost in the currency of the charge, by the rate in force, or else by that of the sale. */
function costIn(
  currency: string,
  cost: { readonly amount: string; readonly currency: string },
  { charge, total }: Order['intent'],
  prices: PriceList,
): Big {
  const rate = rateOf(prices, cost.currency, currency);
  if (rate !== null) return new Big(cost.amount).times(rate);
  const soldAt = new Big(charge?.total ?? 0).minus(charge?.margin ?? 0);
  const soldFor = new Big(total.amount);
  return soldFor.eq(0) ? new Big(0) : soldAt.times(cost.amount).div(soldFor).round(10);
}
