import { basename } from 'node:path';
import type { SavedKind } from '../../app/counter/ports.ts';
import { replaceGivenFile, writeNewFile } from '../../files/atomic-write.ts';
import { freePath } from '../../files/free-path.ts';

/** What goes into a file, asked for once there is a place; null writes nothing. */
export interface Content {
  readonly what: SavedKind;
  readonly make: () => Promise<string | Uint8Array | null>;
}

/**
 * Writes a file where a person chose, for its owner alone, in place of what is there. Gives its name; false where it
 * could not be written. Codes replace nothing, also where the person agreed to it: the file that lies there may be the
 * only one with codes that are out, and it is not known yet whether this one counts.
 */
export async function saveContent(chosen: string, { what, make }: Content): Promise<string | false> {
  const content = await make();
  if (content === null) return false;
  const path = what === 'codes' ? freePath(chosen) : chosen;
  const write = what === 'codes' ? writeNewFile : replaceGivenFile;
  return write(path, Buffer.from(content)).ok && basename(path);
}
