import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Where the service keeps the logos of its brands. */
export const logosPath = '/logos';

const cells = 5;
const cellSize = 12;
const margin = 2;
const side = cells * cellSize + 2 * margin;
const white = [255, 255, 255];
const colours = [
  [12, 74, 86],
  [122, 44, 84],
  [46, 92, 50],
  [150, 78, 20],
  [62, 60, 140],
  [140, 36, 36],
  [28, 96, 140],
  [92, 84, 20],
];

/** A made-up mark for a brand, the same each time: a pattern with a mirrored half, as a PNG (www.w3.org/TR/png-3). */
export function logoImage(slug: string): Uint8Array {
  const digest = createHash('sha256').update(slug).digest();
  const isInked = (x: number, y: number): boolean => {
    const [column, row] = [Math.floor((x - margin) / cellSize), Math.floor((y - margin) / cellSize)];
    if (column < 0 || row < 0 || column >= cells || row >= cells) return false;
    return (digest[row * cells + Math.min(column, cells - 1 - column)] ?? 0) % 2 === 0;
  };
  const rows = Array.from({ length: side }, (_, y) => [
    0,
    ...Array.from({ length: side }, (__, x) => (isInked(x, y) ? 1 : 0)),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colour = colours[(digest[31] ?? 0) % colours.length] ?? [0, 0, 0];
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...white, ...colour])),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
