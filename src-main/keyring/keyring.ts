import type { Failure } from '../../src-shared/contract/codes.ts';
import { detailed } from '../../src-shared/contract/details.ts';
import type { Clock, Randomness } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { ChainHead } from '../journal/event.ts';
import type { Journal } from '../journal/journal.ts';
import type { JsonObject } from '../journal/json.ts';
import { generatePrivateKey, jwkThumbprint, publicHalf, type PublicJwk, type SigningKey } from '../signatures/keys.ts';
import type { Vault } from '../vault/vault.ts';
import { entryOf, type KeyEntry, type KeyringDocument, type StoredKey } from './entry.ts';
import { readKeyringFile, writeKeyringFile } from './keyring-file.ts';
import { openSealedKey, sealPrivateKey, testSign } from './sealed-key.ts';

/** The key in use with a deployment. */
export interface ActiveKey {
  readonly localId: string;
  readonly keyId: string;
  readonly key: SigningKey;
  readonly thumbprint: string;
  readonly publicJwk: PublicJwk;
}

/**
 * `suspected`: the journal beside this keyring does not hold the head that it once had, so one of the two is an older
 * copy.
 */
export type CheckpointComparison = 'none' | 'held' | 'suspected';

/**
 * The signing keys of this installation. Every change is durable when it returns `ok`; a name that is not in it is a
 * bug of the caller.
 */
export interface Keyring {
  /**
   * Makes a key, or takes up the one of this `localId` from before a crash. When this returns `ok` the key was written,
   * read back from the disk, unsealed and test-signed.
   */
  make(deployment: string, localId?: string): Result<KeyEntry, Failure>;
  /** Records the name that the service gave the key. A restarted enrolment may give another. */
  bindKeyId(localId: string, keyId: string): Result<KeyEntry, Failure>;
  /** Puts the key to use with its deployment; the one before it is replaced, and still signs what is pinned to it. */
  activate(localId: string): Result<KeyEntry, Failure>;
  /** Ends a key that was replaced: it signs nothing any more. */
  retire(localId: string): Result<KeyEntry, Failure>;
  find(localId: string): KeyEntry | null;
  entries(): readonly KeyEntry[];
  /** Signs as the key id once bound, else under the local name (the enrolment proof carries no key id of its own). */
  signingKey(localId: string): Result<SigningKey, Failure>;
  /** The key in use, or null where there is none or it does not unseal any more. */
  active(deployment: string): ActiveKey | null;
  /** The key that what is pinned to `keyId` is signed with: the one in use or one that it replaced. */
  pinned(deployment: string, keyId: string): SigningKey | null;
  /** What may be shown of a deployment's key: the one in use, else the newest that is not retired. */
  publicOf(deployment: string): KeyEntry | null;
  recordCheckpoint(head: ChainHead): Result<void, Failure>;
  compareCheckpoint(journal: Pick<Journal, 'hashAt'>): CheckpointComparison;
  /** The last head that was recorded. */
  checkpoint(): ChainHead | null;
  /** The last Z that was recorded, in the words of whoever issues it; null where none was. */
  lastZ(): JsonObject | null;
  recordLastZ(lastZ: JsonObject): Result<void, Failure>;
  /** The last epoch of short numbers of sales that was recorded; 0 where none was. */
  saleEpoch(): number;
  recordSaleEpoch(epoch: number): Result<void, Failure>;
}

export interface KeyringOptions {
  readonly directory: string;
  readonly vault: Vault;
  readonly randomness: Randomness;
  readonly clock: Clock;
}

/**
 * Opens the keyring of `directory`. Open the journal first: its exclusive use keeps a second process from writing here.
 */
export function openKeyring(options: KeyringOptions): Result<Keyring, Failure> {
  const read = readKeyringFile(options.directory);
  return read.ok ? ok(new KeyringOnDisk(options, read.value)) : read;
}

/** Private fields, not properties: neither a log nor a serializer reaches an opened key. */
class KeyringOnDisk implements Keyring {
  readonly #options: KeyringOptions;
  readonly #opened = new Map<string, SigningKey>();
  #document: KeyringDocument;

  constructor(options: KeyringOptions, document: KeyringDocument) {
    this.#options = options;
    this.#document = document;
  }

