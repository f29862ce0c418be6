/** What a logo may be. No SVG: it is a document, and not only a picture. */
type ImageKind = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';

const signatures: readonly (readonly [kind: ImageKind, at: number, bytes: readonly number[]])[] = [
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/gif', 0, [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ['image/gif', 0, [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
  // "WEBP" in a RIFF container (developers.google.com/speed/webp/docs/riff_container).
  ['image/webp', 8, [0x57, 0x45, 0x42, 0x50]],
];
const riff: readonly number[] = [0x52, 0x49, 0x46, 0x46];

/** What the first bytes say that it is, whatever the sender called it; null for anything that is not a raster image. */
export function imageKindOf(bytes: Uint8Array): ImageKind | null {
  const has = (at: number, wanted: readonly number[]): boolean =>
    wanted.every((byte, index) => bytes[at + index] === byte);
  const [kind] = signatures.find(([, at, wanted]) => has(at, wanted)) ?? [];
  return kind === undefined || (kind === 'image/webp' && !has(0, riff)) ? null : kind;
}
