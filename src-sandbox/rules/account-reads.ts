import { businessName } from '../state/seed/wallets.ts';
import { fromThousandths } from '../state/thousandths.ts';
import type { Wallet } from '../state/wallets.ts';
import { singleField } from '../wire/seen-request.ts';
import { answerWith, grantedWallet, isoTime, type CallOutcome, type SignedCall } from './call.ts';
import { answerPage, inMemory } from './lists.ts';

export function readProfile(call: SignedCall): CallOutcome {
  const { settings } = call.state;
  return answerWith({
    partnerId: settings.get('partnerId'),
    applicationId: settings.get('applicationId'),
    businessName: shownName(call, businessName),
    status: 'active',
  });
}

export function listWallets(call: SignedCall): CallOutcome {
  const keyOf = (wallet: Wallet) => wallet.id;
  const { wallets, cursor } = call.profile.bodies;
  return answerPage(call, inMemory(call.state.wallets.list(), keyOf), keyOf, (wallet) => walletView(call, wallet), {
    holder: wallets,
    cursor,
  });
}

export function readWallet(call: SignedCall): CallOutcome {
  const wallet = grantedWallet(call);
  return wallet.ok ? answerWith(walletView(call, wallet.value)) : wallet;
}

function walletView(call: SignedCall, wallet: Wallet): unknown {
  const { id, currency, status, nameAr, nameEn, balanceThousandths, allowedDebtThousandths } = wallet;
  const debt =
    allowedDebtThousandths === null ? undefined : { amount: fromThousandths(allowedDebtThousandths), currency };
  return {
    id,
    name: shownName(call, { ar: nameAr, en: nameEn }),
    balance: { amount: fromThousandths(balanceThousandths), currency, asOf: isoTime(call.nowMs) },
    currency,
    status,
    allowedDebt: debt,
  };
}

/** A name in both languages, or in the one that was asked for. */
function shownName(call: SignedCall, name: { readonly ar: string; readonly en: string }): unknown {
  if (call.profile.bodies.names === 'localized') return name;
  return /^ar\b/i.test(singleField(call.seen, 'accept-language') ?? '') ? name.ar : name.en;
}
