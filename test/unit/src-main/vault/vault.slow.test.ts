import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Sealer } from '../../../../src-main/core/ports.ts';
import { err, ok, type Result } from '../../../../src-main/core/result.ts';
import { memorySealer } from '../../../../src-main/vault/memory-sealer.ts';
import { passphraseSealer } from '../../../../src-main/vault/passphrase-sealer.ts';
import {
  openVault,
  openVaultWithRecovery,
  sealersOf,
  type SealedRecord,
  type Vault,
} from '../../../../src-main/vault/vault.ts';
import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { systemRandomness as randomness } from './randomness.ts';

const plaintext = Buffer.from('canary-voucher-0042', 'utf8');
let directory: string;
let envelopePath: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'counterfoil-vault-'));
  envelopePath = join(directory, 'vault.json');
});

afterEach(() => rmSync(directory, { recursive: true }));

function valueOf<T>(result: Result<T, Failure>): T {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

function passphrase(text: string): Sealer {
  return valueOf(passphraseSealer(text, randomness));
}

async function open(sealer: Sealer): Promise<Vault> {
  return valueOf(await openVault({ directory, sealer, randomness }));
}

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));
}

interface KeptWrap {
  readonly sealer: string;
  readonly wrapped: string;
  readonly sum?: string;
}

/** Changes each wrap of the file, as a disk or another build would. */
function changeEnvelope(change: (wrap: KeptWrap) => KeptWrap): void {
  const { version, wraps } = JSON.parse(readFileSync(envelopePath, 'utf8')) as { version: number; wraps: KeptWrap[] };
  writeFileSync(envelopePath, JSON.stringify({ version, wraps: wraps.map(change) }));
}

function changeWrapped(change: (wrap: KeptWrap) => string): void {
  changeEnvelope((wrap) => ({ ...wrap, wrapped: change(wrap) }));
}

describe('a digest', () => {
  test('is the same for the same text and purpose after another start, and another under another data key', async () => {
    const sealer = memorySealer(randomness);
    const digest = (await open(sealer)).digest('barcode', 'canary-voucher-0042');
    expect((await open(sealer)).digest('barcode', 'canary-voucher-0042')).toBe(digest);
    const again = await open(sealer);
    const others = ['anything else', 'barcode', 'anything else'].map((purpose) =>
      again.digest(purpose, 'canary-voucher-0042'),
    );
    expect(others).toEqual([others[0], digest, others[0]]);
    expect(others[0]).not.toBe(digest);
    rmSync(envelopePath);
    expect((await open(memorySealer(randomness))).digest('barcode', 'canary-voucher-0042')).not.toBe(digest);
  });
});

describe('a sealed record', () => {
  let vault: Vault;
  let record: SealedRecord;

  beforeEach(async () => {
    vault = await open(memorySealer(randomness));
    record = vault.seal('answer-1', plaintext);
  });

  test('unseals to what was sealed', () => {
    expect(Buffer.from(valueOf(vault.unseal('answer-1', record)))).toEqual(plaintext);
  });

  test('unseals under no other identity, with neither part of another record', () => {
    const other = vault.seal('answer-1', plaintext);
    for (const attempt of [
      vault.unseal('answer-2', record),
      vault.unseal('answer-1', { ...record, wrappedKey: other.wrappedKey }),
      vault.unseal('answer-1', { ...record, ciphertext: other.ciphertext }),
    ])
      expect(attempt).toMatchObject({ ok: false, error: { code: 'seal_failed' } });
  });

  test('unseals with no byte altered, missing or added', () => {
    const altered = [
      ...Array.from(record.ciphertext, (_, at) => ({ ...record, ciphertext: flipped(record.ciphertext, at) })),
      ...Array.from(record.wrappedKey, (_, at) => ({ ...record, wrappedKey: flipped(record.wrappedKey, at) })),
      { ...record, ciphertext: record.ciphertext.subarray(0, -1) },
      { ...record, ciphertext: new Uint8Array(0) },
      { ...record, ciphertext: new Uint8Array([...record.ciphertext, 0]) },
    ];
    expect(altered.filter((candidate) => vault.unseal('answer-1', candidate).ok)).toEqual([]);
  });

  test('shows nothing of the plaintext and never looks the same twice', () => {
    expect(Buffer.from(record.ciphertext).includes(plaintext)).toBe(false);
    const again = vault.seal('answer-1', plaintext);
    expect(again.ciphertext).not.toEqual(record.ciphertext);
    expect(again.wrappedKey).not.toEqual(record.wrappedKey);
  });

  test('says which part of it does not open', () => {
    const { ciphertext, wrappedKey } = record;
    expect(vault.unseal('answer-1', { ciphertext, wrappedKey: flipped(wrappedKey, 5) })).toEqual({
      ok: false,
      error: { code: 'seal_failed', detail: 'key' },
    });
    expect(vault.unseal('answer-1', { ciphertext: flipped(ciphertext, 5), wrappedKey })).toEqual({
      ok: false,
      error: { code: 'seal_failed', detail: 'record' },
    });
  });

  test('leaves no key of its own in memory', async () => {
    const drawn: Uint8Array[] = [];
    const watched = {
      ...randomness,
      bytes: (length: number) => {
        const bytes = randomness.bytes(length);
        drawn.push(bytes);
        return bytes;
      },
    };
    rmSync(envelopePath);
    const watching = valueOf(await openVault({ directory, sealer: memorySealer(randomness), randomness: watched }));
    drawn.length = 0;
    watching.seal('answer-1', plaintext);
    expect(drawn.filter((bytes) => bytes.length === 32)).toEqual([new Uint8Array(32)]);
  });

  test('has a key that the vault does not show to a log', () => {
    expect(inspect(vault, { showHidden: true, depth: 9 })).not.toMatch(/dataKey|Uint8Array/);
    expect(JSON.stringify(vault)).toBe('{}');
  });
});

