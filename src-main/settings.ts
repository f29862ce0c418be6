import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { writeFileAtomically } from './files/atomic-write.ts';

/** What the app remembers before any deployment is open. No secret. */
export interface Settings {
  readonly language: 'ar' | 'en';
}

const settings = z.object({ language: z.enum(['ar', 'en']) });
const initial: Settings = { language: 'en' };

export interface RememberedLanguage {
  readonly language: () => Settings['language'];
  readonly setLanguage: (language: Settings['language']) => void;
}

/** The language of the screens, kept in `directory` from one run to the next. */
export function rememberedLanguage(directory: string): RememberedLanguage {
  let current = readSettings(directory);
  return {
    language: () => current.language,
    setLanguage: (language) => {
      current = { ...current, language };
      writeSettings(directory, current);
    },
  };
}

/** The settings in `directory`; an unreadable file is as good as none, since nothing in it is worth refusing to start for. */
function readSettings(directory: string): Settings {
  try {
    const parsed = settings.safeParse(JSON.parse(readFileSync(settingsPath(directory), 'utf8')));
    return parsed.success ? parsed.data : initial;
  } catch {
    return initial;
  }
}

function writeSettings(directory: string, value: Settings): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileAtomically(settingsPath(directory), new TextEncoder().encode(JSON.stringify(value)));
}

function settingsPath(directory: string): string {
  return join(directory, 'settings.json');
}
