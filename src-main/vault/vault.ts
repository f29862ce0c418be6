import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Failure } from '../../src-shared/contract/codes.ts';
import { detailed } from '../../src-shared/contract/details.ts';
import type { Randomness, Sealer, SealerFault } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { decrypt, digest, digestKey, encrypt, keyBytes } from './cipher.ts';
import { isAsWrapped, readEnvelope, withWrap, wrapOf, writeEnvelope, type Envelope } from './envelope.ts';
import { secretSealer } from './passphrase-sealer.ts';
import { newRecoveryPhrase, parseRecoveryPhrase, recoverySealerName } from './recovery-phrase.ts';

/** A sealed plaintext and the wrapped key of its own. Destroying `wrappedKey` purges the record for good. */
export interface SealedRecord {
  readonly ciphertext: Uint8Array;
  readonly wrappedKey: Uint8Array;
}

/**
 * Seals and unseals records under the data key of this installation ("Sealing" in the design). Holds the key; never
 * gives it out.
 */
export interface Vault {
  /** `identity` is bound to the record: it unseals under the same identity only. */
  seal(identity: string, plaintext: Uint8Array): SealedRecord;
  /** Failure `seal_failed` for any other identity, key or altered byte. */
  unseal(identity: string, record: SealedRecord): Result<Uint8Array, Failure>;
  /**
   * Tells a text again that may be a secret and is not kept: the same for the same text, and nothing to try texts
   * against without the data key.
   */
  digest(purpose: string, text: string): string;
  /** Seals and unseals a random probe, and sees that the envelope is still on disk. Called before each attempt. */
  prove(): Result<void, Failure>;
  /** Makes a recovery phrase, which replaces an earlier one. It is shown this once and kept nowhere. */
  makeRecoveryPhrase(): Promise<Result<string, Failure>>;
  /** Whether this is the recovery phrase of this vault. Errors: `passphrase_wrong`, those of the envelope. */
  proveRecoveryPhrase(phrase: string): Promise<Result<void, Failure>>;
}

export interface VaultOptions {
  readonly directory: string;
  readonly sealer: Sealer;
  readonly randomness: Randomness;
  /**
   * Whether nothing was ever sealed here: only then may a vault be made. A new one beside old secrets would open none
   * of them.
   */
  readonly mayBegin?: () => boolean;
}

/**
 * Opens the vault in `directory`, making it on first use. Open the journal first: it makes the folder, and its
 * exclusive use keeps two processes from making a vault at the same time. Codes: `vault_missing`, `passphrase_wrong`,
 * `sealing_unsafe`, `vault_damaged`, `vault_unavailable` (detail `sealer_changed`, `envelope_not_written` ...).
 */
export async function openVault(options: VaultOptions): Promise<Result<Vault, Failure>> {
  const envelope = readEnvelope(options.directory);
  if (!envelope.ok) return envelope;
  if (envelope.value === null)
    return options.mayBegin?.() === false ? err({ code: 'vault_missing' }) : makeVault(options);
  let timesStale = 0;
  const unwrapped = await unwrapWith(options.sealer, envelope.value, () => {
    timesStale += 1;
  });
  if (!unwrapped.ok) return unwrapped;
  // An older build noted nothing of what it wrapped, and a disk may have changed the note alone. Where it cannot be
  // written the vault opens all the same.
  if (timesStale === 0 && isAsWrapped(envelope.value, options.sealer.name) !== true)
    writeEnvelope(options.directory, withWrap(envelope.value, options.sealer.name, unwrapped.value.wrapped));
  const renewed =
    timesStale > 0
      ? await addWrap(options.directory, envelope.value, options.sealer, unwrapped.value.dataKey)
      : unwrapped;
  // A key that can still be unwrapped is no reason not to open.
  return ok(new SealingVault(options, renewed.ok ? renewed.value : unwrapped.value));
}

/**
 * The sealers, by name, under which the vault in `directory` was wrapped; none where there is no vault yet, or none
 * that can be read.
 */
export function sealersOf(directory: string): readonly string[] {
  const envelope = readEnvelope(directory);
  return envelope.ok ? (envelope.value?.wraps ?? []).map(({ sealer }) => sealer) : [];
}

