/** Four bytes for each dot, as `NativeImage.toBitmap` gives them. */
interface Pixels {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Darker than this is ink. */
const lightest = 150;

/**
 * How many rows have something on them, from the top; null where nothing has, or the last has too: then more may be
 * missing below.
 */
export function drawnHeight({ bytes, width, height }: Pixels): number | null {
  for (let y = height - 1; y >= 0; y -= 1) {
    if (isInked(bytes, y, width)) return y === height - 1 ? null : y + 1;
  }
  return null;
}

interface Strip {
  readonly y: number;
  readonly height: number;
}

/**
 * Strips of at most `most` rows, of which a sheet holds each whole: cut in the tallest white gap of the lower half of
 * each, which lies between two cards or two rows. Where none is white it is cut at `most`.
 */
export function sheetStrips(pixels: Pixels, most: number): readonly Strip[] {
  const strips: Strip[] = [];
  let y = 0;
  while (pixels.height - y > most) {
    const end = gapIn(pixels, y + Math.floor(most / 2), y + most) ?? y + most;
    strips.push({ y, height: end - y });
    y = end;
  }
  return [...strips, { y, height: pixels.height - y }];
}

/** Where the tallest white gap between the rows `from` and `to` ends, the lowest of those that are as tall. */
function gapIn({ bytes, width }: Pixels, from: number, to: number): number | null {
  let tallest = 0;
  let end: number | null = null;
  let white = 0;
  for (let y = from; y < to; y += 1) {
    white = isInked(bytes, y, width) ? 0 : white + 1;
    if (white > 0 && white >= tallest) [tallest, end] = [white, y + 1];
  }
  return end;
}

function isInked(bytes: Buffer, y: number, width: number): boolean {
  for (let at = y * width * 4; at < (y + 1) * width * 4; at += 4) if (lightOf(bytes, at) <= lightest) return true;
  return false;
}

/**
 * A thermal head has one colour: what the driver would make a pattern of grey dots of is decided here, and small script
 * stays legible.
 */
export function blackAndWhite({ bytes, width, height }: Pixels): Buffer {
  const pixels = Buffer.alloc(width * height * 4, 255);
  for (let at = 0; at < pixels.length; at += 4) if (lightOf(bytes, at) <= lightest) pixels.fill(0, at, at + 3);
  return pixels;
}

function lightOf(bytes: Buffer, at: number): number {
  return ((bytes[at] ?? 255) + (bytes[at + 1] ?? 255) + (bytes[at + 2] ?? 255)) / 3;
}
