import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { PriceChange, PriceListView } from '../../../src-shared/contract/prices.ts';
import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { knownId, type CardId, type SubcategoryId, type WalletId } from '../../core/ids.ts';
import { ok, type Result } from '../../core/result.ts';
import type { PriceEvent, PriceRule, PriceRuleTerms } from '../../prices/machine/events.ts';
import { missingFor } from '../../prices/machine/missing.ts';
import type { PriceRecords } from '../../prices/records/price-records.ts';
import { atCounter, inLocalRecords, type CallContext } from './context.ts';
import { knowsCost } from './cost.ts';

/** What the screen shows at once; the command line shows all. */
const mostChanges = 500;

/** The rules for what customers pay. Main holds each call to its roles. */
export function priceCalls(context: CallContext): CallHandlers['prices'] {
  /** The prices as they are after a change. */
  const after = (change: (prices: PriceRecords) => Result<unknown, Failure>): Promise<Result<PriceListView, Failure>> =>
    atCounter(context, ({ catalogue, localRecords: { prices } }) => {
      const changed = change(prices);
      return changed.ok ? ok(viewOf(prices, catalogue)) : changed;
    });
  /** Where no PIN can be checked they are nobody's to read, in a shop that has people. */
  const read = <T>(work: (prices: PriceRecords) => Result<T, Failure>): Promise<Result<T, Failure>> =>
    knowsCost(context)
      ? inLocalRecords(context, ({ prices }) => work(prices))
      : atCounter(context, ({ localRecords: { prices } }) => work(prices));
  return {
    read: () => {
      const counter = context.current()?.counter;
      return read((prices) => ok(viewOf(prices, counter?.ok === true ? counter.value.catalogue : null)));
    },
    history: () =>
      read((prices) => {
        const items = changesOf(prices.history());
        return ok({ items: items.slice(0, mostChanges), hasMore: items.length > mostChanges });
      }),
    setRule: (terms) => after((prices) => prices.setRule(terms)),
    removeRule: ({ id }) => after((prices) => prices.removeRule(id)),
    setRate: (terms) => after((prices) => prices.setRate(terms)),
    setFaceValue: (terms) => after((prices) => prices.setFaceValue(terms)),
  };
}

/** Where there is no catalogue nobody can tell what a rule is for, nor what it lacks. */
function viewOf(prices: PriceRecords, catalogue: Catalogue | null): PriceListView {
  const list = prices.read();
  const rules = list.rules.map((rule) => {
    const missing = catalogue === null ? null : missingFor(list, rule, currenciesFor(catalogue, rule));
    return missing === null ? rule : { ...rule, missing };
  });
  return { revision: list.revision, rules, rates: [...list.rates], faceValues: [...list.faceValues] };
}

/** Of the wallets that sell what a rule is for. */
function currenciesFor(catalogue: Catalogue, { target: { kind, id } }: PriceRule): string[] {
  const sells = (walletId: WalletId): boolean => {
    switch (kind) {
      case 'wallet':
        return id === walletId;
      case 'category':
        return catalogue.page(walletId, { from: 0, readAt: undefined }).categories.some((each) => each.id === id);
      case 'subcategory':
        return catalogue.categoryOf(walletId, knownId<SubcategoryId>(id)) !== null;
      case 'card':
        return catalogue.card(walletId, knownId<CardId>(id)) !== null;
    }
  };
  return catalogue.cachedWallets().flatMap(({ wallet }) => (sells(wallet.id) ? [wallet.currency] : []));
}

/** Newest first. A rule that was removed is shown as it was. */
function changesOf(events: readonly PriceEvent[]): PriceChange[] {
  const rules = new Map<string, PriceRuleTerms>();
  const changes = events.map((event): PriceChange => {
    const { by } = event.body;
    const shared = { at: new Date(event.atMs).toISOString(), ...(by === undefined ? {} : { by }) };
    switch (event.kind) {
      case 'price-rule-set': {
        const rule = withoutPerson(event.body);
        rules.set(event.subject, rule);
        return { ...shared, kind: 'ruleSet', rule };
      }
      case 'price-rule-removed': {
        const rule = rules.get(event.subject);
        return { ...shared, kind: 'ruleRemoved', ...(rule === undefined ? {} : { rule }) };
      }
      case 'price-rate-set':
        return { ...shared, kind: 'rateSet', rate: withoutPerson(event.body) };
      case 'price-face-value-set':
        return { ...shared, kind: 'faceValueSet', faceValue: withoutPerson(event.body) };
    }
  });
  return changes.toReversed();
}

function withoutPerson<T extends { readonly by?: unknown }>({ by: _, ...terms }: T): Omit<T, 'by'> {
  return terms;
}
