import { useState } from 'react';
import type { PriceListView } from '../../../src-shared/contract/prices.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { typedDecimal } from '../../base/money/typed-decimal.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { useSelectedWallet } from '../../entities/wallets/wallets-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';
import { currencyCode } from './currency-code.ts';
import { usePrices } from './prices-store.ts';
import { rateWords } from './rule-words.ts';
import { useEntry } from './use-entry.ts';

/** What one unit of a wallet's currency is in the currency that customers pay in. */
export function RatesPanel({ rates }: { rates: PriceListView['rates'] }) {
  const text = useText();
  const mayChange = useMay('prices', 'setRate');
  return (
    <section className="panel" aria-labelledby="prices-rates">
      <h2 id="prices-rates">{text('prices.rates')}</h2>
      <p className="panel__says">{text('prices.rates.says')}</p>
      <ul className="prices__list">
        {rates.map((rate) => (
          <li key={`${rate.from} ${rate.to}`}>{rateWords(rate, text)}</li>
        ))}
      </ul>
      {mayChange ? <RateForm /> : null}
    </section>
  );
}

const none = { to: '', rate: '' };

function RateForm() {
  const text = useText();
  const walletCurrency = useSelectedWallet()?.currency ?? '';
  const [from, setFrom] = useState<string | null>(null);
  const [{ to, rate }, setTyped] = useState(none);
  const [saved, setSaved] = useState(false);
  const type = (part: Partial<typeof none>): void => {
    setTyped((now) => ({ ...now, ...part }));
    setSaved(false);
  };
  const { busy, form, refusal, errorAt } = useEntry(async () => {
    const terms = { from: currencyCode(from ?? walletCurrency), to: currencyCode(to), rate: typedDecimal(rate) };
    const refused = await usePrices.getState().change((prices) => prices.setRate(terms));
    setSaved(refused === null);
    if (refused === null) setTyped(none);
    return refused;
  });
  return (
    <form className="prices__form" {...form}>
      <Field
        label={text('prices.rate.from')}
        value={from ?? walletCurrency}
        onChange={setFrom}
        ltr
        maxLength={10}
        error={errorAt('from')}
      />
      <Field
        label={text('prices.rate.to')}
        value={to}
        onChange={(next) => type({ to: next })}
        ltr
        maxLength={10}
        error={errorAt('to')}
      />
      <Field
        label={text('prices.rate')}
        value={rate}
        onChange={(next) => type({ rate: next })}
        ltr
        maxLength={24}
        error={errorAt('rate')}
      />
      {refusal === null ? null : <FailureNote failure={refusal} />}
      <div className="panel__actions">
        <Button type="submit" isPending={busy}>
          {text('prices.rate.add')}
        </Button>
        <span role="status">{saved ? text('prices.saved') : ''}</span>
      </div>
    </form>
  );
}
