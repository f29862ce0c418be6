import { withCharges } from '../../../src-main/app/counter/charges.ts';
import type { ReadCatalogue } from '../../../src-main/catalogue/view.ts';
import { knownId, type CategoryId } from '../../../src-main/core/ids.ts';
import { missingFor } from '../../../src-main/prices/machine/missing.ts';
import { faceValueFault, rateFault, ruleFault } from '../../../src-main/prices/machine/terms.ts';
import { mayKnowCost } from '../../../src-shared/contract/call-rules.ts';
import type { PriceChange, PriceListView } from '../../../src-shared/contract/prices.ts';
import type { CallHandlers, CallResult, CatalogueView } from '../../../src-shared/contract/schemas.ts';
import { no, ok, soon } from './double-answers.ts';
import { ago, id } from './double-data.ts';
import type { World } from './double-world.ts';

/** Judges and remembers as main does. */
export function priceCalls(world: World): CallHandlers['prices'] {
  const view = () => {
    const rules = world.prices.rules.map((rule) => {
      const missing = missingFor(world.prices, rule, ['KWD']);
      return missing === null ? rule : { ...rule, missing };
    });
    return soon(ok({ ...world.prices, rules }));
  };
  const after = (
    fault: string | null,
    part: Partial<PriceListView>,
    change: Omit<PriceChange, 'at'>,
  ): Promise<CallResult<PriceListView>> => {
    if (fault !== null) return soon<PriceListView>(no('input_invalid', { field: fault }));
    world.prices = { ...world.prices, ...part, revision: world.prices.revision + 1 };
    const by = world.staff.me;
    world.priceChanges.unshift({ at: ago(0), ...change, ...(by === null ? {} : { by }) });
    return view();
  };
  return {
    read: view,
    history: () => soon(ok({ items: world.priceChanges, hasMore: false })),
    setRule: (rule) => {
      const { rules, revision } = world.prices;
      const isSame = ({ target }: PriceListView['rules'][number]): boolean =>
        target.kind === rule.target.kind && target.id === rule.target.id;
      const known = rules.find(isSame)?.id ?? id(11, revision + 1);
      const others = rules.filter((each) => !isSame(each));
      return after(ruleFault(rule), { rules: [...others, { id: known, ...rule }] }, { kind: 'ruleSet', rule });
    },
    removeRule: ({ id: removed }) => {
      const rules = world.prices.rules.filter((rule) => rule.id !== removed);
      const rule = world.prices.rules.find((each) => each.id === removed);
      return after(rule === undefined ? 'rule' : null, { rules }, { kind: 'ruleRemoved', rule: withoutId(rule) });
    },
    setRate: (rate) => {
      const others = world.prices.rates.filter(({ from, to }) => from !== rate.from || to !== rate.to);
      return after(rateFault(rate), { rates: [...others, rate] }, { kind: 'rateSet', rate });
    },
    setFaceValue: (faceValue) => {
      const others = world.prices.faceValues.filter(({ card }) => card !== faceValue.card);
      const faceValues = [...others, faceValue];
      return after(faceValueFault(faceValue), { faceValues }, { kind: 'faceValueSet', faceValue });
    },
  };
}

function withoutId(rule: PriceListView['rules'][number] | undefined): NonNullable<PriceChange['rule']> {
  if (rule === undefined) throw new Error('no such rule');
  const { id: _, ...terms } = rule;
  return terms;
}

/** As main: whoever is at the double's counter may know what the shop pays. */
export function knowsCost({ staff: { people, me } }: Pick<World, 'staff'>): boolean {
  const role = people.find((person) => person.id === me)?.role;
  return people.length === 0 || (role !== undefined && mayKnowCost(role));
}

/** A catalogue with what customers pay, for who is at the double's counter. */
export function chargedCatalogue(world: Pick<World, 'prices' | 'staff'>, view: ReadCatalogue): CatalogueView {
  const categoryOf = (_: unknown, subcategoryId: string): CategoryId | null => {
    const categoryId = view.subcategories.find((each) => each.id === subcategoryId)?.categoryId;
    return categoryId === undefined ? null : knownId<CategoryId>(categoryId);
  };
  return withCharges(
    { catalogue: { categoryOf }, localRecords: { prices: { read: () => world.prices } } },
    view,
    knowsCost(world),
  );
}
