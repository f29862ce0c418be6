import { promisify } from 'node:util';
import { crc32, deflateRaw, inflateRawSync } from 'node:zlib';
import { sorted, type PackageFile } from './file.ts';

const deflate = promisify(deflateRaw);

const signatures = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 } as const;
const methods = { stored: 0, deflated: 8 } as const;
const [headerBytes, entryBytes, endBytes] = [30, 46, 22];
/** Version 2.0 of the form, on a system whose permissions are those of UNIX. */
const madeBy = (3 << 8) | 20;
/** Names are UTF-8. */
const flags = 1 << 11;
const regularFile = 0o100000;

interface Packed {
  readonly name: Buffer;
  readonly file: PackageFile;
  readonly deflated: Buffer;
  readonly offset: number;
}

/** A zip of these files, in one folder if it is named; nothing in it depends on when or where it was made. */
export async function writeZip(
  files: readonly PackageFile[],
  top: string | null,
  epochSeconds: number,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  const packed: Packed[] = [];
  let offset = 0;
  for (const file of sorted(files)) {
    const name = Buffer.from(top === null ? file.path : `${top}/${file.path}`);
    const entry = { name, file, deflated: await deflate(file.bytes), offset };
    const header = localHeader(entry, epochSeconds);
    parts.push(header, name, entry.deflated);
    offset += header.length + name.length + entry.deflated.length;
    packed.push(entry);
  }
  const directory = packed.flatMap((entry) => [directoryEntry(entry, epochSeconds), entry.name]);
  const directorySize = directory.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([...parts, ...directory, endOf(packed.length, directorySize, offset)]);
}

function localHeader(entry: Packed, epochSeconds: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(signatures.file, 0);
  header.writeUInt16LE(20, 4);
  writeCommon(header, 6, entry, epochSeconds);
  return header;
}

function directoryEntry(entry: Packed, epochSeconds: number): Buffer {
  const header = Buffer.alloc(entryBytes);
  header.writeUInt32LE(signatures.entry, 0);
  header.writeUInt16LE(madeBy, 4);
  header.writeUInt16LE(20, 6);
  writeCommon(header, 8, entry, epochSeconds);
  header.writeUInt32LE(((regularFile | entry.file.mode) << 16) >>> 0, 38);
  header.writeUInt32LE(entry.offset, 42);
  return header;
}

/** What the header of a file and its entry in the directory both say, from the flags on. */
function writeCommon(header: Buffer, at: number, { name, file, deflated }: Packed, epochSeconds: number): void {
  const { date, time } = dosTime(epochSeconds);
  header.writeUInt16LE(flags, at);
  header.writeUInt16LE(methods.deflated, at + 2);
  header.writeUInt16LE(time, at + 4);
  header.writeUInt16LE(date, at + 6);
  header.writeUInt32LE(crc32(file.bytes), at + 8);
  header.writeUInt32LE(deflated.length, at + 12);
  header.writeUInt32LE(file.bytes.length, at + 16);
  header.writeUInt16LE(name.length, at + 20);
}

function endOf(count: number, directorySize: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(endBytes);
  end.writeUInt32LE(signatures.end, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directorySize, 12);
  end.writeUInt32LE(directoryOffset, 16);
  return end;
}

function dosTime(epochSeconds: number): { readonly date: number; readonly time: number } {
  const at = new Date(epochSeconds * 1000);
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

/** The regular files of a zip, each compared with its checksum. */
export function readZip(zip: Buffer): readonly PackageFile[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end === -1) throw new Error('this is not a zip');
  const files: PackageFile[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field));
    const nameEnd = at + entryBytes + (nameLength ?? 0);
    const path = zip.toString('utf8', at + entryBytes, nameEnd);
    const mode = zip.readUInt32LE(at + 38) >>> 16;
    if (!path.endsWith('/') && (mode & 0o170000) !== 0o120000)
      files.push({ path, mode: (mode & 0o100) === 0 ? 0o644 : 0o755, bytes: contentAt(zip, at) });
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return sorted(files);
}

function contentAt(zip: Buffer, entry: number): Buffer {
  const header = zip.readUInt32LE(entry + 42);
  const start = header + headerBytes + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
  const packed = zip.subarray(start, start + zip.readUInt32LE(entry + 20));
  const bytes = zip.readUInt16LE(entry + 10) === methods.stored ? Buffer.from(packed) : inflateRawSync(packed);
  if (crc32(bytes) !== zip.readUInt32LE(entry + 16)) throw new Error('the zip is damaged');
  return bytes;
}
