import type { Failure } from '../../src-preload/contract/codes.ts';
import type { Randomness, Sealer } from '../core/ports.ts';
import type { Result } from '../core/result.ts';

/** A sealed plaintext and the wrapped key of its own. Destroying `wrappedKey` purges the record for good. */
export interface SealedRecord {
  readonly ciphertext: Uint8Array;
  readonly wrappedKey: Uint8Array;
}

/** Seals and unseals records under the data key of this installation ("Sealing" in the design). Holds the key; never gives it out. */
export interface Vault {
  /** `identity` is bound to the record: it unseals under the same identity only. */
  seal(identity: string, plaintext: Uint8Array): SealedRecord;
  /** Failure `seal_failed` for any other identity, key or altered byte. */
  unseal(identity: string, record: SealedRecord): Result<Uint8Array, Failure>;
  /** Seals and unseals a random probe, and sees that the envelope is still on disk. Called before each attempt. */
  prove(): Result<void, Failure>;
  /** Makes a recovery phrase, which replaces an earlier one. It is shown this once and kept nowhere. */
  makeRecoveryPhrase(): Promise<Result<string, Failure>>;
}

export interface VaultOptions {
  readonly directory: string;
  readonly sealer: Sealer;
  readonly randomness: Randomness;
}

/**
 * Opens the vault in `directory`, making it on first use. Open the journal first: its exclusive use keeps two processes
 * from making a vault at the same time.
 * Codes: `passphrase_wrong`, `sealing_unsafe`, `vault_unavailable` (detail `sealer_changed`, `envelope_malformed`, `envelope_not_written` ...).
 */
export async function openVault(options: VaultOptions): Promise<Result<Vault, Failure>> {
  throw await Promise.resolve(new Error(`not built yet: ${options.directory}`));
}

/** Opens the vault with the recovery phrase and wraps its data key anew under `sealer`. */
export async function openVaultWithRecovery(options: VaultOptions & { readonly phrase: string }): Promise<Result<Vault, Failure>> {
  throw await Promise.resolve(new Error(`not built yet: ${options.directory}`));
}
