import { sha256Base64url } from '../../core/hash.ts';
import type { Clipboard } from '../../core/ports.ts';

/** Electron's clipboard, which became asynchronous in version 44. */
export interface SystemClipboard {
  readText(): string | Promise<string>;
  writeText(text: string): void | Promise<void>;
  clear(): void;
}

/** What is not our own text is left alone: the person may have copied something else since. */
export function clipboardPort(system: SystemClipboard): Clipboard {
  return {
    write: async (text) => {
      try {
        await system.writeText(text);
        return true;
      } catch {
        return false;
      }
    },
    clearIfStill: async (textSha256) => {
      try {
        if (sha256Base64url(await system.readText()) === textSha256) system.clear();
      } catch {
        // A clipboard that cannot be read now may hold anybody's text.
      }
    },
  };
}
