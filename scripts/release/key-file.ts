import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '../lib/say.mjs';
import { bytesAt } from './files.ts';

/** An Ed25519 key of the publisher, and its public half as documents name it. */
export interface PublisherKey {
  readonly name: string;
  readonly sign: (bytes: Uint8Array) => string;
}

export function newKey(): PublisherKey & { readonly pem: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { ...publisherKey(privateKey), pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** Makes a key in each file, which only its owner can read; throws, and makes none, where one cannot be made. */
export function writeNewKeys(paths: readonly string[]): readonly PublisherKey[] {
  const twice = paths.find((path, index) => paths.indexOf(path) !== index);
  if (twice !== undefined) throw new Refusal(`${twice} is named twice.`);
  for (const path of paths) {
    if (existsSync(path)) throw new Refusal(`${path} is there already, and is not written over. No key was made.`);
    if (!existsSync(dirname(path))) throw new Refusal(`There is no folder ${dirname(path)}. No key was made.`);
  }
  return paths.map((path) => {
    const key = newKey();
    writeFileSync(path, key.pem, { mode: 0o600, flag: 'wx', flush: true });
    return key;
  });
}

export function readKey(path: string): PublisherKey {
  const key = privateKeyAt(path);
  if (key?.asymmetricKeyType !== 'ed25519') throw new Refusal(`${path} is no key, as "keys" makes it.`);
  return publisherKey(key);
}

function privateKeyAt(path: string): KeyObject | null {
  const bytes = bytesAt(path);
  try {
    return createPrivateKey(bytes);
  } catch {
    return null;
  }
}

function publisherKey(key: KeyObject): PublisherKey {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (x === undefined) throw new Error('a key without a public half');
  return { name: x, sign: (bytes) => sign(null, bytes, key).toString('base64url') };
}
