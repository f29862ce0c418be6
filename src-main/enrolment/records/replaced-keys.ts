import type { KeyEntry } from '../../keyring/entry.ts';
import type { Keyring } from '../../keyring/keyring.ts';

/** A key that was replaced, and how many orders are pinned to it and not settled. */
export interface ReplacedKey {
  readonly entry: KeyEntry;
  readonly pendingOrders: number;
}

export function replacedKeys({
  keyring,
  deployment,
  pendingOrders,
}: {
  readonly keyring: Keyring;
  readonly deployment: string;
  readonly pendingOrders: (keyId: string) => number;
}): readonly ReplacedKey[] {
  return replacedEntries({ keyring, deployment }).map((entry) => ({
    entry,
    pendingOrders: entry.keyId === null ? 0 : pendingOrders(entry.keyId),
  }));
}

export function replacedEntries({
  keyring,
  deployment,
}: {
  readonly keyring: Pick<Keyring, 'entries'>;
  readonly deployment: string;
}): readonly KeyEntry[] {
  return keyring.entries().filter((entry) => entry.deployment === deployment && entry.status === 'replaced');
}