describe('a vault under a passphrase', () => {
  test('is opened again by the passphrase, typed on another keyboard too, and by no other', async () => {
    const record = (await open(passphrase('café au lait'))).seal('a', plaintext);
    const decomposed = await open(passphrase('cafe\u0301 au lait'));
    expect(Buffer.from(valueOf(decomposed.unseal('a', record)))).toEqual(plaintext);
    expect(await openVault({ directory, sealer: passphrase('cafe au lait'), randomness })).toEqual({
      ok: false,
      error: { code: 'passphrase_wrong' },
    });
  });

  test('needs a passphrase', () => {
    for (const absent of [undefined, '']) {
      expect(passphraseSealer(absent, randomness)).toEqual({ ok: false, error: { code: 'passphrase_required' } });
    }
  });

  test('keeps an envelope for its owner only, without the data key in the clear', async () => {
    const drawn: Uint8Array[] = [];
    const recorded = {
      ...randomness,
      bytes: (length: number) => {
        const bytes = randomness.bytes(length);
        drawn.push(bytes.slice());
        return bytes;
      },
    };
    valueOf(await openVault({ directory, sealer: passphrase('p'), randomness: recorded }));
    expect(statSync(envelopePath).mode & 0o777).toBe(0o600);
    const dataKey = Buffer.from(drawn[0] ?? []);
    expect(dataKey.length).toBe(32);
    const envelope = readFileSync(envelopePath, 'utf8');
    for (const encoding of ['base64url', 'base64', 'hex'] as const)
      expect(envelope).not.toContain(dataKey.toString(encoding).slice(0, 40));
  });
});

