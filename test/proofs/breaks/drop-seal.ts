import { exchangeKept as exchangeHonestly } from '../../../src-main/exchange/exchange-kept.ts';
import type { Vault } from '../../../src-main/vault/vault.ts';

export * from '../../../src-main/exchange/exchange-kept.ts';

/** Law 4 broken: an answer to an order is judged and recorded, and what is kept of it is empty. */
export const exchangeKept: typeof exchangeHonestly = (context, question) =>
  exchangeHonestly(
    question.sealedId.startsWith('answer:') ? { ...context, vault: forgetful(context.vault) } : context,
    question,
  );

function forgetful(vault: Vault): Vault {
  return {
    seal: (identity) => vault.seal(identity, new Uint8Array()),
    unseal: (identity, record) => vault.unseal(identity, record),
    prove: () => vault.prove(),
    digest: (purpose, text) => vault.digest(purpose, text),
    makeRecoveryPhrase: () => vault.makeRecoveryPhrase(),
  };
}
