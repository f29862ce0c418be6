import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { workbookParts, type Sheet } from './workbook.ts';

/** In this thread, by Node's own streams: no worker, and no code that is loaded while it runs. */
const plainly = { useWebWorkers: false, dataDescriptor: false, extendedTimestamp: false } as const;
/** AES with a key of 256 bits; WinZip calls this form AE-2. */
const aes256 = 3;
/** The one file in the archive: its name stands in the clear, and tells nothing. */
const nameWithin = 'codes.xlsx';

/** The sheet as an .xlsx in a ZIP that is encrypted with the password. What was not encrypted is wiped. */
export async function encryptedWorkbook(sheet: Sheet, password: string): Promise<Uint8Array> {
  const workbook = await workbookBytes(sheet);
  try {
    const archive = new ZipWriter(new Uint8ArrayWriter(), {
      ...plainly,
      password,
      encryptionStrength: aes256,
      zipCrypto: false,
    });
    // It is compressed as it is.
    await archive.add(nameWithin, new Uint8ArrayReader(workbook), { level: 0 });
    return await archive.close();
  } finally {
    workbook.fill(0);
  }
}

async function workbookBytes(sheet: Sheet): Promise<Uint8Array> {
  const workbook = new ZipWriter(new Uint8ArrayWriter(), plainly);
  for (const { path, text } of workbookParts(sheet)) {
    const bytes = new TextEncoder().encode(text);
    await workbook.add(path, new Uint8ArrayReader(bytes));
    bytes.fill(0);
  }
  return workbook.close();
}
