import { takeAnswer as takeHonestly } from '../../../src-main/orders/answer.ts';
import type { Vault } from '../../../src-main/vault/vault.ts';

export * from '../../../src-main/orders/answer.ts';

/** Law 4 broken: the answer is judged and recorded, and what is kept of it is empty. */
export const takeAnswer: typeof takeHonestly = (context, ...rest) =>
  takeHonestly({ ...context, vault: forgetful(context.vault) }, ...rest);

function forgetful(vault: Vault): Vault {
  return {
    seal: (identity) => vault.seal(identity, new Uint8Array()),
    unseal: (identity, record) => vault.unseal(identity, record),
    prove: () => vault.prove(),
    digest: (purpose, text) => vault.digest(purpose, text),
    makeRecoveryPhrase: () => vault.makeRecoveryPhrase(),
  };
}
