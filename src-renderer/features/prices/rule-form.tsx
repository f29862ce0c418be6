import { useState } from 'react';
import { chargeBases } from '../../../src-shared/contract/charges.ts';
import type { PriceListView } from '../../../src-shared/contract/prices.ts';
import type { CallInput } from '../../../src-shared/contract/schemas.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { typedDecimal } from '../../base/money/typed-decimal.ts';
import { useSelectedWallet } from '../../entities/wallets/wallets-store.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';
import { Tick } from '../../ui/tick.tsx';
import { currencyCode } from './currency-code.ts';
import { usePrices } from './prices-store.ts';
import { TargetChoice, type Target } from './target-choice.tsx';
import { useTargetName } from './target-name.ts';
import { useEntry } from './use-entry.ts';

type Rule = PriceListView['rules'][number];
type RuleTerms = CallInput<'prices', 'setRule'>;

const forms = ['fixed', 'percent', 'amount'] as const;
const modes = ['up', 'nearest'] as const;

/** As it stands in the fields; main says what of it is wrong. */
interface Typed {
  readonly target: Target;
  readonly form: (typeof forms)[number];
  readonly number: string;
  readonly on: (typeof chargeBases)[number];
  readonly currency: string;
  readonly step: string;
  readonly mode: (typeof modes)[number];
  readonly allowBelowCost: boolean;
}

/** What a customer pays for what the rule is for. `rule` null: a new one. */
export function RuleForm({ rule, onDone }: { rule: Rule | null; onDone: () => void }) {
  const text = useText();
  const walletCurrency = useSelectedWallet()?.currency ?? '';
  const [typed, setTyped] = useState<Typed>(() => typedOf(rule, walletCurrency));
  const type = (part: Partial<Typed>): void => setTyped((now) => ({ ...now, ...part }));
  const { busy, form, refusal, errorAt } = useEntry(async () => {
    const refused = await usePrices.getState().change((prices) => prices.setRule(termsOf(typed)));
    if (refused === null) onDone();
    return refused;
  });
  return (
    <form className="prices__form" {...form}>
      {rule === null ? (
        <TargetChoice
          target={typed.target}
          onChange={(target) => type({ target })}
          error={errorAt(typed.target.kind)}
        />
      ) : (
        <Named target={rule.target} />
      )}
      <NumberFields typed={typed} onType={type} error={errorAt(typed.form)} />
      <Field
        label={text('prices.currency')}
        hint={text('prices.currency.hint')}
        value={typed.currency}
        onChange={(currency) => type({ currency })}
        ltr
        maxLength={10}
        error={errorAt('currency')}
      />
      <Field
        label={text('prices.step')}
        hint={text('prices.step.hint')}
        value={typed.step}
        onChange={(step) => type({ step })}
        ltr
        maxLength={20}
        error={errorAt('step')}
      />
      {typed.step.trim() === '' ? null : (
        <Choice
          label={text('prices.mode')}
          value={typed.mode}
          items={modes.map((id) => ({ id, name: text(`prices.mode.${id}`) }))}
          onChange={(mode) => type({ mode })}
        />
      )}
      <Tick isSelected={typed.allowBelowCost} onChange={(allowBelowCost) => type({ allowBelowCost })}>
        {text('prices.below')}
      </Tick>
      <BelowError error={errorAt('allow-below-cost')} />
      {refusal === null ? null : <FailureNote failure={refusal} />}
      <div className="panel__actions">
        <Button type="submit" tone="primary" isPending={busy}>
          {text('prices.save')}
        </Button>
        <Button onPress={onDone}>{text('prices.back')}</Button>
      </div>
    </form>
  );
}

function Named({ target }: { target: Target }) {
  const targetName = useTargetName();
  return (
    <p className="prices__target">
      <bdi>{targetName(target)}</bdi>
    </p>
  );
}

function BelowError({ error }: { error: string | undefined }) {
  return error === undefined ? null : (
    <p className="field__error" role="alert">
      {error}
    </p>
  );
}

interface NumberFieldsProps {
  readonly typed: Typed;
  readonly onType: (part: Partial<Typed>) => void;
  readonly error: string | undefined;
}

function NumberFields({ typed, onType, error }: NumberFieldsProps) {
  const text = useText();
  const hint = typed.form === 'fixed' ? {} : { hint: text('prices.less.hint') };
  return (
    <>
      <Choice
        label={text('prices.form')}
        value={typed.form}
        items={forms.map((id) => ({ id, name: text(`prices.form.${id}`) }))}
        onChange={(form) => onType({ form })}
      />
      {typed.form === 'fixed' ? null : (
        <Choice
          label={text('prices.on')}
          value={typed.on}
          items={chargeBases.map((id) => ({ id, name: text(`prices.on.${id}`) }))}
          onChange={(on) => onType({ on })}
        />
      )}
      <Field
        label={text(`prices.${typed.form}`)}
        value={typed.number}
        onChange={(number) => onType({ number })}
        ltr
        maxLength={20}
        error={error}
        {...hint}
      />
    </>
  );
}

function typedOf(rule: Rule | null, walletCurrency: string): Typed {
  const form = rule?.form ?? { kind: 'fixed', amount: '' };
  return {
    target: rule?.target ?? { kind: 'card', id: '' },
    form: form.kind,
    number: form.kind === 'percent' ? form.percent : form.amount,
    on: (form.kind === 'fixed' ? undefined : form.on) ?? 'cost',
    currency: rule?.currency ?? walletCurrency,
    step: rule?.rounding?.step ?? '',
    mode: rule?.rounding?.mode ?? 'up',
    allowBelowCost: rule?.allowBelowCost ?? false,
  };
}

function termsOf({ target, form, number, on, currency, step, mode, allowBelowCost }: Typed): RuleTerms {
  const plain = typedDecimal(number);
  return {
    target,
    form:
      form === 'fixed'
        ? { kind: form, amount: plain }
        : form === 'percent'
          ? { kind: form, percent: plain, on }
          : { kind: form, amount: plain, on },
    currency: currencyCode(currency),
    rounding: step.trim() === '' ? null : { step: typedDecimal(step), mode },
    allowBelowCost,
  };
}
