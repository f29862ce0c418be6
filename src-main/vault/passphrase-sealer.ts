import type { Failure } from '../../src-preload/contract/codes.ts';
import type { Randomness, Sealer } from '../core/ports.ts';
import type { Result } from '../core/result.ts';

/** A sealer under a passphrase (scrypt). An empty or absent passphrase gives `passphrase_required`. */
export function passphraseSealer(passphrase: string | undefined, randomness: Randomness): Result<Sealer, Failure> {
  throw new Error(`not built yet: ${typeof passphrase} ${typeof randomness}`);
}
