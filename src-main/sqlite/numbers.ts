/** The unsigned number of two bytes at `at`, the greater first. Bytes that are not there are 0. */
export function shortAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
}

/** That of four bytes. */
export function longAt(bytes: Uint8Array, at: number): number {
  return shortAt(bytes, at) * 65_536 + shortAt(bytes, at + 2);
}
