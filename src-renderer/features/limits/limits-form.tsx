import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { decimalsOf } from '../../../src-shared/money/currency-decimals.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { typedDecimal } from '../../base/money/typed-decimal.ts';
import { useStep } from '../../base/use-step.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';
import { useLimits, type LimitTerms } from './limits-store.ts';

const kinds = ['sale', 'shift', 'card'] as const;
type Typed = Readonly<Record<(typeof kinds)[number], string>>;

/** The limits of one currency. An empty field is no limit. */
export function LimitsForm({ currency, terms }: { currency: string; terms: LimitTerms | null }) {
  const text = useText();
  const [typed, setTyped] = useState<Typed>(() => ({
    sale: shownIn(currency, terms?.sale),
    shift: shownIn(currency, terms?.shift),
    card: shownIn(currency, terms?.card),
  }));
  const [saved, setSaved] = useState(false);
  const { busy, failure, go } = useStep(async () => {
    const refused = await useLimits.getState().set({
      currency,
      sale: amountOf(typed.sale),
      shift: amountOf(typed.shift),
      card: amountOf(typed.card),
    });
    setSaved(refused === null);
    return refused;
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!busy) void go();
  };
  const wrong = failure?.code === 'input_invalid' ? failure.field : undefined;
  return (
    <form className="limits__form" ref={form} onSubmit={submit}>
      {kinds.map((kind) => (
        <Field
          key={kind}
          label={text(`limits.${kind}`)}
          hint={text('limits.hint')}
          value={typed[kind]}
          onChange={(next) => {
            setTyped((now) => ({ ...now, [kind]: next }));
            setSaved(false);
          }}
          ltr
          maxLength={20}
          error={wrong === kind ? text('limits.wrong') : undefined}
        />
      ))}
      {failure === null || wrong !== undefined ? null : <FailureNote failure={failure} />}
      <div className="panel__actions">
        <Button type="submit" isPending={busy}>
          {text('limits.set')}
        </Button>
        <span role="status">{saved ? text('prices.saved') : ''}</span>
      </div>
    </form>
  );
}

function amountOf(typed: string): string | null {
  const amount = typedDecimal(typed);
  return amount === '' ? null : amount;
}

/** Three decimals are kept; those that nobody types are left out. */
function shownIn(currency: string, amount: string | null | undefined): string {
  if (amount === null || amount === undefined) return '';
  const decimals = decimalsOf(currency);
  const [whole = '', kept = ''] = amount.split('.');
  if (/[^0]/.test(kept.slice(decimals))) return amount;
  return decimals === 0 ? whole : `${whole}.${kept.slice(0, decimals)}`;
}
