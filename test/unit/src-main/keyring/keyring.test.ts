import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock, systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import { holdsKeys } from '../../../../src-main/keyring/keyring-file.ts';
import { openKeyring, type Keyring } from '../../../../src-main/keyring/keyring.ts';
import { verifyingKey } from '../../../../src-main/signatures/keys.ts';
import { memorySealer } from '../../../../src-main/vault/memory-sealer.ts';
import { openVault, type Vault } from '../../../../src-main/vault/vault.ts';
import { tempFolder } from '../../../support/temp.ts';

const deployment = 'https://service.test';
const elsewhere = 'https://another.test';
const keyId = '00000000-0000-4000-8000-000000000009';
const laterKeyId = '00000000-0000-4000-8000-000000000010';

interface Folder {
  readonly directory: string;
  readonly file: string;
  readonly vault: Vault;
  readonly openWith: (vault: Vault) => Keyring;
  readonly open: () => Keyring;
  readonly tryOpen: () => ReturnType<typeof openKeyring>;
}

async function folder(): Promise<Folder> {
  const directory = tempFolder();
  const vault = await openVault({ directory, sealer: memorySealer(systemRandomness), randomness: systemRandomness });
  if (!vault.ok) throw new Error(vault.error.code);
  const openWith = (one: Vault) =>
    openKeyring({ directory, vault: one, randomness: systemRandomness, clock: systemClock });
  const tryOpen = () => openWith(vault.value);
  return {
    directory,
    file: join(directory, 'keyring.json'),
    vault: vault.value,
    tryOpen,
    openWith: (one) => value(openWith(one)),
    open: () => value(tryOpen()),
  };
}

function value<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** The vault, but for some of its calls. */
function changed(vault: Vault, calls: Partial<Vault>): Vault {
  return {
    seal: (...asked) => vault.seal(...asked),
    unseal: (...asked) => vault.unseal(...asked),
    digest: (...asked) => vault.digest(...asked),
    prove: () => vault.prove(),
    makeRecoveryPhrase: () => vault.makeRecoveryPhrase(),
    proveRecoveryPhrase: (phrase) => vault.proveRecoveryPhrase(phrase),
    ...calls,
  };
}

