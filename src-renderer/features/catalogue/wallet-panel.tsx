import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select, SelectValue } from 'react-aria-components/Select';

import type { WalletView } from '../../../src-preload/contract/schemas.ts';
import { useName, useText } from '../../app/i18n/use-text.ts';
import { useAge } from '../../app/i18n/use-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { useNow } from '../../ui/use-now.ts';
import { LowBalance } from './low-balance.tsx';
import { useSelectedWallet, useWallets } from './wallets-store.ts';
import './wallet-panel.css';

/** Which wallet pays, what it holds, and how old that knowledge is. */
export function WalletPanel() {
  const text = useText();
  const age = useAge();
  const nowMs = useNow(15_000);
  const wallet = useSelectedWallet();
  const readAt = useWallets(({ view }) => view?.readAt);
  if (wallet === undefined) return null;
  return (
    <div className="wallet-panel">
      <WalletSelect />
      <p className="wallet-panel__balance">
        <span className="visually-hidden">{text('wallet.balance')} </span>
        <Money {...wallet.balance} strong />
      </p>
      <p className="wallet-panel__age">{text('wallet.balance')} {text('wallet.read', { age: age(wallet.balance.asOf ?? readAt, nowMs) })}</p>
      <LowBalance key={wallet.id} wallet={wallet} />
    </div>
  );
}

export function WalletSelect() {
  const text = useText();
  const name = useName();
  const view = useWallets((wallets) => wallets.view);
  const selectedId = useWallets((wallets) => wallets.selectedId);
  const nameOf = (wallet: WalletView): string => name(wallet.name) ?? `${text('wallet.unnamed')} ${wallet.currency}`;
  return (
    <Select className="wallet-select" value={selectedId} onChange={(key) => useWallets.getState().choose(String(key))}>
      <Label className="field__label">{text('wallet.label')}</Label>
      <Button className="wallet-select__button">
        <SelectValue className="wallet-select__value">{({ selectedText }) => <bdi>{selectedText}</bdi>}</SelectValue>
        <Icon name="down" size={18} />
      </Button>
      <Popover className="popover">
        <ListBox className="wallet-select__list" items={view?.items ?? []}>
          {(wallet) => (
            <ListBoxItem className="wallet-select__item" id={wallet.id} textValue={nameOf(wallet)}>
              <bdi>{nameOf(wallet)}</bdi>
              <Money {...wallet.balance} />
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
