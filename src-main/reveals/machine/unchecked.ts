import type { Failure, FailureCode } from '../../../src-shared/contract/codes.ts';
import type { WalletId } from '../../core/ids.ts';
import type { RevealEventBody } from './events.ts';

/** What of the owned cards could not be read, and why; `walletId` is absent where it is the list of wallets. */
export type Unchecked = Readonly<RevealEventBody<'owned-cards-check-stopped'>['unchecked'][number]>;

/** After these no other wallet answers either. */
const stopsAll: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'service_unreachable',
  'connection_lost',
  'answer_timeout',
  'not_enrolled',
  'invalid_credentials',
  'insufficient_scope',
  'source_ip_not_allowed',
  'rate_limited',
  'dependency_unavailable',
]);
/** Nothing was answered: there is nothing yet that a person could accept. */
const noAnswer: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'service_unreachable',
  'connection_lost',
  'answer_timeout',
  'not_enrolled',
]);

export function stopsEveryWallet({ code }: Failure): boolean {
  return stopsAll.has(code);
}

/** A person accepts what they were shown, where the service did answer. */
export function mayAccept(unchecked: readonly Unchecked[], shown: readonly Unchecked[] | null): boolean {
  const wasShown = (walletId: WalletId | undefined): boolean =>
    shown?.some((one) => one.walletId === walletId) === true;
  return unchecked.every(({ walletId, code }) => !noAnswer.has(code) && wasShown(walletId));
}

export function uncheckedOf({ code, detail, httpStatus, requestId }: Failure, walletId?: WalletId): Unchecked {
  return {
    ...(walletId === undefined ? {} : { walletId }),
    code,
    ...(detail === undefined ? {} : { detail }),
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}

export function failureIn({ walletId: _, ...failure }: Unchecked): Failure {
  return failure;
}
