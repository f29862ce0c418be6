import { sha256Base64url } from '../core/hash.ts';
import type { Clipboard } from '../core/ports.ts';

/** The code that was copied last, and how it leaves the clipboard again: after a while, when nobody is there, at the end. */
export interface CopiedCodes {
  /** False where the machine's clipboard takes nothing. */
  put(text: string, keptMs: number): Promise<boolean>;
  /** At once, and only where the clipboard still holds what was put there. */
  clear(): Promise<void>;
}

/** `later` does its work after a while, and at once where the deployment is closed before. Of the text only its hash is remembered. */
export function createCopiedCodes(clipboard: Clipboard | null, later: (ms: number, work: () => Promise<void>) => void): CopiedCodes {
  let last: { readonly sha256: string } | null = null;
  const clear = async (): Promise<void> => {
    const copied = last;
    last = null;
    if (copied !== null) await clipboard?.clearIfStill(copied.sha256);
  };
  return {
    put: async (text, keptMs) => {
      if (clipboard === null || !(await clipboard.write(text, { secret: true }))) return false;
      const copied = { sha256: sha256Base64url(text) };
      last = copied;
      // A later copy has a time of its own.
      later(keptMs, () => (last === copied ? clear() : Promise.resolve()));
      return true;
    },
    clear,
  };
}
