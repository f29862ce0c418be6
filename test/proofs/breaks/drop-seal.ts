import { exchangeKept as exchangeHonestly, type ExchangeContext } from '../../../src-main/exchange/exchange-kept.ts';

export * from '../../../src-main/exchange/exchange-kept.ts';

/** Law 4 broken: an answer to an order is judged and recorded, and what is kept of it is empty. */
export const exchangeKept: typeof exchangeHonestly = (context, question) =>
  exchangeHonestly(
    question.sealedId.startsWith('answer:') ? { ...context, vault: forgetful(context.vault) } : context,
    question,
  );

function forgetful(vault: ExchangeContext['vault']): ExchangeContext['vault'] {
  return {
    seal: (identity) => vault.seal(identity, new Uint8Array()),
    prove: () => vault.prove(),
  };
}
