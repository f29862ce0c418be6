import { useState, type ReactNode, type SyntheticEvent } from 'react';
import type { WalletView } from '../../../src-shared/contract/schemas.ts';
import type { LowBalance as Low } from '../../../src-shared/contract/today.ts';
import { ask } from '../../base/bridge.ts';
import { useText, type Text } from '../../base/i18n/use-text.ts';
import { typedAmount } from '../../base/money/typed-amount.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { usePreferences } from '../../base/stores/preferences-store.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { useLowBalance } from '../../entities/wallets/low-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';
import { moneyText } from '../../ui/money.tsx';

/** Says that a wallet runs low: by what a person here calls low, an average day, or one large sale. */
export function LowBalance({ wallet }: { wallet: WalletView }) {
  const text = useText();
  const low = useLowBalance(wallet.id);
  const mayChange = useMay('limits', 'set');
  const [phase, setPhase] = useState<'shown' | 'changing' | 'changed'>('shown');
  if (phase === 'changing') return <ThresholdForm wallet={wallet} onDone={() => setPhase('changed')} />;
  const isLow = low?.isLow === true;
  const change = mayChange ? (
    <Button tone="quiet" autoFocus={phase === 'changed'} onPress={() => setPhase('changing')}>
      {isLow ? text('wallet.low.change') : alertWords(low, wallet.currency, text)}
    </Button>
  ) : null;
  return isLow ? <LowCallout low={low} currency={wallet.currency} change={change} /> : change;
}

/** Main writes the message. A person sends it: the service has no call for it. */
function LowCallout({ low, currency, change }: { low: Low; currency: string; change: ReactNode }) {
  const text = useText();
  const [isCopied, setCopied] = useState(false);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const { walletId } = low;
  const copy = async (): Promise<void> => {
    // The words go first, so that a second copy is announced too.
    setCopied(false);
    const copied = await ask(({ wallets }) => wallets.copyTopUp({ walletId }));
    setFailure(copied.ok ? null : copied.error);
    setCopied(copied.ok);
  };
  const actions = (
    <>
      <Button tone="quiet" icon="copy" onPress={() => void copy()}>
        {text('wallet.low.copy')}
      </Button>
      {change}
    </>
  );
  return (
    <>
      <Callout tone="wait" icon="alert" actions={actions}>
        <p role="status">{lowWords(low, currency, text)}</p>
        <p role="status" className="wallet-panel__copied">
          {isCopied ? text('wallet.low.copied') : ''}
        </p>
      </Callout>
      {failure === null ? null : <FailureNote failure={failure} {...nextOf(failure, text)} />}
    </>
  );
}

/** The message is nowhere on the screen. */
function nextOf({ code }: ShownFailure, text: Text): { readonly next?: string } {
  return code === 'clipboard_unavailable' ? { next: text('wallet.low.notCopied') } : {};
}

function alertWords(low: Low | undefined, currency: string, text: Text): string {
  const amount = low === undefined || low.amount === null ? null : moneyText(low.amount, currency, text);
  if ((low?.by === 'person' || low?.by === 'largeSale') && amount !== null) return text('wallet.low.under', { amount });
  if (low?.by !== 'average') return text('wallet.low.set');
  return amount === null ? text('wallet.low.under.day') : text('wallet.low.under.average', { amount });
}

function lowWords({ by, amount }: Low, currency: string, text: Text): string {
  if (amount === null) return text('wallet.low.runs');
  const shown = { amount: moneyText(amount, currency, text) };
  return by === 'average' ? text('wallet.low.byAverage', shown) : text('wallet.low', shown);
}

function ThresholdForm({ wallet, onDone }: { wallet: WalletView; onDone: () => void }) {
  const text = useText();
  const threshold = usePreferences(({ preferences }) => preferences.lowBalance[wallet.id]);
  const [typed, setTyped] = useState(threshold ?? '');
  const [isTried, setTried] = useState(false);
  const isWrong = typed.trim() !== '' && typedAmount(typed) === null;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    setTried(true);
    if (isWrong) return;
    keepThreshold(wallet.id, typedAmount(typed) ?? undefined);
    onDone();
  };
  const never = (): void => {
    keepThreshold(wallet.id, null);
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
        <Button onPress={never}>{text('wallet.low.never')}</Button>
        <Button tone="quiet" onPress={onDone}>
          {text('wallet.low.leave')}
        </Button>
      </div>
    </form>
  );
}

/** Without an amount an average day decides; null: nobody wants an alert. */
function keepThreshold(walletId: string, amount: string | null | undefined): void {
  const { preferences, change } = usePreferences.getState();
  const { [walletId]: _, ...others } = preferences.lowBalance;
  void change({ lowBalance: amount === undefined ? others : { ...others, [walletId]: amount } });
}
