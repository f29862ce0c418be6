import { barcodeDigest } from '../../src-shared/contract/preferences.ts';
import type { Vault } from '../vault/vault.ts';

/**
 * How a counter tells the codes on cards again without keeping them (law 6: what was scanned may have been a voucher).
 */
export type BarcodeDigests = (code: string) => string;

export function barcodeDigests(vault: Vault): BarcodeDigests {
  return (code) => `hmac:${vault.digest('barcode', code)}`;
}

/**
 * Pairings from a file, where earlier versions kept the codes themselves: each code becomes its digest, and is let go
 * where none can be made now.
 */
export function withoutCodes(kept: unknown, digestOf: BarcodeDigests | null): Readonly<Record<string, unknown>> {
  const pairings: readonly [string, unknown][] = Object.entries(kept ?? {});
  return Object.fromEntries(
    pairings.flatMap(([key, cardId]) => {
      const digest = barcodeDigest.safeParse(key).success ? key : digestOf?.(key);
      return digest === undefined ? [] : [[digest, cardId] as const];
    }),
  );
}
