import { sign } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicJwkOf } from '../state/keys.ts';
import type { SigningKey } from '../wire/answers.ts';
import type { Profile } from '../wire/profile.ts';

export function profileFile(dir: string): string {
  return join(dir, 'deployment.json');
}

/** The profile, and beside it the same one signed with a key of the service. */
export function writeProfile(dir: string, profile: Profile, key: SigningKey): void {
  const text = `${JSON.stringify(profile, null, 2)}\n`;
  replace(profileFile(dir), text);
  replace(join(dir, 'deployment.signed.json'), `${JSON.stringify(signed(text, key), null, 2)}\n`);
}

/** A flattened JWS (RFC 7515 section 7.2.2) that carries its key, since a counter may know none of the service yet. */
function signed(text: string, { privateKey: key }: SigningKey): object {
  const header = { alg: 'ES256', typ: 'counterfoil-deployment+json', jwk: publicJwkOf(key) };
  const [payload, head] = [text, JSON.stringify(header)].map((part) => Buffer.from(part).toString('base64url'));
  const signature = sign('sha256', Buffer.from(`${head}.${payload}`), { key, dsaEncoding: 'ieee-p1363' });
  return { payload, protected: head, signature: signature.toString('base64url') };
}

/** In one move: a client may read it while a rotation writes it anew. */
function replace(path: string, text: string): void {
  const draft = `${path}.new`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}
