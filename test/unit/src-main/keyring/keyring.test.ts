import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { systemClock, systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import { openKeyring } from '../../../../src-main/keyring/keyring.ts';
import type { Keyring } from '../../../../src-main/keyring/keyring.ts';
import { verifyingKey } from '../../../../src-main/signatures/keys.ts';
import { memorySealer } from '../../../../src-main/vault/memory-sealer.ts';
import { openVault } from '../../../../src-main/vault/vault.ts';
import { tempFolder } from '../../../support/temp.ts';

const deployment = 'https://service.test';
const keyId = '00000000-0000-4000-8000-000000000009';

interface Folder {
  readonly directory: string;
  readonly file: string;
  readonly open: () => Keyring;
  readonly tryOpen: () => ReturnType<typeof openKeyring>;
}

async function folder(): Promise<Folder> {
  const directory = tempFolder();
  const vault = await openVault({ directory, sealer: memorySealer(systemRandomness), randomness: systemRandomness });
  if (!vault.ok) throw new Error(vault.error.code);
  const tryOpen = () => openKeyring({ directory, vault: vault.value, randomness: systemRandomness, clock: systemClock });
  return { directory, file: join(directory, 'keyring.json'), tryOpen, open: () => value(tryOpen()) };
}

function value<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function made(keyring: Keyring): string {
  return value(keyring.make(deployment)).localId;
}

describe('a key that was made', () => {
  it('is on the disk for its owner only, and signs after a new start', async () => {
    const { file, open } = await folder();
    const entry = value(open().make(deployment));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = open();
    expect(again.find(entry.localId)).toEqual(entry);
    const key = value(again.signingKey(entry.localId));
    expect(verifyingKey('any', entry.publicJwk).verify('message', key.sign('message'))).toBe(true);
  });

  it('is the same key when it is asked for again under its name', async () => {
    const { open } = await folder();
    const entry = value(open().make(deployment));
    expect(value(open().make(deployment, entry.localId))).toEqual(entry);
  });

  it('is another key each time otherwise', async () => {
    const { open } = await folder();
    const keyring = open();
    const thumbprints = [made(keyring), made(keyring)].map((localId) => keyring.find(localId)?.thumbprint);
    expect(new Set(thumbprints).size).toBe(2);
  });

  it('is not there when it could not be written', async () => {
    const { directory, file, open } = await folder();
    const keyring = open();
    // A folder in the place of the file: no rename can replace it, whoever runs the test.
    mkdirSync(join(file, 'in-the-way'), { recursive: true });
    expect(keyring.make(deployment)).toEqual({ ok: false, error: { code: 'vault_unavailable', detail: 'keyring_not_written' } });
    expect(keyring.entries()).toEqual([]);
    rmSync(join(directory, 'keyring.json'), { recursive: true });
    expect(keyring.make(deployment).ok).toBe(true);
  });

  it('does not sign when its sealed half was exchanged for that of another key', async () => {
    const { file, open } = await folder();
    const keyring = open();
    const [first, second] = [made(keyring), made(keyring)];
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(first, 'swap').replace(second, first).replace('swap', second));
    expect(open().signingKey(first)).toEqual({ ok: false, error: { code: 'seal_failed', detail: 'key_unreadable' } });
  });
});

describe('the key in use', () => {
  it('signs under the id that the service gave, and only for its deployment', async () => {
    const { open } = await folder();
    const keyring = open();
    const localId = made(keyring);
    expect(keyring.active(deployment)).toBeNull();
    value(keyring.bindKeyId(localId, keyId));
    expect(keyring.active(deployment)).toBeNull();
    value(keyring.activate(localId));
    expect(open().active(deployment)).toMatchObject({ localId, keyId, key: { keyId } });
    expect(keyring.active('https://another.test')).toBeNull();
  });

  it('is one for each deployment: the one before signs what is pinned to it until it is retired, and is kept', async () => {
    const { open } = await folder();
    const keyring = open();
    const [first, second] = [made(keyring), made(keyring)];
    value(keyring.bindKeyId(first, keyId));
    value(keyring.activate(first));
    value(keyring.activate(second));
    expect(open().find(first)?.status).toBe('replaced');
    expect(keyring.active(deployment)?.localId).toBe(second);
    expect(open().pinned(deployment, keyId)?.keyId).toBe(keyId);
    expect(keyring.pinned('https://another.test', keyId)).toBeNull();
    value(keyring.retire(first));
    expect(open().find(first)?.status).toBe('retired');
    expect(keyring.pinned(deployment, keyId)).toBeNull();
    expect(keyring.signingKey(first).ok).toBe(true);
  });

  it('signs nothing under its id before it is active', async () => {
    const { open } = await folder();
    const keyring = open();
    value(keyring.bindKeyId(made(keyring), keyId));
    expect(keyring.pinned(deployment, keyId)).toBeNull();
  });

  it('is not in use when the data key is another one, and can be replaced', async () => {
    const here = await folder();
    const elsewhere = await folder();
    const localId = made(here.open());
    value(here.open().activate(localId));
    writeFileSync(elsewhere.file, readFileSync(here.file));
    const keyring = elsewhere.open();
    expect(keyring.active(deployment)).toBeNull();
    expect(keyring.find(localId)?.status).toBe('active');
    value(keyring.activate(made(keyring)));
    expect(keyring.active(deployment)).not.toBeNull();
  });

  it('is what may be shown, before a newer one that waits', async () => {
    const { open } = await folder();
    const keyring = open();
    expect(keyring.publicOf(deployment)).toBeNull();
    const [first, second] = [made(keyring), made(keyring)];
    expect(keyring.publicOf(deployment)?.localId).toBe(second);
    value(keyring.activate(first));
    const shown = keyring.publicOf(deployment);
    expect(shown?.localId).toBe(first);
    expect(JSON.stringify(shown)).not.toMatch(/sealed|"d"/);
  });
});

describe('the keyring file', () => {
  it.each(['', '{"version":1', '{"version":2,"witness":null,"keys":[]}', '{"version":1,"witness":null,"keys":[{}]}'])('is never taken for an empty keyring when it holds %j', async (text) => {
    const { file, tryOpen } = await folder();
    writeFileSync(file, text);
    expect(tryOpen()).toMatchObject({ ok: false, error: { code: 'vault_unavailable' } });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('is not readable for others after an earlier version of it was', async () => {
    const { file, open } = await folder();
    made(open());
    chmodSync(file, 0o644);
    made(open());
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('the witness of the journal', () => {
  const chain = { hashAt: (seq: number) => (seq === 7 ? 'seven' : null) };

  it('holds where the journal still has the head that was seen', async () => {
    const { open } = await folder();
    expect(open().checkWitness(chain)).toBe('none');
    value(open().recordWitness({ seq: 7, hash: 'seven' }));
    expect(open().checkWitness(chain)).toBe('held');
  });

  it.each([{ seq: 8, hash: 'eight' }, { seq: 7, hash: 'another' }])('suspects a copy where the journal has no head like %j', async (head) => {
    const { open } = await folder();
    value(open().recordWitness(head));
    expect(open().checkWitness(chain)).toBe('suspected');
  });

  it('keeps the keys when it is recorded', async () => {
    const { open } = await folder();
    const keyring = open();
    const localId = made(keyring);
    value(keyring.recordWitness({ seq: 7, hash: 'seven' }));
    expect(open().find(localId)).not.toBeNull();
  });
});
