import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { PriceChange, PriceListView } from '../../../src-shared/contract/prices.ts';
import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { ok, type Result } from '../../core/result.ts';
import type { PriceEvent, PriceRuleTerms } from '../../prices/machine/events.ts';
import type { PriceRecords } from '../../prices/records/price-records.ts';
import { inLocalRecords, type CallContext } from './context.ts';

/** What the screen shows at once; the command line shows all. */
const mostChanges = 500;

/** The rules for what customers pay. Main holds each call to its roles. */
export function priceCalls(context: CallContext): CallHandlers['prices'] {
  /** The prices as they are after a change. */
  const after = (change: (prices: PriceRecords) => Result<unknown, Failure>): Promise<Result<PriceListView, Failure>> =>
    inLocalRecords(context, ({ prices }) => {
      const changed = change(prices);
      return changed.ok ? ok(viewOf(prices)) : changed;
    });
  return {
    read: () => inLocalRecords(context, ({ prices }) => ok(viewOf(prices))),
    history: () =>
      inLocalRecords(context, ({ prices }) => {
        const items = changesOf(prices.history());
        return ok({ items: items.slice(0, mostChanges), hasMore: items.length > mostChanges });
      }),
    setRule: (terms) => after((prices) => prices.setRule(terms)),
    removeRule: ({ id }) => after((prices) => prices.removeRule(id)),
    setRate: (terms) => after((prices) => prices.setRate(terms)),
    setFaceValue: (terms) => after((prices) => prices.setFaceValue(terms)),
  };
}

function viewOf(prices: PriceRecords): PriceListView {
  const { revision, rules, rates, faceValues } = prices.read();
  return { revision, rules: [...rules], rates: [...rates], faceValues: [...faceValues] };
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