/** Opens the vault with the recovery phrase and wraps its data key anew under `sealer`. */
export async function openVaultWithRecovery(
  options: VaultOptions & { readonly phrase: string },
): Promise<Result<Vault, Failure>> {
  const recovered = await unwrapWithPhrase(options, options.phrase);
  if (!recovered.ok) return recovered;
  const { envelope, dataKey } = recovered.value;
  const wrapped = await addWrap(options.directory, envelope, options.sealer, dataKey);
  return wrapped.ok ? ok(new SealingVault(options, wrapped.value)) : wrapped;
}

/** The data key that a recovery phrase opens, and the envelope that it lies in. */
async function unwrapWithPhrase(
  { directory, randomness }: Pick<VaultOptions, 'directory' | 'randomness'>,
  typed: string,
): Promise<Result<{ readonly envelope: Envelope; readonly dataKey: Uint8Array }, Failure>> {
  const phrase = parseRecoveryPhrase(typed);
  if (phrase === null) return err({ code: 'passphrase_wrong', field: 'phrase' });
  const envelope = readEnvelope(directory);
  if (!envelope.ok) return envelope;
  if (envelope.value === null) return err({ code: 'vault_missing' });
  const recovered = await unwrapWith(secretSealer(recoverySealerName, phrase, randomness), envelope.value);
  if (recovered.ok) return ok({ envelope: envelope.value, dataKey: recovered.value.dataKey });
  return recovered.error.code === 'passphrase_wrong' ? err({ ...recovered.error, field: 'phrase' }) : recovered;
}

/** The data key, and how it lies in the envelope. */
interface WrappedKey {
  readonly dataKey: Uint8Array;
  readonly wrapped: Uint8Array;
}

async function makeVault(options: VaultOptions): Promise<Result<Vault, Failure>> {
  const wrapped = await addWrap(options.directory, null, options.sealer, options.randomness.bytes(keyBytes));
  return wrapped.ok ? ok(new SealingVault(options, wrapped.value)) : wrapped;
}

/**
 * Keeps the data key under `sealer`, after the sealer has shown that it gives the same key back: later would be too
 * late.
 */
async function addWrap(
  directory: string,
  envelope: Envelope | null,
  sealer: Sealer,
  dataKey: Uint8Array,
): Promise<Result<WrappedKey, Failure>> {
  const wrapped = await sealer.wrap(dataKey);
  if (!wrapped.ok) return err(failureOf(wrapped.error));
  const back = await sealer.unwrap(wrapped.value);
  if (!back.ok || !equal(back.value, dataKey)) return err({ code: 'sealing_unsafe', detail: 'wrap_not_proved' });
  const written = writeEnvelope(directory, withWrap(envelope, sealer.name, wrapped.value));
  return written.ok ? ok({ dataKey, wrapped: wrapped.value }) : written;
}

async function unwrapWith(
  sealer: Sealer,
  envelope: Envelope,
  onStale?: () => void,
): Promise<Result<WrappedKey, Failure>> {
  const wrapped = wrapOf(envelope, sealer.name);
  if (wrapped === null)
    return err(
      sealer.name === recoverySealerName
        ? detailed('vault_unavailable', 'no_recovery')
        : detailed('vault_unavailable', 'sealer_changed'),
    );
  const dataKey = await sealer.unwrap(wrapped, onStale);
  const isChanged = isAsWrapped(envelope, sealer.name) === false;
  if (!dataKey.ok) {
    // The store is the same, and what it is to open is not what it gave.
    const isDamaged = isChanged && dataKey.error.code !== 'sealer_unavailable';
    return err(isDamaged ? detailed('vault_damaged', 'wrapped_key') : failureOf(dataKey.error));
  }
  // A store whose cipher checks nothing opens one in some hundred with another key, and gives what is none.
  if (dataKey.value.length !== keyBytes)
    return err(isChanged ? detailed('vault_damaged', 'data_key') : detailed('vault_unavailable', 'sealer_changed'));
  return ok({ dataKey: dataKey.value, wrapped });
}