describe('an envelope', () => {
  test('of another sealer is told apart from a wrong secret', async () => {
    await open(passphrase('p'));
    expect(await openVault({ directory, sealer: memorySealer(randomness), randomness })).toEqual({
      ok: false,
      error: { code: 'vault_unavailable', detail: 'sealer_changed' },
    });
  });

  test('of an earlier training process is not available any more', async () => {
    await open(memorySealer(randomness));
    expect(await openVault({ directory, sealer: memorySealer(randomness), randomness })).toEqual({
      ok: false,
      error: { code: 'vault_unavailable', detail: 'sealer_changed' },
    });
  });

  test('is left as it is where its sealer does not say that it should be wrapped anew', async () => {
    const sealer = memorySealer(randomness);
    await open(sealer);
    const before = readFileSync(envelopePath, 'utf8');
    await open(sealer);
    expect(readFileSync(envelopePath, 'utf8')).toBe(before);
  });

  test('is wrapped anew where its sealer says that it should be, and opens as well where that fails', async () => {
    const inner = memorySealer(randomness);
    const stale: Sealer = {
      ...inner,
      unwrap: (wrapped, onStale) => {
        onStale?.();
        return inner.unwrap(wrapped);
      },
    };
    const record = (await open(inner)).seal('answer-1', plaintext);
    const before = readFileSync(envelopePath, 'utf8');
    expect((await open(stale)).unseal('answer-1', record).ok).toBe(true);
    expect(readFileSync(envelopePath, 'utf8')).not.toBe(before);
    const refusing: Sealer = {
      ...stale,
      wrap: () => Promise.resolve({ ok: false, error: { code: 'sealer_refused' } }),
    };
    const vault = await open(refusing);
    expect([vault.unseal('answer-1', record).ok, vault.prove().ok]).toEqual([true, true]);
  });

  test('that is damaged is never overwritten', async () => {
    writeFileSync(envelopePath, '{"version":1,');
    expect(await openVault({ directory, sealer: passphrase('p'), randomness })).toEqual({
      ok: false,
      error: { code: 'vault_damaged', detail: 'envelope' },
    });
    expect(readFileSync(envelopePath, 'utf8')).toBe('{"version":1,');
  });

  test.each([
    ['another key store', false, { code: 'vault_unavailable', detail: 'sealer_changed' }],
    ['damage', true, { code: 'vault_damaged', detail: 'wrapped_key' }],
  ])('that does not open says whether that is %s', async (_what, isDamaged, error) => {
    const inner = memorySealer(randomness);
    await open(inner);
    if (isDamaged) changeWrapped(({ wrapped }) => `${wrapped.startsWith('A') ? 'B' : 'A'}${wrapped.slice(1)}`);
    const other: Sealer = { ...memorySealer(randomness), name: inner.name };
    const sealer = isDamaged ? inner : other;
    expect(await openVault({ directory, sealer, randomness })).toEqual({ ok: false, error });
    // A store that is locked for the moment says nothing of the file.
    const locked: Sealer = { ...inner, unwrap: () => Promise.resolve(err({ code: 'sealer_unavailable' })) };
    expect(await openVault({ directory, sealer: locked, randomness })).toMatchObject({
      error: { detail: 'sealer_unavailable' },
    });
  });

  test('that is damaged does not call a right passphrase or recovery phrase wrong', async () => {
    const vault = await open(passphrase('right'));
    const phrase = await vault.makeRecoveryPhrase();
    changeWrapped(({ wrapped }) => `${wrapped.slice(0, -4)}${wrapped.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`);
    const damaged = { ok: false, error: { code: 'vault_damaged', detail: 'wrapped_key' } };
    expect(await openVault({ directory, sealer: passphrase('right'), randomness })).toEqual(damaged);
    expect(
      await openVaultWithRecovery({
        directory,
        sealer: passphrase('right'),
        randomness,
        phrase: phrase.ok ? phrase.value : '',
      }),
    ).toEqual(damaged);
  });

  test.each([
    ['was not noted, by an older build,', ({ sum: _, ...wrap }: KeptWrap): KeptWrap => wrap],
    ['was noted in a place that was damaged', (wrap: KeptWrap): KeptWrap => ({ ...wrap, sum: 'damaged' })],
  ])('of which what is wrapped %s opens, and is noted from then on', async (_what, change) => {
    const inner = memorySealer(randomness);
    const record = (await open(inner)).seal('answer-1', plaintext);
    changeEnvelope(change);
    const again = await open(inner);
    expect([again.unseal('answer-1', record).ok, again.prove().ok]).toEqual([true, true]);
    changeWrapped(({ wrapped }) => `${wrapped.startsWith('A') ? 'B' : 'A'}${wrapped.slice(1)}`);
    expect(await openVault({ directory, sealer: inner, randomness })).toMatchObject({
      error: { code: 'vault_damaged' },
    });
  });

  test('that cannot be read is none that is missing: nothing is put in its place', async () => {
    mkdirSync(envelopePath);
    const sealer = memorySealer(randomness);
    const unreadable = { ok: false, error: { code: 'vault_unavailable', detail: 'envelope_unreadable' } };
    expect(await openVault({ directory, sealer, randomness })).toEqual(unreadable);
    expect(await openVaultWithRecovery({ directory, sealer, randomness, phrase: '0'.repeat(32) })).toEqual(unreadable);
    expect(sealersOf(directory)).toEqual([]);
  });

  test('is not begun beside what was sealed before', async () => {
    const sealer = memorySealer(randomness);
    expect(await openVault({ directory, sealer, randomness, mayBegin: () => false })).toEqual({
      ok: false,
      error: { code: 'vault_missing' },
    });
    expect(() => statSync(envelopePath)).toThrow('ENOENT');
    expect((await openVault({ directory, sealer, randomness, mayBegin: () => true })).ok).toBe(true);
    expect((await openVault({ directory, sealer, randomness, mayBegin: () => false })).ok).toBe(true);
  });

  test('that could not be written made no vault, and says so', async () => {
    // A folder in the place of the file that is written first: nothing can replace it.
    mkdirSync(join(`${envelopePath}.partial`, 'in-the-way'), { recursive: true });
    expect(await openVault({ directory, sealer: memorySealer(randomness), randomness })).toEqual({
      ok: false,
      error: { code: 'vault_unavailable', detail: 'envelope_not_written' },
    });
  });

  test('gives no key of another length, which another key store may open, and says what a sealer refused', async () => {
    const inner = memorySealer(randomness);
    await open(inner);
    const short: Sealer = { ...inner, unwrap: () => Promise.resolve(ok(new Uint8Array(31))) };
    expect(await openVault({ directory, sealer: short, randomness })).toEqual({
      ok: false,
      error: { code: 'vault_unavailable', detail: 'sealer_changed' },
    });
    const kept = readFileSync(envelopePath, 'utf8');
    changeWrapped(({ wrapped }) => `${wrapped.startsWith('A') ? 'B' : 'A'}${wrapped.slice(1)}`);
    expect(await openVault({ directory, sealer: short, randomness })).toEqual({
      ok: false,
      error: { code: 'vault_damaged', detail: 'data_key' },
    });
    writeFileSync(envelopePath, kept);
    for (const [fault, code] of [
      ['sealer_refused', 'sealing_unsafe'],
      ['sealer_changed', 'vault_unavailable'],
    ] as const) {
      const refusing: Sealer = { ...inner, unwrap: () => Promise.resolve(err({ code: fault })) };
      expect(await openVault({ directory, sealer: refusing, randomness })).toEqual({
        ok: false,
        error: { code, detail: fault },
      });
    }
  });

  test('is not made by a sealer that cannot give the key back', async () => {
    const oneWay: Sealer = {
      name: 'one-way',
      wrap: (key) => Promise.resolve(ok(key)),
      unwrap: () => Promise.resolve(ok(new Uint8Array(32))),
    };
    expect(await openVault({ directory, sealer: oneWay, randomness })).toEqual({
      ok: false,
      error: { code: 'sealing_unsafe', detail: 'wrap_not_proved' },
    });
    const mute: Sealer = { ...oneWay, unwrap: () => Promise.resolve(err({ code: 'sealer_changed' })) };
    expect(await openVault({ directory, sealer: mute, randomness })).toEqual({
      ok: false,
      error: { code: 'sealing_unsafe', detail: 'wrap_not_proved' },
    });
    const refusing: Sealer = { ...oneWay, wrap: () => Promise.resolve(err({ code: 'sealer_refused' })) };
    expect(await openVault({ directory, sealer: refusing, randomness })).toEqual({
      ok: false,
      error: { code: 'sealing_unsafe', detail: 'sealer_refused' },
    });
    expect(() => statSync(envelopePath)).toThrow('ENOENT');
  });

  test('is none, and none is made, where the folder is none', async () => {
    writeFileSync(join(directory, 'file'), '');
    const result = await openVault({
      directory: join(directory, 'file'),
      sealer: memorySealer(randomness),
      randomness,
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'vault_unavailable' } });
  });
});

