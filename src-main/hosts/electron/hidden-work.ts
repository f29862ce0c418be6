import type { BrowserWindow } from 'electron';

/** Longer than a busy computer takes to draw, or to hand a job to its printer. */
const longestMs = 60_000;

/**
 * What work in a hidden window comes to, or `otherwise` where nobody will say: the window is gone, as when the counter
 * quits, or, unless a person is being asked, it took too long. What waits behind it, and the end of the counter, go on.
 */
export function unlessSilent<T>(
  hidden: BrowserWindow,
  work: Promise<T>,
  otherwise: T,
  how: { readonly asksPerson: boolean } = { asksPerson: false },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => resolve(otherwise);
    const timer = how.asksPerson ? undefined : setTimeout(giveUp, longestMs);
    hidden.once('closed', giveUp);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