function failureOf({ code }: SealerFault): Failure {
  if (code === 'wrong_secret') return { code: 'passphrase_wrong' };
  return code === 'sealer_refused' ? { code: 'sealing_unsafe', detail: code } : detailed('vault_unavailable', code);
}

/** Private fields, not properties: neither a log nor a serializer reaches the key. */
class SealingVault implements Vault {
  readonly #options: VaultOptions;
  readonly #dataKey: Uint8Array;
  /** The same key, imported once: each import takes longer than sealing a short record. */
  readonly #imported: KeyObject;
  readonly #wrapped: Uint8Array;
  /** The key of the purpose that was asked for last; a sale digests every word of its reference. */
  #lastDigest: { readonly purpose: string; readonly key: KeyObject } | null = null;

  constructor(options: VaultOptions, key: WrappedKey) {
    this.#options = options;
    this.#dataKey = key.dataKey;
    this.#imported = createSecretKey(key.dataKey);
    this.#wrapped = key.wrapped;
  }

  seal(identity: string, plaintext: Uint8Array): SealedRecord {
    const { randomness } = this.#options;
    const key = randomness.bytes(keyBytes);
    return usedOnce(key, (imported) => ({
      ciphertext: encrypt(imported, `record:${identity}`, plaintext, randomness),
      wrappedKey: encrypt(this.#imported, `key:${identity}`, key, randomness),
    }));
  }

  unseal(identity: string, record: SealedRecord): Result<Uint8Array, Failure> {
    const key = decrypt(this.#imported, `key:${identity}`, record.wrappedKey);
    if (key?.length !== keyBytes) return err({ code: 'seal_failed', detail: 'key' });
    const plaintext = usedOnce(key, (imported) => decrypt(imported, `record:${identity}`, record.ciphertext));
    return plaintext === null ? err({ code: 'seal_failed', detail: 'record' }) : ok(plaintext);
  }

  digest(purpose: string, text: string): string {
    if (this.#lastDigest?.purpose !== purpose) this.#lastDigest = { purpose, key: digestKey(this.#dataKey, purpose) };
    return Buffer.from(digest(this.#lastDigest.key, text)).toString('base64url');
  }

  prove(): Result<void, Failure> {
    const probe = this.#options.randomness.bytes(keyBytes);
    const back = this.unseal('probe', this.seal('probe', probe));
    if (!back.ok) return back;
    if (!equal(back.value, probe)) return err({ code: 'seal_failed', detail: 'probe' });
    // Codes sealed under a key that nobody can unwrap after a restart are lost codes.
    const envelope = readEnvelope(this.#options.directory);
    const kept = envelope.ok && envelope.value !== null ? wrapOf(envelope.value, this.#options.sealer.name) : null;
    if (kept === null) return err({ code: 'seal_failed', detail: 'envelope_missing' });
    return equal(kept, this.#wrapped) ? ok(undefined) : err({ code: 'seal_failed', detail: 'envelope_changed' });
  }

  async makeRecoveryPhrase(): Promise<Result<string, Failure>> {
    const envelope = readEnvelope(this.#options.directory);
    if (!envelope.ok) return envelope;
    if (envelope.value === null) return err({ code: 'vault_missing' });
    const phrase = newRecoveryPhrase(this.#options.randomness);
    const sealer = secretSealer(recoverySealerName, phrase, this.#options.randomness);
    const added = await addWrap(this.#options.directory, envelope.value, sealer, this.#dataKey);
    return added.ok ? ok(phrase) : added;
  }

  async proveRecoveryPhrase(phrase: string): Promise<Result<void, Failure>> {
    const opened = await unwrapWithPhrase(this.#options, phrase);
    if (!opened.ok) return opened;
    const { dataKey } = opened.value;
    const isOurs = equal(dataKey, this.#dataKey);
    dataKey.fill(0);
    return isOurs ? ok(undefined) : err({ code: 'passphrase_wrong', field: 'phrase' });
  }
}

/**
 * What `work` makes with the key of one record, of which no bytes stay with us. Node takes twice as long for bytes that
 * were not imported.
 */
function usedOnce<T>(key: Uint8Array, work: (imported: KeyObject) => T): T {
  try {
    return work(createSecretKey(key));
  } finally {
    key.fill(0);
  }
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
