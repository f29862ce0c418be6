import { readFileSync, writeFileSync } from 'node:fs';

/** Changes one bit of the body of an order's intent, where its row lies in the file; gives what lies there now. */
export function damageIntentOf(file: string, operationId: string): Buffer {
  const bytes = readFileSync(file);
  const before = `${operationId}order-intended{`;
  const at = bytes.indexOf(before);
  if (at < 0) throw new Error('no intent');
  const inBody = at + before.length + 4;
  bytes[inBody] = (bytes[inBody] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  return bytes.subarray(at, at + 200);
}
