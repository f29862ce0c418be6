import type { Randomness, Sealer } from '../core/ports.ts';

/** A sealer for training: its key lives in this process only, so what it sealed is lost at exit. */
export function memorySealer(randomness: Randomness): Sealer {
  throw new Error(`not built yet: ${typeof randomness}`);
}
