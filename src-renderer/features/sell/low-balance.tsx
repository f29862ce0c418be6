import { useState, type SyntheticEvent } from 'react';
import type { WalletView } from '../../../src-shared/contract/schemas.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { isMoreThan } from '../../base/money/total.ts';
import { typedAmount } from '../../base/money/typed-amount.ts';
import { usePreferences } from '../../base/stores/preferences-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Field } from '../../ui/field.tsx';
import { moneyText } from '../../ui/money.tsx';

/** Says that a wallet runs low, and lets the people at this counter say what low is. */
export function LowBalance({ wallet }: { wallet: WalletView }) {
  const text = useText();
  const threshold = usePreferences(({ preferences }) => preferences.lowBalance[wallet.id]);
  const [phase, setPhase] = useState<'shown' | 'changing' | 'changed'>('shown');
  const isLow = threshold !== undefined && isMoreThan(threshold, wallet.balance.amount);
  if (phase === 'changing')
    return <ThresholdForm wallet={wallet} threshold={threshold} onDone={() => setPhase('changed')} />;
  const amount = threshold === undefined ? null : moneyText(threshold, wallet.currency, text);
  const says =
    amount === null ? text('wallet.low.set') : isLow ? text('wallet.low.change') : text('wallet.low.under', { amount });
  const change = (
    <Button tone="quiet" autoFocus={phase === 'changed'} onPress={() => setPhase('changing')}>
      {says}
    </Button>
  );
  if (amount === null || !isLow) return change;
  return (
    <Callout tone="wait" icon="alert" role="status" actions={change}>
      <p>{text('wallet.low', { amount })}</p>
    </Callout>
  );
}

function ThresholdForm({
  wallet,
  threshold,
  onDone,
}: {
  wallet: WalletView;
  threshold: string | undefined;
  onDone: () => void;
}) {
  const text = useText();
  const [typed, setTyped] = useState(threshold ?? '');
  const [isTried, setTried] = useState(false);
  const isWrong = typed.trim() !== '' && typedAmount(typed) === null;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isWrong) return;
    keepThreshold(wallet.id, typedAmount(typed));
    onDone();
  };
  return (
    <form className="wallet-panel__threshold" onSubmit={submit}>
      <Field
        label={text('wallet.low.field')}
        hint={text('wallet.low.hint')}
        value={typed}
        onChange={setTyped}
        ltr
        autoFocus
        maxLength={20}
        error={isTried && isWrong ? text('wallet.low.invalid') : undefined}
      />
      <div className="wallet-panel__actions">
        <Button type="submit">{text('wallet.low.keep')}</Button>
        <Button tone="quiet" onPress={onDone}>
          {text('wallet.low.leave')}
        </Button>
      </div>
    </form>
  );
}

function keepThreshold(walletId: string, amount: string | null): void {
  const { preferences, change } = usePreferences.getState();
  const { [walletId]: _, ...others } = preferences.lowBalance;
  void change({ lowBalance: amount === null ? others : { ...others, [walletId]: amount } });
}
