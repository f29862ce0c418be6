import type { Randomness, Sealer } from '../core/ports.ts';
import { err, ok } from '../core/result.ts';
import { decrypt, encrypt, keyBytes } from './cipher.ts';

const context = 'memory wrap';

/** A sealer for training: its key lives in this process only, so what it sealed is lost at exit. */
export function memorySealer(randomness: Randomness): Sealer {
  const key = randomness.bytes(keyBytes);
  return {
    name: 'memory',
    wrap: (dataKey) => Promise.resolve(ok(encrypt(key, context, dataKey, randomness))),
    unwrap: (wrapped) => {
      const dataKey = decrypt(key, context, wrapped);
      return Promise.resolve(dataKey === null ? err({ code: 'sealer_changed' }) : ok(dataKey));
    },
  };
}
