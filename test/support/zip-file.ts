import { crc32, deflateRawSync } from 'node:zlib';

export interface ZippedFile {
  /** With the folder that holds everything. */
  readonly path: string;
  readonly content: string | Buffer;
  readonly mode?: number;
  readonly isStored?: boolean;
  /** What the zip says of the file in place of the truth. */
  readonly said?: { readonly bytes?: number; readonly crc32?: number; readonly method?: number };
}

/** A zip of these files. */
export function zipOf(files: readonly ZippedFile[], comment = ''): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const file of files) {
    const offset = parts.reduce((sum, { length }) => sum + length, 0);
    const content = Buffer.from(file.content);
    const packed = file.isStored === true ? content : deflateRawSync(content);
    const name = Buffer.from(file.path);
    const common = commonFields(file, content, packed.length, name.length);
    const local = Buffer.concat([words('4', 0x04034b50), words('2', 20), common]);
    parts.push(local, name, packed);
    const mode = file.mode ?? 0o100644;
    directory.push(Buffer.concat([words('422', 0x02014b50, (3 << 8) | 20, 20), common]));
    directory.push(Buffer.concat([words('22244', 0, 0, 0, (mode << 16) >>> 0, offset), name]));
  }
  const [content, list] = [Buffer.concat(parts), Buffer.concat(directory)];
  const counts = [files.length, files.length] as const;
  const end = words('422224', 0x06054b50, 0, 0, ...counts, list.length);
  return Buffer.concat([content, list, end, words('42', content.length, comment.length), Buffer.from(comment)]);
}

/** From the flags to the length of what is extra, which no file has. */
function commonFields({ isStored, said }: ZippedFile, content: Buffer, packedBytes: number, nameBytes: number): Buffer {
  const method = said?.method ?? (isStored === true ? 0 : 8);
  const sizes = [said?.crc32 ?? crc32(content), packedBytes, said?.bytes ?? content.length] as const;
  return words('222244422', 1 << 11, method, 0, 0, ...sizes, nameBytes, 0);
}

/** Little-endian numbers of two or four bytes each. */
function words(widths: string, ...values: readonly number[]): Buffer {
  const fields = values.map((value, index) => {
    const field = Buffer.alloc(Number(widths[index]));
    field.writeUIntLE(value, 0, field.length);
    return field;
  });
  return Buffer.concat(fields);
}
