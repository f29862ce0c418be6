import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Background } from '../../exchange/background.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import type { Journal } from '../../journal/journal.ts';
import type { KeyEntry } from '../../keyring/entry.ts';
import type { Keyring } from '../../keyring/keyring.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Enrolment } from '../machine/enrolment.ts';
import type { EnrolmentRecords } from '../records/enrolment-records.ts';

export interface EnrolmentOptions {
  readonly session: PartnerSession;
  readonly journal: Journal;
  readonly vault: Vault;
  readonly keyring: Keyring;
  /** Identity of the deployment that the session speaks with. */
  readonly deployment: string;
  /** How many orders are pinned to this key and not settled. */
  readonly pendingOrders: (keyId: string) => number;
  /** Whether any is. It is asked at each change of an order, of which thousands may wait: not all of them are read. */
  readonly isPinnedTo: (keyId: string) => boolean;
  /** What goes on after its caller stopped waiting, until the counter closes. */
  readonly background: Background;
}

export interface EnrolmentContext extends EnrolmentOptions {
  readonly records: EnrolmentRecords;
  /** Hears how long the service asked to be left alone with a key that is not active. */
  readonly askedToWait: (ms: number) => void;
}

/** The key of an enrolment; errors where the keyring has lost it. */
export function keyOf({ keyring }: EnrolmentContext, { localId }: Enrolment): Result<KeyEntry, Failure> {
  const entry = keyring.find(localId);
  return entry === null ? err(detailed('vault_unavailable', 'key_missing')) : ok(entry);
}

/** The token for the Authorization header, for this request only. */
export function tokenOf({ records }: EnrolmentContext, { tokenRecord }: Enrolment): Result<string, Failure> {
  const bytes = records.unseal(tokenRecord);
  return bytes.ok ? ok(new TextDecoder().decode(bytes.value)) : bytes;
}
