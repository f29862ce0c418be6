import { generateKeyPairSync } from 'node:crypto';
import type { SigningKey } from './answers.ts';
import { importPrivateKeyPem, jwkThumbprint, publicJwkOf } from './keys.ts';
import type { Profile } from './profile.ts';

const kid = 'service-1';
export const keysPath = '/v1/keys';

export function serviceSigningKey(pem: string): SigningKey {
  return { kid, privateKey: importPrivateKeyPem(pem) };
}

/** A key that no client knows, for the `unknown-key` fault. */
export function strangerSigningKey(): SigningKey {
  return { kid: 'service-unknown', privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey };
}

/** The same kid with another key, for the `bad-signature` fault. */
export function impostorSigningKey(): SigningKey {
  return { ...strangerSigningKey(), kid };
}

/** The JWK set that the service publishes. */
export function publicKeySet(key: SigningKey) {
  return { keys: [{ ...publicJwkOf(key.privateKey), kid: key.kid, use: 'sig', alg: 'ES256' }] };
}

/** The profile's way of telling the service's keys, kept: an address with the right pin, or the set itself. */
export function publishedServiceKeys(given: Profile['serviceKeys'], key: SigningKey): Profile['serviceKeys'] {
  if ('url' in given) return { url: given.url, pins: [jwkThumbprint(publicJwkOf(key.privateKey))] };
  return { jwks: publicKeySet(key) };
}
