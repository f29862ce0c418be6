import type { Failure } from '../../src-shared/contract/codes.ts';
import type { Randomness, Sealer } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { unwrapUnderSecret, wrapUnderSecret } from './scrypt-wrap.ts';

/** A sealer under a passphrase (scrypt). An empty or absent passphrase gives `passphrase_required`. */
export function passphraseSealer(passphrase: string | undefined, randomness: Randomness): Result<Sealer, Failure> {
  if (passphrase === undefined || passphrase === '') return err({ code: 'passphrase_required' });
  return ok(secretSealer('passphrase', passphrase, randomness));
}

/** A sealer under a secret that a person keeps. */
export function secretSealer(name: string, secret: string, randomness: Randomness): Sealer {
  return {
    name,
    wrap: async (dataKey) => ok(await wrapUnderSecret(secret, dataKey, randomness)),
    unwrap: async (wrapped) => {
      const dataKey = await unwrapUnderSecret(secret, wrapped);
      return dataKey === null ? err({ code: 'wrong_secret' }) : ok(dataKey);
    },
  };
}
