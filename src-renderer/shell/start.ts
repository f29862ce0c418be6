import { within } from '../base/within.ts';

/** A window that is not shown paints nothing. */
const paintedWithinMs = 50;

// The frame that came with the page is painted before the screens are read: a megabyte of script holds a paint up.
const frame = document.getElementById('root')?.firstElementChild ?? null;
const shown = frame === null ? undefined : within(paintedWithinMs, painted());
void Promise.resolve(shown).then(() => import('./main.tsx'));

function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