describe('the proof before an attempt', () => {
  test('holds while the vault works and its envelope is kept', async () => {
    expect((await open(memorySealer(randomness))).prove()).toEqual({ ok: true, value: undefined });
  });

  test('fails once the envelope is gone or another one', async () => {
    const vault = await open(memorySealer(randomness));
    rmSync(envelopePath);
    expect(vault.prove()).toMatchObject({ ok: false, error: { code: 'seal_failed', detail: 'envelope_missing' } });
    mkdirSync(envelopePath);
    expect(vault.prove()).toMatchObject({ ok: false, error: { code: 'seal_failed', detail: 'envelope_missing' } });
    rmSync(envelopePath, { recursive: true });
    await open(memorySealer(randomness));
    expect(vault.prove()).toMatchObject({ ok: false, error: { code: 'seal_failed', detail: 'envelope_changed' } });
  });
});

describe('a source of randomness that gives out the same memory twice', () => {
  /** Bytes of its own at first; after `spoil`, those of a length that `isShared` names lie where the last ones lay. */
  function spoiling(isShared: (length: number) => boolean) {
    const shared = new Uint8Array(64);
    let isSpoilt = false;
    const bytes = (length: number): Uint8Array => {
      if (!isSpoilt || !isShared(length)) return randomness.bytes(length);
      shared.set(randomness.bytes(length));
      return shared.subarray(0, length);
    };
    return {
      randomness: { ...randomness, bytes },
      spoil: () => {
        isSpoilt = true;
      },
    };
  }

  test.each([
    ['a record that does not open', () => true, 'record'],
    ['a record that opens to something else', (length: number) => length === 32, 'probe'],
  ] as const)('is found out before an attempt: %s', async (_, isShared, detail) => {
    const source = spoiling(isShared);
    const vault = valueOf(
      await openVault({ directory, sealer: memorySealer(randomness), randomness: source.randomness }),
    );
    expect(vault.prove().ok).toBe(true);
    source.spoil();
    expect(vault.prove()).toEqual({ ok: false, error: { code: 'seal_failed', detail } });
  });
});