  make(deployment: string, localId: string = this.#options.randomness.uuid()): Result<KeyEntry, Failure> {
    if (this.find(localId) === null) {
      const added = newKey(this.#options, deployment, localId);
      const written = this.#store({ ...this.#document, keys: [...this.#document.keys, added] });
      if (!written.ok) return written;
    }
    return proveOnDisk(this.#options, localId);
  }

  bindKeyId(localId: string, keyId: string): Result<KeyEntry, Failure> {
    return this.#change(localId, (key) => (key.localId === localId ? boundTo(key, keyId) : key));
  }

  activate(localId: string): Result<KeyEntry, Failure> {
    const { deployment } = this.#stored(localId);
    return this.#change(localId, (key) => activated(key, localId, deployment));
  }

  retire(localId: string): Result<KeyEntry, Failure> {
    return this.#change(localId, (key) => (key.localId === localId ? { ...key, status: 'retired' } : key));
  }

  find(localId: string): KeyEntry | null {
    return this.entries().find((key) => key.localId === localId) ?? null;
  }

  entries(): readonly KeyEntry[] {
    return this.#document.keys.map(entryOf);
  }

  signingKey(localId: string): Result<SigningKey, Failure> {
    return this.#open(this.#stored(localId));
  }

  active(deployment: string): ActiveKey | null {
    const key = this.#document.keys.find((each) => each.deployment === deployment && each.status === 'active');
    if (key === undefined) return null;
    const signing = this.#open(key);
    if (!signing.ok) return null;
    const { localId, thumbprint, publicJwk } = key;
    return { localId, keyId: signing.value.keyId, key: signing.value, thumbprint, publicJwk };
  }

  pinned(deployment: string, keyId: string): SigningKey | null {
    const key = this.#document.keys.find(
      (each) =>
        each.deployment === deployment &&
        each.keyId === keyId &&
        (each.status === 'active' || each.status === 'replaced'),
    );
    const signing = key === undefined ? null : this.#open(key);
    return signing?.ok === true ? signing.value : null;
  }

  publicOf(deployment: string): KeyEntry | null {
    const own = this.entries().filter((key) => key.deployment === deployment && key.status !== 'retired');
    return own.find((key) => key.status === 'active') ?? own.at(-1) ?? null;
  }

  recordCheckpoint({ seq, hash }: ChainHead): Result<void, Failure> {
    return this.#store({ ...this.#document, witness: { seq, hash } });
  }

  checkpoint(): ChainHead | null {
    return this.#document.witness;
  }

  lastZ(): JsonObject | null {
    return this.#document.lastZ ?? null;
  }

  recordLastZ(lastZ: JsonObject): Result<void, Failure> {
    return this.#store({ ...this.#document, lastZ });
  }

  saleEpoch(): number {
    return this.#document.saleEpoch ?? 0;
  }

  recordSaleEpoch(saleEpoch: number): Result<void, Failure> {
    return this.#store({ ...this.#document, saleEpoch });
  }

  compareCheckpoint(journal: Pick<Journal, 'hashAt'>): CheckpointComparison {
    const { witness: checkpoint } = this.#document;
    if (checkpoint === null) return 'none';
    // An empty chain has no link to compare; every journal continues it.
    if (checkpoint.seq === 0) return 'held';
    return journal.hashAt(checkpoint.seq) === checkpoint.hash ? 'held' : 'suspected';
  }

  #store(next: KeyringDocument): Result<void, Failure> {
    const written = writeKeyringFile(this.#options.directory, next);
    if (written.ok) this.#document = next;
    return written;
  }

  #stored(localId: string): StoredKey {
    const found = this.#document.keys.find((key) => key.localId === localId);
    if (found === undefined) throw new Error('a key that is not in the keyring was asked for');
    return found;
  }

  #change(localId: string, edit: (key: StoredKey) => StoredKey): Result<KeyEntry, Failure> {
    const written = this.#store({ ...this.#document, keys: this.#document.keys.map(edit) });
    return written.ok ? ok(entryOf(this.#stored(localId))) : written;
  }

  /** Unsealing costs more than a signature, and the key's name is part of what it signs. */
  #open(key: StoredKey): Result<SigningKey, Failure> {
    const name = [key.localId, key.keyId].join(' ');
    const kept = this.#opened.get(name);
    if (kept !== undefined) return ok(kept);
    const fresh = openSealedKey(this.#options.vault, key);
    if (fresh.ok) this.#opened.set(name, fresh.value);
    return fresh;
  }
}

function newKey({ vault, randomness, clock }: KeyringOptions, deployment: string, localId: string): StoredKey {
  const jwk = generatePrivateKey((length) => randomness.bytes(length));
  return {
    localId,
    createdAt: new Date(clock.nowMs()).toISOString(),
    publicJwk: publicHalf(jwk),
    thumbprint: jwkThumbprint(jwk),
    keyId: null,
    deployment,
    status: 'made',
    sealedPrivateKey: sealPrivateKey(vault, localId, jwk),
  };
}

/**
 * Reads the key back from the disk, not from memory: a key that was submitted and cannot be read is an enrolment lost.
 */
function proveOnDisk({ directory, vault }: KeyringOptions, localId: string): Result<KeyEntry, Failure> {
  const read = readKeyringFile(directory);
  if (!read.ok) return read;
  const key = read.value.keys.find((each) => each.localId === localId);
  if (key === undefined) return err(detailed('vault_unavailable', 'keyring_not_written'));
  const signing = openSealedKey(vault, key);
  if (!signing.ok) return signing;
  return testSign(key, signing.value) ? ok(entryOf(key)) : err({ code: 'seal_failed', detail: 'key_unreadable' });
}

function boundTo(key: StoredKey, keyId: string): StoredKey {
  return { ...key, keyId, status: key.status === 'made' ? 'submitted' : key.status };
}

function activated(key: StoredKey, localId: string, deployment: string): StoredKey {
  if (key.localId === localId) return { ...key, status: 'active' };
  return key.deployment === deployment && key.status === 'active' ? { ...key, status: 'replaced' } : key;
}
