import { within } from './within.ts';

/** A window that is not shown paints nothing. */
const paintedWithinMs = 50;

/** Resolves when what the page holds now is painted, or seems not to be. */
export function painted(): Promise<void> {
  return within(paintedWithinMs, new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}
