import { sha256Base64url } from '../../core/hash.ts';
import type { Clipboard } from '../../core/ports.ts';
import { concealedText } from './concealed-text.ts';

/** A place of the system's that holds one text. */
interface Held {
  readText(): string | Promise<string>;
  clear(): void | Promise<void>;
}

/** Electron's clipboard, which became asynchronous in version 44. */
export interface SystemClipboard extends Held {
  writeText(text: string): void | Promise<void>;
  /** Several formats in one write, since version 44. */
  writeFormats?(formats: Readonly<Record<string, string>>): Promise<void>;
  /**
   * What the middle button of the mouse pastes on Linux (X11's PRIMARY): Chromium puts every text there too that is
   * copied.
   */
  readonly selection?: Held;
}

/**
 * A secret goes there with its marks, in one write, where the runtime can; where that fails, without them.
 * What is not our own text is left alone: the person may have copied something else since.
 */
export function clipboardPort(system: SystemClipboard, platform: NodeJS.Platform): Clipboard {
  return {
    write: async (text, how) => {
      try {
        if (how?.secret !== true || !(await isWrittenConcealed(system, text, platform))) await system.writeText(text);
        return true;
      } catch {
        return false;
      }
    },
    clearIfStill: async (textSha256) => {
      for (const held of [system, system.selection]) await clearWhereStill(held, textSha256);
    },
  };
}

/** Each by itself: either may hold something else by now. */
async function clearWhereStill(held: Held | undefined, textSha256: string): Promise<void> {
  try {
    if (held !== undefined && sha256Base64url(await held.readText()) === textSha256) await held.clear();
  } catch {
    // A clipboard that cannot be read now may hold anybody's text.
  }
}

/** Read back: a system that does not take the marks must not lose the text with them. */
async function isWrittenConcealed(system: SystemClipboard, text: string, platform: NodeJS.Platform): Promise<boolean> {
  if (system.writeFormats === undefined) return false;
  try {
    await system.writeFormats(concealedText(text, platform));
    return (await system.readText()) === text;
  } catch {
    return false;
  }
}
