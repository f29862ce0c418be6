import { existsSync } from 'node:fs';
import { parse, join } from 'node:path';

/** This path, or where something lies there the next one with a number behind its name that is free. */
export function freePath(path: string): string {
  if (!existsSync(path)) return path;
  const { dir, name, ext } = parse(path);
  for (let number = 2; ; number += 1) {
    const next = join(dir, `${name}-${number}${ext}`);
    if (!existsSync(next)) return next;
  }
}