describe('the recovery phrase', () => {
  test('leaves the wraps of others as they were, and is named among them', async () => {
    const sealer = memorySealer(randomness);
    const vault = await open(sealer);
    expect(sealersOf(directory)).toEqual(['memory']);
    const record = vault.seal('a', plaintext);
    valueOf(await vault.makeRecoveryPhrase());
    valueOf(await vault.makeRecoveryPhrase());
    expect(sealersOf(directory)).toEqual(['memory', 'recovery']);
    expect((await open(sealer)).unseal('a', record).ok).toBe(true);
  });

  test('is neither made nor of use where the envelope is gone or unreadable', async () => {
    const vault = await open(memorySealer(randomness));
    rmSync(envelopePath);
    const missing = { ok: false, error: { code: 'vault_missing' } };
    expect(await vault.makeRecoveryPhrase()).toEqual(missing);
    expect(
      await openVaultWithRecovery({ directory, sealer: passphrase('p'), randomness, phrase: '0'.repeat(32) }),
    ).toEqual(missing);
    expect(sealersOf(directory)).toEqual([]);
    mkdirSync(envelopePath);
    expect(await vault.makeRecoveryPhrase()).toEqual({
      ok: false,
      error: { code: 'vault_unavailable', detail: 'envelope_unreadable' },
    });
    rmSync(envelopePath, { recursive: true });
    await open(memorySealer(randomness));
    mkdirSync(join(`${envelopePath}.partial`, 'in-the-way'), { recursive: true });
    expect(await vault.makeRecoveryPhrase()).toEqual({
      ok: false,
      error: { code: 'vault_unavailable', detail: 'envelope_not_written' },
    });
  });

  test('opens the vault under a new sealer, as a person would type it', async () => {
    const vault = await open(memorySealer(randomness));
    const record = vault.seal('a', plaintext);
    const phrase = valueOf(await vault.makeRecoveryPhrase());
    expect(phrase).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(readFileSync(envelopePath, 'utf8')).not.toContain(phrase);
    const typed = phrase.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    const recovered = valueOf(
      await openVaultWithRecovery({ directory, sealer: passphrase('new'), randomness, phrase: typed }),
    );
    expect(Buffer.from(valueOf(recovered.unseal('a', record)))).toEqual(plaintext);
    expect(recovered.prove().ok).toBe(true);
    expect(Buffer.from(valueOf((await open(passphrase('new'))).unseal('a', record)))).toEqual(plaintext);
  });

  test('is replaced by a newer one, and no other opens', async () => {
    const vault = await open(memorySealer(randomness));
    const old = valueOf(await vault.makeRecoveryPhrase());
    valueOf(await vault.makeRecoveryPhrase());
    for (const phrase of [old, 'nonsense', '']) {
      expect(await openVaultWithRecovery({ directory, sealer: passphrase('p'), randomness, phrase })).toMatchObject({
        ok: false,
        error: { code: 'passphrase_wrong', field: 'phrase' },
      });
    }
  });

  test('says so where none was made', async () => {
    await open(memorySealer(randomness));
    const phrase = '0000-1111-2222-3333-4444-5555-6666-7777';
    expect(await openVaultWithRecovery({ directory, sealer: passphrase('p'), randomness, phrase })).toEqual({
      ok: false,
      error: { code: 'vault_unavailable', detail: 'no_recovery' },
    });
  });
});
