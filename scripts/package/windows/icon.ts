import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Data } from 'resedit';

const folder = join(import.meta.dirname, '../icon');
const sizes = [16, 24, 32, 48, 64, 128, 256];

export function readIcons(): Promise<readonly Data.RawIconItem[]> {
  return Promise.all(
    sizes.map(async (size) => Data.RawIconItem.from(await readFile(join(folder, `${size}.png`)), size, size, 32)),
  );
}

/** All sizes as one .ico file. */
export async function iconFile(): Promise<Buffer> {
  const file = new Data.IconFile();
  file.icons = (await readIcons()).map((data) => ({ data }));
  return Buffer.from(file.generate());
}
