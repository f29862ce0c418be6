import { describe, expect, it } from 'vitest';
import { journalRules } from '../../../../../src-main/app/counter/journal-rules.ts';
import { knownId, type StaffId } from '../../../../../src-main/core/ids.ts';
import { systemClock, systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { openJournal } from '../../../../../src-main/journal/open-journal.ts';
import type { PriceRuleTerms } from '../../../../../src-main/prices/machine/events.ts';
import { openPriceRecords } from '../../../../../src-main/prices/records/price-records.ts';
import { actingAs } from '../../../../../src-main/staff/acting.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { value } from '../../orders/till.ts';

const terms: PriceRuleTerms = {
  target: { kind: 'wallet', id: systemRandomness.uuid() },
  form: { kind: 'percent', percent: '5' },
  currency: 'KWD',
  rounding: { step: '0.05', mode: 'nearest' },
  allowBelowCost: false,
};
const rate = { from: 'KWD', to: 'USD', rate: '3.25' };

describe('the prices of a counter', () => {
  it('are read back from the file as they were set, with their history', () => {
    const { directory, journal, records } = opened();
    expect(records.read()).toEqual({ revision: 0, rules: [], rates: [], faceValues: [] });
    const first = value(records.setRule(terms));
    const { id } = value(records.setRule({ ...terms, form: { kind: 'amount', amount: '0.25' } }));
    value(records.setRate(rate));
    const other = value(records.setRule({ ...terms, target: { kind: 'card', id: systemRandomness.uuid() } }));
    value(records.removeRule(other.id));
    journal.close();

    const again = opened(directory);
    expect(id).toBe(first.id);
    const { revision, rules, rates } = again.records.read();
    expect({ rules, rates }).toEqual({
      rules: [{ id, ...terms, form: { kind: 'amount', amount: '0.25' } }],
      rates: [rate],
    });
    const history = again.records.history();
    expect(revision).toBe(history.at(-1)?.seq);
    expect(history.map(({ kind, body }) => [kind, body])).toEqual([
      ['price-rule-set', terms],
      ['price-rule-set', { ...terms, form: { kind: 'amount', amount: '0.25' } }],
      ['price-rate-set', rate],
      ['price-rule-set', { ...terms, target: other.target }],
      ['price-rule-removed', {}],
    ]);
    expect(again.journal.verify()).toMatchObject({ ok: true });
    expect(again.journal.compareProjection()).toEqual([]);
  });

  it.each([
    ['card', { target: { kind: 'card', id: 'C' } }],
    ['currency', { currency: '' }],
    ['currency', { currency: 'ELEVENCHARS' }],
    ['step', { rounding: { step: '1000000000', mode: 'up' } }],
    ['fixed', { form: { kind: 'fixed', amount: '1000000000' } }],
    ['percent', { form: { kind: 'percent', percent: '1000000000' } }],
    ['amount', { form: { kind: 'amount', amount: '1000000000.5' } }],
    ['step', { rounding: { step: '0', mode: 'up' } }],
    ['step', { rounding: { step: '0.0005', mode: 'up' } }],
    ['fixed', { form: { kind: 'fixed', amount: '1.0005' } }],
    ['fixed', { form: { kind: 'fixed', amount: '-1' } }],
    ['percent', { form: { kind: 'percent', percent: 'five' } }],
    ['amount', { form: { kind: 'amount', amount: '1e3' } }],
    ['allow-below-cost', { form: { kind: 'percent', percent: '-5' } }],
    ['allow-below-cost', { form: { kind: 'amount', amount: '-0.1' } }],
  ] satisfies readonly (readonly [string, Partial<PriceRuleTerms>])[])(
    'refuse a rule and name %s: %j',
    (field, wrong) => {
      const { records } = opened();
      expect(records.setRule({ ...terms, ...wrong })).toEqual({ ok: false, error: { code: 'input_invalid', field } });
      expect(records.history()).toEqual([]);
    },
  );

  it.each([
    { kind: 'percent', percent: '-5', on: 'faceValue' },
    { kind: 'amount', amount: '-0.1', on: 'faceValue' },
  ] as const)('take less than the face value, which may be far above the cost: %j', (form) => {
    const { records } = opened();
    expect(value(records.setRule({ ...terms, form, allowBelowCost: false }))).toMatchObject({ form });
  });

  it.each(['USDT', 'usd', '$', 'ten chars!'])('take %s, which a wallet may have, and read it again', (currency) => {
    const { records } = opened();
    const form = { kind: 'fixed', amount: '999999999' } as const;
    value(records.setRule({ ...terms, form, currency }));
    value(records.setRate({ from: currency, to: 'KWD', rate: '999999999.999999' }));
    value(records.setFaceValue({ card: terms.target.id, amount: '999999999', currency }));
    expect(records.read()).toMatchObject({
      rules: [{ currency }],
      rates: [{ from: currency }],
      faceValues: [{ currency }],
    });
    expect(records.setFaceValue({ card: terms.target.id, amount: '1000000000', currency })).toEqual({
      ok: false,
      error: { code: 'input_invalid', field: 'face-value' },
    });
  });

  it('take a rule below the cost that was meant', () => {
    const { records } = opened();
    const below = { ...terms, form: { kind: 'percent' as const, percent: '-5' }, allowBelowCost: true };
    expect(value(records.setRule(below))).toMatchObject(below);
  });

  it.each([
    ['from', { from: '' }],
    ['to', { to: 'KWD' }],
    ['rate', { rate: '0' }],
    ['rate', { rate: '1000000000' }],
    ['from', { from: 'ELEVENCHARS' }],
  ])('refuse a rate and name %s', (field, wrong) => {
    const refused = opened().records.setRate({ ...rate, ...wrong });
    expect(refused).toEqual({ ok: false, error: { code: 'input_invalid', field } });
  });

  it('say in their history who set them, and not among the rules', () => {
    const { records } = opened();
    const by = knownId<StaffId>(systemRandomness.uuid());
    const { id } = value(actingAs(by, () => records.setRule(terms)));
    value(actingAs(by, () => records.setRate(rate)));
    expect(records.read()).toMatchObject({ rules: [{ id, ...terms }], rates: [rate] });
    expect(JSON.stringify(records.read())).not.toContain(by);
    value(actingAs(by, () => records.removeRule(id)));
    expect(records.history().map(({ body }) => body.by)).toEqual([by, by, by]);
  });

  it('refuse to remove a rule that is not there', () => {
    const { records } = opened();
    const { id } = value(records.setRule(terms));
    value(records.removeRule(id));
    expect(records.removeRule(id)).toEqual({ ok: false, error: { code: 'input_invalid', field: 'rule' } });
  });
});

function opened(directory = tempFolder()) {
  const journal = value(
    openJournal({ rules: journalRules, directory, clock: systemClock, randomness: systemRandomness }),
  );
  return { directory, journal, records: openPriceRecords(journal, systemRandomness) };
}
