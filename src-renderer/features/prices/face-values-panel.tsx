import { useState } from 'react';
import type { PriceListView } from '../../../src-shared/contract/prices.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { typedDecimal } from '../../base/money/typed-decimal.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { useSelectedWallet } from '../../entities/wallets/wallets-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { currencyCode } from './currency-code.ts';
import { usePrices } from './prices-store.ts';
import { CardChoice } from './target-choice.tsx';
import { useTargetName } from './target-name.ts';
import { useEntry } from './use-entry.ts';

/** What is printed on cards, as amounts that a rule can count with. */
export function FaceValuesPanel({ faceValues }: { faceValues: PriceListView['faceValues'] }) {
  const text = useText();
  const targetName = useTargetName();
  const mayChange = useMay('prices', 'setFaceValue');
  return (
    <section className="panel" aria-labelledby="prices-faces">
      <h2 id="prices-faces">{text('prices.faceValues')}</h2>
      <p className="panel__says">{text('prices.faceValues.says')}</p>
      <ul className="prices__list">
        {faceValues.map(({ card, amount, currency }) => (
          <li key={card} className="prices__row">
            <bdi className="prices__words">{targetName({ kind: 'card', id: card })}</bdi>
            <Money amount={amount} currency={currency} />
          </li>
        ))}
      </ul>
      {mayChange ? <FaceValueForm /> : null}
    </section>
  );
}

const none = { card: '', amount: '' };

function FaceValueForm() {
  const text = useText();
  const walletCurrency = useSelectedWallet()?.currency ?? '';
  const [currency, setCurrency] = useState<string | null>(null);
  const [{ card, amount }, setTyped] = useState(none);
  const [saved, setSaved] = useState(false);
  const type = (part: Partial<typeof none>): void => {
    setTyped((now) => ({ ...now, ...part }));
    setSaved(false);
  };
  const { busy, form, refusal, errorAt } = useEntry(async () => {
    const terms = { card, amount: typedDecimal(amount), currency: currencyCode(currency ?? walletCurrency) };
    const refused = await usePrices.getState().change((prices) => prices.setFaceValue(terms));
    setSaved(refused === null);
    if (refused === null) setTyped(none);
    return refused;
  });
  return (
    <form className="prices__form" {...form}>
      <CardChoice id={card} onChange={(id) => type({ card: id })} error={errorAt('card')} />
      <Field
        label={text('prices.faceValue')}
        value={amount}
        onChange={(next) => type({ amount: next })}
        ltr
        maxLength={20}
        error={errorAt('face-value')}
      />
      <Field
        label={text('prices.currency')}
        value={currency ?? walletCurrency}
        onChange={setCurrency}
        ltr
        maxLength={10}
        error={errorAt('currency')}
      />
      {refusal === null ? null : <FailureNote failure={refusal} />}
      <div className="panel__actions">
        <Button type="submit" isPending={busy}>
          {text('prices.faceValue.add')}
        </Button>
        <span role="status">{saved ? text('prices.saved') : ''}</span>
      </div>
    </form>
  );
}
