import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/** An Ed25519 key of the publisher, and its public half as documents name it. */
export interface PublisherKey {
  readonly name: string;
  readonly sign: (bytes: Uint8Array) => string;
}

export function newKey(): PublisherKey & { readonly pem: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { ...publisherKey(privateKey), pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** Makes a key in a new file that only its owner can read; throws where there is a file already. */
export function writeNewKey(path: string): PublisherKey {
  const key = newKey();
  writeFileSync(path, key.pem, { mode: 0o600, flag: 'wx', flush: true });
  return key;
}

export function readKey(path: string): PublisherKey {
  const key = createPrivateKey(readFileSync(path));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${path} is no Ed25519 key`);
  return publisherKey(key);
}

function publisherKey(key: KeyObject): PublisherKey {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (x === undefined) throw new Error('a key without a public half');
  return { name: x, sign: (bytes) => sign(null, bytes, key).toString('base64url') };
}
