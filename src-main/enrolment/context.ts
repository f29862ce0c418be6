import type { Failure } from '../../src-shared/contract/codes.ts';
import type { Result } from '../core/result.ts';
import type { PartnerSession } from '../exchange/session.ts';
import type { Journal } from '../journal/journal.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { Vault } from '../vault/vault.ts';
import type { EnrolmentStore } from './store.ts';

export interface EnrolmentOptions {
  readonly session: PartnerSession;
  readonly journal: Journal;
  readonly vault: Vault;
  readonly keyring: Keyring;
  /** Identity of the deployment that the session speaks with. */
  readonly deployment: string;
  /** How many orders are pinned to this key and not settled. */
  readonly pendingOrders: (keyId: string) => number;
}

export interface EnrolmentContext extends EnrolmentOptions {
  readonly store: EnrolmentStore;
  /** Hears how long the service asked to be left alone with a key that is not active. */
  readonly askedToWait: (ms: number) => void;
}

/**
 * `moved` when a durable event came, so that the next step is looked for; `rest` when only time or a person can move
 * it.
 */
export type StepResult = Result<'moved' | 'rest', Failure>;
