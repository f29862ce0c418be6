import { businessName } from '../seed/wallets.ts';
import type { Wallet } from '../state/wallets.ts';
import { answerWith, grantedWallet, isoTime, type Outcome, type SignedCall } from './call.ts';
import { answerPage, inMemory } from './lists.ts';
import { fromThousandths } from './money.ts';

export function readProfile(call: SignedCall): Outcome {
  const { settings } = call.state;
  return answerWith({
    partnerId: settings.get('partnerId'),
    applicationId: settings.get('applicationId'),
    businessName,
    status: 'active',
  });
}

export function listWallets(call: SignedCall): Outcome {
  const keyOf = (wallet: Wallet) => wallet.id;
  return answerPage(call, inMemory(call.state.wallets.list(), keyOf), keyOf, (wallet) => walletView(wallet, call.nowMs));
}

export function readWallet(call: SignedCall): Outcome {
  const wallet = grantedWallet(call);
  return wallet.ok ? answerWith(walletView(wallet.value, call.nowMs)) : wallet;
}

function walletView(wallet: Wallet, nowMs: number): unknown {
  const { id, currency, status, nameAr, nameEn, balanceThousandths, allowedDebtThousandths } = wallet;
  const debt = allowedDebtThousandths === null ? undefined : { amount: fromThousandths(allowedDebtThousandths), currency };
  return {
    id,
    name: { ar: nameAr, en: nameEn },
    balance: { amount: fromThousandths(balanceThousandths), currency, asOf: isoTime(nowMs) },
    currency,
    status,
    allowedDebt: debt,
  };
}