/** Changes the keyring's text as something other than the counter would. */
function edited(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
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

  it('comes from the randomness that the keyring was given', async () => {
    const thumbprints = await Promise.all(
      [0, 0, 1].map(async (seed) => {
        const { directory, vault } = await folder();
        const bytes = (length: number): Uint8Array => new Uint8Array(length).fill(7 + seed);
        const keyring = value(
          openKeyring({ directory, vault, randomness: { ...systemRandomness, bytes }, clock: systemClock }),
        );
        return value(keyring.make(deployment)).thumbprint;
      }),
    );
    expect([thumbprints[0] === thumbprints[1], thumbprints[0] === thumbprints[2]]).toEqual([true, false]);
  });

  it('is not there when it could not be written', async () => {
    const { directory, file, open } = await folder();
    const keyring = open();
    // A folder in the place of the file: no rename can replace it, whoever runs the test.
    mkdirSync(join(file, 'in-the-way'), { recursive: true });
    expect(keyring.make(deployment)).toEqual({
      ok: false,
      error: { code: 'vault_unavailable', detail: 'keyring_not_written' },
    });
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

describe('a private key', () => {
  it('is not left in memory once it is sealed or opened', async () => {
    const { vault, openWith } = await folder();
    const seen: Uint8Array[] = [];
    const watched = changed(vault, {
      seal: (identity, bytes) => {
        seen.push(bytes);
        return vault.seal(identity, bytes);
      },
      unseal: (identity, record) => {
        const opened = vault.unseal(identity, record);
        if (opened.ok) seen.push(opened.value);
        return opened;
      },
    });
    made(openWith(watched));
    expect(seen).toHaveLength(2);
    expect(seen.flatMap((bytes) => [...bytes]).filter((byte) => byte !== 0)).toEqual([]);
  });

  it('is unsealed once for all that it signs, and signs under the id that it has by then', async () => {
    const { vault, open, openWith } = await folder();
    const localId = made(open());
    let unsealed = 0;
    const keyring = openWith(
      changed(vault, {
        unseal: (identity, record) => {
          unsealed += 1;
          return vault.unseal(identity, record);
        },
      }),
    );
    expect([1, 2, 3].map(() => value(keyring.signingKey(localId)).keyId)).toEqual([localId, localId, localId]);
    expect(unsealed).toBe(1);
    value(keyring.bindKeyId(localId, keyId));
    expect(value(keyring.signingKey(localId)).keyId).toBe(keyId);
    value(keyring.bindKeyId(localId, laterKeyId));
    expect(value(keyring.signingKey(localId)).keyId).toBe(laterKeyId);
    const other = made(keyring);
    expect(value(keyring.signingKey(other)).keyId).toBe(other);
  });

  it('that could not be unsealed once is tried again', async () => {
    const { vault, open, openWith } = await folder();
    const localId = made(open());
    let isGone = true;
    const keyring = openWith(
      changed(vault, {
        unseal: (...asked) => (isGone ? { ok: false, error: { code: 'seal_failed' } } : vault.unseal(...asked)),
      }),
    );
    expect(keyring.signingKey(localId)).toMatchObject({
      ok: false,
      error: { code: 'seal_failed', detail: 'key_unreadable' },
    });
    isGone = false;
    expect(keyring.signingKey(localId).ok).toBe(true);
  });

  it.each(['x', 'y'] as const)(
    'does not sign where the %s that the entry shows is that of another key',
    async (coordinate) => {
      const { file, open } = await folder();
      const keyring = open();
      const [first, second] = [made(keyring), made(keyring)];
      const shown = [first, second].map((localId) => keyring.find(localId)?.publicJwk[coordinate] ?? '');
      edited(file, (text) => text.replace(shown[0] ?? '', shown[1] ?? ''));
      expect(open().signingKey(first)).toEqual({ ok: false, error: { code: 'seal_failed', detail: 'key_unreadable' } });
    },
  );

  it.each([
    ['no text', Uint8Array.of(0xff)],
    ['no key', new TextEncoder().encode('{"kty":"EC"}')],
  ])('does not sign where what was sealed is %s', async (_, sealed) => {
    const { vault, open, openWith } = await folder();
    const localId = made(open());
    const keyring = openWith(changed(vault, { unseal: () => ({ ok: true, value: sealed.slice() }) }));
    expect(keyring.signingKey(localId)).toEqual({
      ok: false,
      error: { code: 'seal_failed', detail: 'key_unreadable' },
    });
  });

  it('is not said to be made where it cannot be unsealed any more', async () => {
    const { vault, openWith } = await folder();
    const keyring = openWith(changed(vault, { unseal: () => ({ ok: false, error: { code: 'seal_failed' } }) }));
    expect(keyring.make(deployment)).toEqual({ ok: false, error: { code: 'seal_failed', detail: 'key_unreadable' } });
  });

  it('is not said to be made where the file has lost it, or cannot be read', async () => {
    const { file, open } = await folder();
    const keyring = open();
    const localId = made(keyring);
    edited(file, () => '{"version":1,"witness":null,"keys":[]}');
    expect(keyring.make(deployment, localId)).toEqual({
      ok: false,
      error: { code: 'vault_unavailable', detail: 'keyring_not_written' },
    });
    edited(file, () => '{');
    expect(keyring.make(deployment, localId)).toEqual({
      ok: false,
      error: { code: 'vault_unavailable', detail: 'keyring_unreadable' },
    });
  });
});

describe('the life of a key', () => {
  it('goes from made through submitted to active, and an active one stays active under a new id', async () => {
    const { open } = await folder();
    const keyring = open();
    const localId = made(keyring);
    expect(keyring.find(localId)?.status).toBe('made');
    expect(value(keyring.bindKeyId(localId, keyId))).toMatchObject({ keyId, status: 'submitted' });
    value(keyring.activate(localId));
    expect(value(keyring.bindKeyId(localId, laterKeyId))).toMatchObject({ keyId: laterKeyId, status: 'active' });
    expect(open().find(localId)).toMatchObject({ keyId: laterKeyId, status: 'active' });
  });

  it('touches no other key', async () => {
    const { open } = await folder();
    const keyring = open();
    const [first, second] = [made(keyring), made(keyring)];
    expect(value(keyring.bindKeyId(second, keyId)).localId).toBe(second);
    expect(keyring.find(first)).toMatchObject({ keyId: null, status: 'made' });
    value(keyring.retire(second));
    expect(keyring.find(first)?.status).toBe('made');
    value(keyring.activate(first));
    expect(keyring.find(second)?.status).toBe('retired');
  });

  it('at one deployment ends none at another', async () => {
    const { open } = await folder();
    const keyring = open();
    const here = made(keyring);
    value(keyring.activate(here));
    const there = value(keyring.make(elsewhere)).localId;
    value(keyring.activate(there));
    expect([keyring.find(here)?.status, keyring.find(there)?.status]).toEqual(['active', 'active']);
    expect(keyring.publicOf(deployment)?.localId).toBe(here);
    expect(keyring.publicOf(elsewhere)?.localId).toBe(there);
  });

  it('of a name that is not here is a bug', async () => {
    const { open } = await folder();
    const keyring = open();
    made(keyring);
    for (const ask of [
      () => keyring.signingKey('x'),
      () => keyring.bindKeyId('x', keyId),
      () => keyring.retire('x'),
      () => keyring.activate('x'),
    ]) {
      expect(ask).toThrow('a key that is not in the keyring was asked for');
    }
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
    value(keyring.bindKeyId(second, laterKeyId));
    expect(keyring.pinned(deployment, laterKeyId)?.keyId).toBe(laterKeyId);
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
    const there = await folder();
    const localId = made(here.open());
    value(here.open().activate(localId));
    writeFileSync(there.file, readFileSync(here.file));
    const keyring = there.open();
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
    expect(keyring.publicOf(elsewhere)).toBeNull();
    value(keyring.retire(first));
    expect(keyring.publicOf(deployment)?.localId).toBe(second);
    value(keyring.retire(second));
    expect(keyring.publicOf(deployment)).toBeNull();
  });
});

describe('the keyring file', () => {
  it.each([
    ['', 'keyring_unreadable'],
    ['{"version":1', 'keyring_unreadable'],
    ['{"version":2,"witness":null,"keys":[]}', 'keyring_malformed'],
    ['{"version":1,"witness":null,"keys":[{}]}', 'keyring_malformed'],
  ])('is never taken for an empty keyring when it holds %j', async (text, detail) => {
    const { directory, file, tryOpen } = await folder();
    writeFileSync(file, text);
    expect(tryOpen()).toEqual({ ok: false, error: { code: 'vault_unavailable', detail } });
    expect(holdsKeys(directory)).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('tells whether a key was ever sealed here', async () => {
    const { directory, open } = await folder();
    expect(holdsKeys(directory)).toBe(false);
    value(open().recordCheckpoint({ seq: 7, hash: 'seven' }));
    expect(holdsKeys(directory)).toBe(false);
    made(open());
    expect(holdsKeys(directory)).toBe(true);
  });

  it.each(['!', 'a b', '\u0000'])('is refused where a thumbprint has %j before or behind it', async (sign) => {
    const { file, open, tryOpen } = await folder();
    const keyring = open();
    const thumbprint = keyring.find(made(keyring))?.thumbprint ?? '';
    const text = readFileSync(file, 'utf8');
    const written = JSON.stringify(sign).slice(1, -1);
    for (const changed of [written + thumbprint, thumbprint + written]) {
      writeFileSync(file, text.replace(thumbprint, changed));
      expect(tryOpen()).toEqual({ ok: false, error: { code: 'vault_unavailable', detail: 'keyring_malformed' } });
    }
  });

  it('is not readable for others after an earlier version of it was', async () => {
    const { file, open } = await folder();
    made(open());
    chmodSync(file, 0o644);
    made(open());
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe('the checkpoint of the journal', () => {
  const chain = { hashAt: (seq: number) => (seq === 7 ? 'seven' : null) };

  it('holds where the journal still has the head that was seen', async () => {
    const { open } = await folder();
    expect(open().compareCheckpoint(chain)).toBe('none');
    value(open().recordCheckpoint({ seq: 7, hash: 'seven' }));
    expect(open().compareCheckpoint(chain)).toBe('held');
    expect(open().checkpoint()).toEqual({ seq: 7, hash: 'seven' });
  });

  it('of an empty journal is held by every journal', async () => {
    const { open } = await folder();
    expect(open().checkpoint()).toBeNull();
    value(open().recordCheckpoint({ seq: 0, hash: 'nothing' }));
    expect(open().compareCheckpoint({ hashAt: () => null })).toBe('held');
  });

  it.each([
    { seq: 8, hash: 'eight' },
    { seq: 7, hash: 'another' },
  ])('suspects a copy where the journal has no head like %j', async (head) => {
    const { open } = await folder();
    value(open().recordCheckpoint(head));
    expect(open().compareCheckpoint(chain)).toBe('suspected');
  });

  it('keeps the keys when it is recorded', async () => {
    const { open } = await folder();
    const keyring = open();
    const localId = made(keyring);
    value(keyring.recordCheckpoint({ seq: 7, hash: 'seven' }));
    expect(open().find(localId)).not.toBeNull();
  });
});
