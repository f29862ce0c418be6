import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { generatePrivateKeyPem, importPrivateKeyPem, jwkThumbprint, publicJwkOf } from '../state/keys.ts';
import type { Randomness } from '../state/randomness.ts';
import type { Settings } from '../state/settings.ts';
import type { SigningKey } from './answers.ts';
import type { Profile } from './profile.ts';

const usualKeysPath = '/v1/keys';

/** Below the path of the service; where the profile names an address of its own, the path of that. */
export function keysPathOf({ serviceKeys }: Pick<Profile, 'serviceKeys'>): string {
  if (!('url' in serviceKeys)) return usualKeysPath;
  return serviceKeys.url.startsWith('/') ? serviceKeys.url : new URL(serviceKeys.url).pathname;
}

const ringSchema = z.object({ pems: z.array(z.string()), oldestPublished: z.int(), current: z.int() });
type Ring = z.infer<typeof ringSchema>;

/**
 * The service's own keys, `service-1` and on. The next one is made ahead, so that a profile with pins can announce it
 * before a rotation makes it the key that signs.
 */
export class ServiceKeys {
  readonly #settings: Settings;
  readonly #randomness: Randomness;
  readonly #onRotation: () => void;
  #ring: Ring;
  #keys: readonly SigningKey[];

  constructor(settings: Settings, randomness: Randomness, onRotation: () => void) {
    this.#settings = settings;
    this.#randomness = randomness;
    this.#onRotation = onRotation;
    const kept = settings.get('serviceKeyRing');
    const ring = kept === '' ? this.#firstRing() : ringSchema.parse(JSON.parse(kept));
    this.#ring = ring;
    this.#keys = toKeys(ring);
    if (kept === '') this.#keep(ring);
  }

  get current(): SigningKey {
    return this.#key(this.#ring.current);
  }

  /** Signs with the next key from now on; the old ones stay in the published set or leave it. */
  rotate(old: 'kept' | 'removed'): SigningKey {
    const { pems, oldestPublished, current } = this.#ring;
    const next = current + 1;
    this.#keep({
      pems: [...pems, generatePrivateKeyPem(this.#randomness)],
      oldestPublished: old === 'kept' ? oldestPublished : next,
      current: next,
    });
    this.#onRotation();
    return this.current;
  }

  /** The JWK set that the service publishes. */
  publicSet() {
    return {
      keys: this.#published().map(({ kid, privateKey }) => ({
        ...publicJwkOf(privateKey),
        kid,
        use: 'sig',
        alg: 'ES256',
      })),
    };
  }

  /** The profile's way of telling the service's keys, kept: an address with the right pins, or the set itself. */
  profileKeys(given: Profile['serviceKeys'], baseUrl: string): Profile['serviceKeys'] {
    if (!('url' in given)) return { jwks: this.publicSet() };
    // An address of its own is one of this process too, wherever the file said that it lies.
    const url = given.url.startsWith('/') ? given.url : baseUrl + new URL(given.url).pathname;
    const pinned = [...this.#published(), this.#key(this.#ring.current + 1)];
    return { url, pins: pinned.map(({ privateKey }) => jwkThumbprint(publicJwkOf(privateKey))) };
  }

  #published(): readonly SigningKey[] {
    return this.#keys.slice(this.#ring.oldestPublished, this.#ring.current + 1);
  }

  #key(index: number): SigningKey {
    const key = this.#keys[index];
    if (key === undefined) throw new Error('the service has lost a key of its own');
    return key;
  }

  #firstRing(): Ring {
    return {
      pems: [this.#settings.get('serviceKeyPem'), generatePrivateKeyPem(this.#randomness)],
      oldestPublished: 0,
      current: 0,
    };
  }

  #keep(ring: Ring): void {
    this.#settings.set('serviceKeyRing', JSON.stringify(ring));
    this.#ring = ring;
    this.#keys = toKeys(ring);
  }
}

/** A key that no client knows. */
export function strangerSigningKey(): SigningKey {
  return impostorSigningKey('service-unknown');
}

/** The same kid with another key. */
export function impostorSigningKey(kid: string): SigningKey {
  return { kid, privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey };
}

function toKeys({ pems }: Ring): readonly SigningKey[] {
  return pems.map((pem, index) => ({ kid: `service-${index + 1}`, privateKey: importPrivateKeyPem(pem) }));
}
