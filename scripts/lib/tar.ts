import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';

const blockBytes = 512;

interface Entry {
  readonly name: string;
  readonly mode: number;
  readonly content: Buffer;
}

/** Writes the regular files of a POSIX ustar archive under a folder; what is neither file nor folder is left out. */
export async function extractTar(archive: Buffer, folder: string): Promise<void> {
  for (const entry of filesOf(archive)) {
    const path = join(folder, entry.name);
    if (!path.startsWith(normalize(folder) + sep))
      throw new Error(`The archive names a file outside its folder: ${entry.name}`);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, entry.content, { mode: entry.mode });
  }
}

function* filesOf(archive: Buffer): Generator<Entry> {
  let offset = 0;
  while (offset + blockBytes <= archive.length && archive[offset] !== 0) {
    const header = archive.subarray(offset, offset + blockBytes);
    const size = octal(header, 124, 12);
    const start = offset + blockBytes;
    const type = header[156];
    if (type === 0 || type === '0'.charCodeAt(0)) {
      yield {
        name: join(text(header, 345, 155), text(header, 0, 100)),
        mode: octal(header, 100, 8),
        content: archive.subarray(start, start + size),
      };
    }
    offset = start + Math.ceil(size / blockBytes) * blockBytes;
  }
}

function text(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.subarray(0, end === -1 ? length : end).toString('utf8');
}

function octal(header: Buffer, start: number, length: number): number {
  return Number.parseInt(text(header, start, length).trim() || '0', 8);
}
