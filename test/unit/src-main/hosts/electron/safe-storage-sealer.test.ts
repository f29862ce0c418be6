import { describe, expect, it } from 'vitest';
import type { Sealer } from '../../../../../src-main/core/ports.ts';
import { safeStorageSealer, type SafeStorage } from '../../../../../src-main/hosts/electron/safe-storage-sealer.ts';

const dataKey = new Uint8Array([0, 1, 2, 250, 255]);

/** A key store that swaps the halves of a byte; what it did not write it cannot read. */
function older(backend: string, available = true): SafeStorage {
  return {
    isEncryptionAvailable: () => available,
    getSelectedStorageBackend: () => backend,
    encryptString: (text) => Buffer.concat([Buffer.from('v1'), swapped(Buffer.from(text))]),
    decryptString: (sealed) => {
      if (!sealed.toString().startsWith('v1')) throw new Error('not ours');
      return swapped(sealed.subarray(2)).toString();
    },
  };
}

function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => ((byte << 4) & 0xf0) | (byte >> 4)));
}

function newer(backend: string, available = true): SafeStorage {
  const inner = older(backend);
  const deprecated = (): never => {
    throw new Error('the synchronous calls are going away');
  };
  return {
    ...inner,
    isEncryptionAvailable: deprecated,
    encryptString: deprecated,
    decryptString: deprecated,
    isAsyncEncryptionAvailable: () => Promise.resolve(available),
    encryptStringAsync: (text) => Promise.resolve(inner.encryptString(text)),
    decryptStringAsync: (sealed) => new Promise((resolve) => resolve({ result: inner.decryptString(sealed) })),
  };
}

function sealerOf(storage: SafeStorage, platform: NodeJS.Platform = 'linux'): Sealer {
  const sealer = safeStorageSealer(storage, platform);
  if (!sealer.ok) throw new Error(sealer.error.code);
  return sealer.value;
}

describe.each([
  ['the synchronous calls', older],
  ['the asynchronous calls', newer],
])('sealing by %s', (_name, storage) => {
  it('gives the data key back, and does not keep it readable', async () => {
    const sealer = sealerOf(storage('gnome_libsecret'));
    const wrapped = await sealer.wrap(dataKey);
    if (!wrapped.ok) throw new Error(wrapped.error.code);
    expect(wrapped.value).not.toEqual(dataKey);
    expect(await sealer.unwrap(wrapped.value)).toEqual({ ok: true, value: dataKey });
  });

  it('says that the store has changed when it cannot open what was sealed', async () => {
    expect(await sealerOf(storage('kwallet5')).unwrap(new Uint8Array([1, 2]))).toEqual({
      ok: false,
      error: { code: 'sealer_changed' },
    });
  });

  it('says that the store is locked or absent', async () => {
    const sealer = sealerOf(storage('kwallet5', false));
    expect(await sealer.wrap(dataKey)).toEqual({ ok: false, error: { code: 'sealer_unavailable' } });
    expect(await sealer.unwrap(dataKey)).toEqual({ ok: false, error: { code: 'sealer_unavailable' } });
  });
});

describe('a key store that has changed its own key', () => {
  it.each([
    [true, 1],
    [false, 0],
    [undefined, 0],
  ])('says whether to wrap anew: %s', async (shouldReEncrypt, times) => {
    const inner = newer('gnome_libsecret');
    const storage: SafeStorage = {
      ...inner,
      decryptStringAsync: async (sealed) => ({
        ...((await inner.decryptStringAsync?.(sealed)) ?? { result: '' }),
        ...(shouldReEncrypt === undefined ? {} : { shouldReEncrypt }),
      }),
    };
    const sealer = sealerOf(storage);
    const wrapped = await sealer.wrap(dataKey);
    let stale = 0;
    if (wrapped.ok)
      expect(
        await sealer.unwrap(wrapped.value, () => {
          stale += 1;
        }),
      ).toEqual({ ok: true, value: dataKey });
    expect(stale).toBe(times);
  });
});

describe('the key store', () => {
  it.each([
    ['linux', 'basic_text'],
    ['linux', 'unknown'],
    ['freebsd', 'gnome_libsecret'],
  ] as const)('is unsafe on %s with %s', (platform, backend) => {
    expect(safeStorageSealer(older(backend), platform)).toMatchObject({ ok: false, error: { code: 'sealing_unsafe' } });
  });

  it('is unsafe on Linux where it does not say what it is', () => {
    const silent: SafeStorage = {
      isEncryptionAvailable: () => true,
      encryptString: () => Buffer.from(''),
      decryptString: () => '',
    };
    expect(safeStorageSealer(silent, 'linux')).toEqual({
      ok: false,
      error: { code: 'sealing_unsafe', detail: 'unknown' },
    });
  });

  it.each([
    ['linux', 'gnome_libsecret', 'safe-storage/gnome_libsecret'],
    ['linux', 'kwallet6', 'safe-storage/kwallet6'],
    ['darwin', 'basic_text', 'safe-storage/keychain'],
    ['win32', 'basic_text', 'safe-storage/dpapi'],
  ] as const)('is named on %s with %s', (platform, backend, name) => {
    expect(sealerOf(older(backend), platform).name).toBe(name);
  });
});
