import { useWallets } from '../../entities/wallets/wallets-store.ts';

/** As it is typed; a code of three letters in capitals, unless a wallet has it otherwise. */
export function currencyCode(currency: string): string {
  const typed = currency.trim();
  const isOfWallet = useWallets.getState().view?.items.some((wallet) => wallet.currency === typed) === true;
  return !isOfWallet && /^[a-z]{3}$/i.test(typed) ? typed.toUpperCase() : typed;
}
