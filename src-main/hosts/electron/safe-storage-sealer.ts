import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { Sealer, SealerFault } from '../../core/ports.ts';
import { err, ok, type Result } from '../../core/result.ts';

/** Electron's safeStorage as it is over the versions we run on: the asynchronous calls came later than the others. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(sealed: Buffer): string;
  getSelectedStorageBackend?(): string;
  isAsyncEncryptionAvailable?(): Promise<boolean>;
  encryptStringAsync?(text: string): Promise<Buffer>;
  decryptStringAsync?(sealed: Buffer): Promise<{ readonly result: string; readonly shouldReEncrypt?: boolean }>;
}

const systemStores: Partial<Record<NodeJS.Platform, string>> = { darwin: 'keychain', win32: 'dpapi' };
/** Backends whose key anybody can have: Chromium falls back to a constant where it finds no keyring. */
const unsafeBackends: readonly string[] = ['basic_text', 'unknown'];

/**
 * A sealer over the key store of the operating system, or the reason why a real deployment must not be sealed here.
 * `name` tells the store, because what one store sealed no other can open.
 */
export function safeStorageSealer(storage: SafeStorage, platform: NodeJS.Platform): Result<Sealer, Failure> {
  const backend = backendOf(storage, platform);
  if (unsafeBackends.includes(backend)) return err({ code: 'sealing_unsafe', detail: backend });
  return ok({
    name: `safe-storage/${backend}`,
    wrap: (dataKey) =>
      askStore(
        storage,
        'sealer_refused',
        async () => new Uint8Array(await encrypt(storage, Buffer.from(dataKey).toString('base64'))),
      ),
    unwrap: (wrapped, onStale) =>
      askStore(
        storage,
        'sealer_changed',
        async () => new Uint8Array(Buffer.from(await decrypt(storage, Buffer.from(wrapped), onStale), 'base64')),
      ),
  });
}

function backendOf(storage: SafeStorage, platform: NodeJS.Platform): string {
  if (platform === 'linux') return storage.getSelectedStorageBackend?.() ?? 'unknown';
  return systemStores[platform] ?? 'unknown';
}

async function askStore(
  storage: SafeStorage,
  fault: SealerFault['code'],
  work: () => Promise<Uint8Array>,
): Promise<Result<Uint8Array, SealerFault>> {
  try {
    if (!(await isAvailable(storage))) return err({ code: 'sealer_unavailable' });
    return ok(await work());
  } catch {
    return err({ code: fault });
  }
}

function isAvailable(storage: SafeStorage): Promise<boolean> {
  return storage.isAsyncEncryptionAvailable?.() ?? Promise.resolve(storage.isEncryptionAvailable());
}

function encrypt(storage: SafeStorage, text: string): Promise<Buffer> {
  return storage.encryptStringAsync?.(text) ?? Promise.resolve(storage.encryptString(text));
}

async function decrypt(storage: SafeStorage, sealed: Buffer, onStale?: () => void): Promise<string> {
  if (storage.decryptStringAsync === undefined) return storage.decryptString(sealed);
  const { result, shouldReEncrypt } = await storage.decryptStringAsync(sealed);
  if (shouldReEncrypt === true) onStale?.();
  return result;
}
