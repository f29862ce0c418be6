import { useEffect, useState, type SyntheticEvent } from 'react';
import { askAboveAmountIn } from '../../../src-shared/money/large-sale.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { typedAmount } from '../../base/money/typed-amount.ts';
import { usePreferences } from '../../base/stores/preferences-store.ts';
import { useWallets } from '../../entities/wallets/wallets-store.ts';
import { Button } from '../../ui/button.tsx';
import '../../ui/panel.css';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';
import { unitOf } from '../../ui/money.tsx';
import { typedCards } from './typed-cards.ts';

/** Above how many cards, and above which total in each currency of its wallets, this counter asks once more. */
export function LargeSaleChoices() {
  const text = useText();
  const {
    preferences: { askAboveCards, askAboveAmount },
    failure,
  } = usePreferences();
  const wallets = useWallets(({ view }) => view?.items);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [phase, setPhase] = useState<'typing' | 'tried' | 'saved'>('typing');
  useEffect(() => {
    void useWallets.getState().loadOnce();
  }, []);
  const currencies = [...new Set(wallets?.map(({ currency }) => currency))];
  const cards = typed[cardsField] ?? String(askAboveCards);
  const amountOf = (currency: string): string => typed[currency] ?? askAboveAmountIn(currency, askAboveAmount);
  const isWrong = typedCards(cards) === null || currencies.some((currency) => typedAmount(amountOf(currency)) === null);
  const type = (field: string, value: string): void => {
    setTyped((now) => ({ ...now, [field]: value }));
    setPhase('typing');
  };
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const number = typedCards(cards);
    setPhase('tried');
    if (isWrong || number === null) return;
    const amounts = currencies.flatMap((currency) => [[currency, typedAmount(amountOf(currency)) ?? '']] as const);
    await usePreferences
      .getState()
      .change({ askAboveCards: number, askAboveAmount: { ...askAboveAmount, ...Object.fromEntries(amounts) } });
    if (usePreferences.getState().failure !== null) return;
    // What was typed while this was kept stays as it is typed.
    setTyped((now) => Object.fromEntries(Object.entries(now).filter(([field, value]) => typed[field] !== value)));
    setPhase((now) => (now === 'tried' ? 'saved' : now));
  };
  return (
    <form className="panel" onSubmit={(event) => void submit(event)}>
      <h2>{text('large.title')}</h2>
      <p className="panel__says">{text('large.says')}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
      <Field
        label={text('large.cards')}
        value={cards}
        onChange={(value) => type(cardsField, value)}
        ltr
        maxLength={6}
        error={phase === 'tried' && typedCards(cards) === null ? text('large.cards.invalid') : undefined}
      />
      {currencies.map((currency) => (
        <Field
          key={currency}
          label={text('large.amount', { unit: unitOf(currency, text) })}
          value={amountOf(currency)}
          onChange={(value) => type(currency, value)}
          ltr
          maxLength={20}
          error={phase === 'tried' && typedAmount(amountOf(currency)) === null ? text('wallet.low.invalid') : undefined}
        />
      ))}
      <div className="panel__actions">
        <Button type="submit">{text('wallet.low.keep')}</Button>
        <span role="status">{phase === 'saved' ? text('large.saved') : ''}</span>
      </div>
    </form>
  );
}

const cardsField = 'cards';
