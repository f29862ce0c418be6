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
  const row = width * 4;
  for (let y = height - 1; y >= 0; y -= 1) {
    for (let at = y * row; at < (y + 1) * row; at += 4) {
      if (lightOf(bytes, at) <= lightest) return y === height - 1 ? null : y + 1;
    }
  }
  return null;
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
