import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import type { Sealer } from '../../src-main/core/ports.ts';
import { ok } from '../../src-main/core/result.ts';
import { systemRandomness } from '../../src-main/hosts/system-ports.ts';
import { readKeyringFile } from '../../src-main/keyring/keyring-file.ts';
import { passphraseSealer } from '../../src-main/vault/passphrase-sealer.ts';
import { openVault } from '../../src-main/vault/vault.ts';
import type { Canaries } from './canaries.ts';
import { testPassphrase } from './counter.ts';

/** Every code the service ever issued, from its own state, which only a stopped service lets others read. */
export function codesIssued(shopFolder: string): Canaries {
  const rows = z
    .array(z.object({ serialNumber: z.string(), voucher: z.string() }))
    .parse(stateOf(shopFolder, 'SELECT serialNumber, voucher FROM soldCards'));
  return new Map(
    rows.flatMap(({ serialNumber, voucher }, index) => [
      [`serialNumber ${index}`, Buffer.from(serialNumber)] as const,
      [`voucher ${index}`, Buffer.from(voucher)] as const,
    ]),
  );
}

/** What an enrolment is proved with: the token and the challenge. */
export function enrolmentSecrets(shopFolder: string): Canaries {
  const [key] = z.array(z.object({ challenge: z.string() })).parse(stateOf(shopFolder, 'SELECT challenge FROM keys'));
  const token = readFileSync(join(shopFolder, 'sandbox', 'enrollment-token'), 'utf8').trim();
  return new Map([
    ['token', Buffer.from(token)],
    ['challenge', Buffer.from(key?.challenge ?? '')],
  ]);
}

/** The private scalar, as the counter itself opens it; with the passphrase of the tests, or a sealer of one's own. */
export async function keySecrets(directory: string, own?: Sealer): Promise<Canaries> {
  const sealer = own === undefined ? passphraseSealer(testPassphrase, systemRandomness) : ok(own);
  const vault = sealer.ok ? await openVault({ directory, sealer: sealer.value, randomness: systemRandomness }) : sealer;
  const keyring = readKeyringFile(directory);
  const stored = keyring.ok ? keyring.value.keys[0] : undefined;
  if (!vault.ok || stored === undefined) throw new Error('the key cannot be opened');
  const { ciphertext, wrappedKey } = stored.sealedPrivateKey;
  const opened = vault.value.unseal(`key:${stored.localId}`, {
    ciphertext: Buffer.from(ciphertext, 'base64url'),
    wrappedKey: Buffer.from(wrappedKey, 'base64url'),
  });
  if (!opened.ok) throw new Error('the key cannot be unsealed');
  const { d } = z.object({ d: z.string() }).parse(JSON.parse(Buffer.from(opened.value).toString('utf8')));
  return new Map([
    ['key scalar', Buffer.from(d, 'base64url')],
    ['key as JWK', Buffer.from(d)],
  ]);
}

function stateOf(shopFolder: string, query: string): unknown[] {
  const database = new Database(join(shopFolder, 'sandbox', 'service.sqlite'), { readonly: true });
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}
