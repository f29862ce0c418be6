import type { Clock, Randomness } from '../core/ports.ts';
import type { DrawnPage } from './page.ts';

/** Pages that may be looked at once, at an address that nobody can guess. */
export interface OneTimePages {
  /** The path under which `page` can be had. */
  put(page: DrawnPage): string;
  /** The page at `path`, the first time that it is asked for and not long after it was put there. */
  take(path: string): DrawnPage | null;
  clear(): void;
}

/** Every one of their paths begins with it, and no file of the screens does. */
export const drawnFolder = '/drawn/';
/** As long as codes stay on the screen. A frame loads at once, but for a computer that has much else to do. */
const keptMs = 60_000;
/** A page of ours asks for each as soon as it knows of it; one that only has pages drawn gets the newest. */
const keptAtMost = 32;

/** `later` does its work after a while: what nobody came for is not kept. */
export function createOneTimePages(
  { clock, randomness }: { readonly clock: Clock; readonly randomness: Randomness },
  later: (ms: number, work: () => Promise<void>) => void,
): OneTimePages {
  const pages = new Map<string, { readonly page: DrawnPage; readonly untilMs: number }>();
  return {
    put: (page) => {
      const path = drawnFolder + Buffer.from(randomness.bytes(32)).toString('base64url');
      pages.set(path, { page, untilMs: clock.monotonicMs() + keptMs });
      for (const oldest of [...pages.keys()].slice(0, -keptAtMost)) pages.delete(oldest);
      later(keptMs, () => Promise.resolve(void pages.delete(path)));
      return path;
    },
    take: (path) => {
      const kept = pages.get(path);
      pages.delete(path);
      return kept === undefined || kept.untilMs < clock.monotonicMs() ? null : kept.page;
    },
    clear: () => pages.clear(),
  };
}
