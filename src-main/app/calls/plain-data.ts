const maxDepth = 32;
/** What a call may carry; the largest real input is a deployment profile of 256 KB. */
export const maxInputBytes = 1_048_576;

/**
 * True for data that JSON could carry and that is no larger than a call may be. Structured clone lets cycles, maps and
 * typed arrays through, and a schema would walk all of them first.
 */
export function isPlainDataWithinLimit(value: unknown): boolean {
  return spend(value, maxInputBytes, 0) >= 0;
}

/** The bytes left after `value`; negative where it does not fit or is not plain. */
function spend(value: unknown, bytes: number, depth: number): number {
  if (bytes < 0 || depth > maxDepth) return -1;
  if (typeof value === 'string') return bytes - Buffer.byteLength(value) - 2;
  if (value === null || value === undefined || typeof value === 'boolean' || typeof value === 'number')
    return bytes - 8;
  if (typeof value !== 'object' || !isPlain(value)) return -1;
  let left = bytes - 2;
  for (const [key, member] of Object.entries(value)) {
    left = spend(member, left - Buffer.byteLength(key) - 3, depth + 1);
    if (left < 0) return -1;
  }
  return left;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

/**
 * The path of the first text in `value` that is no Unicode, or null. Half a character has no bytes: an address or a
 * query cannot carry it, and what is stored comes back as another text.
 */
export function illFormedAt(value: unknown, path: readonly string[] = []): string | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : path.join('.');
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const inner = [...path, key.toWellFormed()];
    const found = key.isWellFormed() ? illFormedAt(member, inner) : inner.join('.');
    if (found !== null) return found;
  }
  return null;
}
