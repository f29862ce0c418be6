import type { WalletId } from '../core/ids.ts';
import { knownId } from '../core/ids.ts';
import { ok } from '../core/result.ts';
import type { CallHandlers } from '../../src-preload/contract/schemas.ts';
import { counterOf } from './context.ts';
import type { CallContext } from './context.ts';

export function catalogueCalls(context: CallContext): CallHandlers['catalogue'] {
  return {
    read: async ({ walletId }) => {
      const counter = counterOf(context);
      return Promise.resolve(counter.ok ? ok(counter.value.catalogue.read(knownId<WalletId>(walletId))) : counter);
    },
    sync: async ({ walletId }) => {
      const counter = counterOf(context);
      return counter.ok ? counter.value.catalogue.sync(knownId<WalletId>(walletId)) : counter;
    },
  };
}
