import { createCipheriv, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';

/**
 * Reads ZIP archives by their specification alone (APPNOTE, and WinZip's AE-1 and AE-2): another program than the one
 * that writes ours.
 */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc32: number;
  /** Of an AES entry: the vendor's version, its strength (3: 256 bits) and the method beneath. */
  readonly aes: { readonly version: number; readonly strength: number; readonly method: number } | null;
  readonly size: number;
  readonly data: Buffer;
}

export function entriesOf(archive: Uint8Array): readonly ZipEntry[] {
  const bytes = Buffer.from(archive);
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const count = bytes.readUInt16LE(end + 10);
  const entries: ZipEntry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const extra = bytes.subarray(at + 46 + (nameLength ?? 0), at + 46 + (nameLength ?? 0) + (extraLength ?? 0));
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    entries.push({
      name,
      method: bytes.readUInt16LE(at + 10),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
      crc32: bytes.readUInt32LE(at + 16),
      aes: aesOf(extra),
      size: bytes.readUInt32LE(at + 24),
      data: bytes.subarray(start, start + bytes.readUInt32LE(at + 20)),
    });
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries;
}

/** The content of an entry; throws where the password is wrong or a byte was changed. */
export function contentOf(entry: ZipEntry, password?: string): Buffer {
  const packed = entry.aes === null || password === undefined ? entry.data : decrypted(entry, entry.aes, password);
  const method = entry.aes?.method ?? entry.method;
  return method === 8 ? inflateRawSync(packed) : packed;
}

function aesOf(extra: Buffer): ZipEntry['aes'] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 0x9901) continue;
    return { version: extra.readUInt16LE(at + 4), strength: extra[at + 8] ?? 0, method: extra.readUInt16LE(at + 9) };
  }
  return null;
}

function decrypted({ data }: ZipEntry, { strength }: NonNullable<ZipEntry['aes']>, password: string): Buffer {
  const keyLength = 8 * (strength + 1);
  const saltLength = keyLength / 2;
  const keys = pbkdf2Sync(password, data.subarray(0, saltLength), 1000, 2 * keyLength + 2, 'sha1');
  const check = data.subarray(saltLength, saltLength + 2);
  if (!timingSafeEqual(check, keys.subarray(2 * keyLength))) throw new Error('wrong password');
  const sealed = data.subarray(saltLength + 2, -10);
  const code = createHmac('sha1', keys.subarray(keyLength, 2 * keyLength))
    .update(sealed)
    .digest()
    .subarray(0, 10);
  if (!timingSafeEqual(code, data.subarray(-10))) throw new Error('changed');
  return Buffer.from(xored(sealed, keys.subarray(0, keyLength)));
}

/** AES in counter mode; WinZip's counter is little-endian and begins at 1. */
function xored(sealed: Buffer, key: Buffer): Uint8Array {
  const counters = Buffer.alloc(Math.ceil(sealed.length / 16) * 16);
  for (let block = 0; block * 16 < counters.length; block += 1) counters.writeUInt32LE(block + 1, block * 16);
  // The stream is what the counters are encrypted to.
  const cipher = createCipheriv(`aes-${8 * key.length}-ecb`, key, null);
  cipher.setAutoPadding(false);
  const stream = Buffer.concat([cipher.update(counters), cipher.final()]);
  return sealed.map((byte, index) => byte ^ (stream[index] ?? 0));
}
