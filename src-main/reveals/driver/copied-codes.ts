import { sha256Base64url } from '../../core/hash.ts';
import type { Clipboard } from '../../core/ports.ts';

/**
 * The code that was copied last, and how it leaves the clipboard again: after a while, when nobody is there, at the
 * end.
 */
export interface CopiedCodes {
  /** False where the computer's clipboard takes nothing. */
  put(text: string, keptMs: number): Promise<boolean>;
  /** At once, and only where the clipboard still holds what was put there. */
  clear(): Promise<void>;
}

/**
 * `later` does its work after a while, and at once where the deployment is closed before. Of the text only its hash is
 * remembered.
 */
export function createCopiedCodes(
  clipboard: Clipboard | null,
  later: (ms: number, work: () => Promise<void>) => void,
): CopiedCodes {
  let last: { readonly sha256: string } | null = null;
  const isLast = (sha256: string): boolean => last?.sha256 === sha256;
  const clear = async (): Promise<void> => {
    const copied = last;
    last = null;
    if (copied !== null) await clipboard?.clearIfStill(copied.sha256);
  };
  return {
    put: async (text, keptMs) => {
      if (clipboard === null) return false;
      const copied = { sha256: sha256Base64url(text) };
      const before = last;
      last = copied;
      // What it takes the place of is not remembered any more, and would stay where nothing is written over it.
      if (before !== null) await clipboard.clearIfStill(before.sha256);
      const isThere = await clipboard.write(text, { secret: true });
      // The lock may have come meanwhile, with nothing there yet to clear.
      if (!isThere || !isLast(copied.sha256)) {
        await clipboard.clearIfStill(copied.sha256);
        return false;
      }
      // A later copy has a time of its own.
      later(keptMs, () => (last === copied ? clear() : Promise.resolve()));
      return true;
    },
    clear,
  };
}
