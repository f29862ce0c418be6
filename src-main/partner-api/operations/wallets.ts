import type { WalletId } from '../../core/ids.ts';
import type { Money } from '../../core/money.ts';
import type { BodyReader } from './body-reader.ts';
import { pageShaped, type Page, type PageShape } from './list.ts';
import { readName, type LocalizedText } from './localized.ts';
import { readAmount, readCurrency, readMoney } from './money.ts';
import { idOf, isRecord, member, readRecord, readWord } from './record.ts';

/** A wallet; the API shows no fields of it, so these are the ones it speaks of elsewhere. */
export interface Wallet {
  readonly id: WalletId;
  readonly currency: string;
  readonly balance: Money;
  readonly name?: LocalizedText;
  readonly status?: string;
  readonly allowedDebt?: Money;
}

const optional = {
  id: idOf<WalletId>(),
  walletId: idOf<WalletId>(),
  currency: readCurrency,
  name: readName,
  status: readWord,
  allowedDebt: readMoney,
};

/** Null without an id, without a readable balance, or where the balance is in another currency than the wallet. */
export const readWallet: BodyReader<Wallet> = (body) => {
  const read = readRecord(body, {}, optional);
  if (read === null || read.oddFields.includes('currency')) return null;
  const { id, walletId, currency, ...rest } = read.value;
  const walletsOwnId = id ?? walletId;
  const balance = balanceOf(body, currency);
  if (walletsOwnId === undefined || balance === null) return null;
  // "currency: always the wallet's currency" (Money).
  if (currency !== undefined && currency !== balance.currency) return null;
  return { ...rest, id: walletsOwnId, currency: balance.currency, balance };
};

export function readWallets(body: unknown, shape: PageShape): Page<Wallet> | null {
  return pageShaped(readWallet, walletFault, shape, ['items', 'wallets', 'data'])(body);
}

function walletFault(entry: unknown): string {
  const read = readRecord(entry, {}, optional);
  if (read === null) return 'entry';
  if (read.value.id === undefined && read.value.walletId === undefined) return 'id';
  return balanceOf(entry, read.value.currency) === null ? 'balance' : 'currency';
}

/** A Money, or a bare amount beside the wallet's currency. */
function balanceOf(body: unknown, currency: string | undefined): Money | null {
  const balance = isRecord(body) ? member(body, 'balance') : undefined;
  const amount = readAmount(balance);
  if (amount === null) return readMoney(balance);
  return currency === undefined ? null : { amount, currency };
}
