import type { Keyring } from '../keyring/keyring.ts';
import type { SigningKey } from '../signatures/keys.ts';

/** The key that calls are signed with, as far as this computer knows without asking anybody. */
export type CheckedKey =
  | { readonly state: 'none' | 'elsewhere' | 'unreadable' }
  /** `hasEnded` goes by the service's time, which the first answers may teach. */
  | { readonly state: 'active' | 'awaiting'; readonly key: SigningKey; readonly hasEnded: () => boolean };

/** A key whose activation nobody has seen yet is looked at too: with a wrong profile nobody ever would. */
export function checkedKey(keyring: Keyring, deployment: string, hasEnded: (localId: string) => boolean): CheckedKey {
  const entry = keyring.publicOf(deployment);
  if (entry === null)
    return { state: keyring.entries().some(({ status }) => status === 'active') ? 'elsewhere' : 'none' };
  const { localId, keyId, status } = entry;
  if (keyId === null) return { state: 'none' };
  const opened = keyring.signingKey(localId);
  if (!opened.ok) return { state: 'unreadable' };
  return { state: status === 'active' ? 'active' : 'awaiting', key: opened.value, hasEnded: () => hasEnded(localId) };
}
