/** An answer of ours that the contract does not allow. Its message names members, never their values. */
export class ContractBreach extends Error {
  override readonly name = 'ContractBreach';
}
