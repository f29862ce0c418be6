import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { Randomness } from '../../core/ports.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Journal } from '../../journal/journal.ts';
import { asJsonObject } from '../../journal/json.ts';
import {
  priceEventKinds,
  readPriceEvent,
  type FaceValueTerms,
  type PriceEvent,
  type PriceEventBody,
  type PriceEventKind,
  type PriceRateTerms,
  type PriceRule,
  type PriceRuleTerms,
} from '../machine/events.ts';
import { priceListOf, type PriceList } from '../machine/price-list.ts';
import { faceValueFault, rateFault, ruleFault } from '../machine/terms.ts';

/** The prices of this counter as the journal has them. Local: no network, no key. */
export interface PriceRecords {
  /** Oldest first. Read by kind: sales make it no slower. */
  history(): readonly PriceEvent[];
  read(): PriceList;
  /** Sets the one rule for a target, under the id that it had. `input_invalid` names the field. */
  setRule(terms: PriceRuleTerms): Result<PriceRule, Failure>;
  /** `input_invalid` where no rule in force has this id. */
  removeRule(id: string): Result<void, Failure>;
  /** `input_invalid` names the field. */
  setRate(terms: PriceRateTerms): Result<PriceRateTerms, Failure>;
  /** What is printed on a card, as an amount. `input_invalid` names the field. */
  setFaceValue(terms: FaceValueTerms): Result<FaceValueTerms, Failure>;
}

export function openPriceRecords(
  journal: Pick<Journal, 'append' | 'events'>,
  randomness: Pick<Randomness, 'uuid'>,
): PriceRecords {
  const history = (): readonly PriceEvent[] =>
    priceEventKinds
      .flatMap((kind) => journal.events({ kind }))
      .flatMap((recorded) => readPriceEvent(recorded) ?? [])
      .toSorted((a, b) => a.seq - b.seq);
  const read = (): PriceList => priceListOf(history());
  const append = <K extends PriceEventKind>(subject: string, kind: K, body: PriceEventBody<K>) =>
    journal.append({ subject, kind, body: asJsonObject(body) });
  return {
    history,
    read,
    setRule: (terms) => {
      const fault = ruleFault(terms);
      if (fault !== null) return err({ code: 'input_invalid', field: fault });
      const before = read().rules.find(
        ({ target }) => target.kind === terms.target.kind && target.id === terms.target.id,
      );
      const subject = before?.id ?? randomness.uuid();
      const recorded = append(subject, 'price-rule-set', terms);
      return recorded.ok ? ok({ id: subject, ...terms }) : recorded;
    },
    removeRule: (id) => {
      if (!read().rules.some((rule) => rule.id === id)) return err({ code: 'input_invalid', field: 'rule' });
      const recorded = append(id, 'price-rule-removed', {});
      return recorded.ok ? ok(undefined) : recorded;
    },
    setRate: (terms) => {
      const fault = rateFault(terms);
      if (fault !== null) return err({ code: 'input_invalid', field: fault });
      const recorded = append(randomness.uuid(), 'price-rate-set', terms);
      return recorded.ok ? ok(terms) : recorded;
    },
    setFaceValue: (terms) => {
      const fault = faceValueFault(terms);
      if (fault !== null) return err({ code: 'input_invalid', field: fault });
      const recorded = append(randomness.uuid(), 'price-face-value-set', terms);
      return recorded.ok ? ok(terms) : recorded;
    },
  };
}
