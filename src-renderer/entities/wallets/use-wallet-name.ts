import type { WalletView } from '../../../src-shared/contract/schemas.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';

/** A wallet without a name goes by its currency. */
export function useWalletName(): (wallet: WalletView) => string {
  const text = useText();
  const name = useName();
  return (wallet) => name(wallet.name) ?? `${text('wallet.unnamed')} ${wallet.currency}`;
}
