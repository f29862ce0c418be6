import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { language, theme } from '../../../src-shared/contract/shapes.ts';
import { defaultLanguage } from '../../../src-shared/words/languages.ts';
import { writeFileAtomically } from '../../files/atomic-write.ts';

/** From about 70 % to twice the size. */
export const zoomLevels = { smallest: -2, largest: 4 } as const;

/** What the app remembers before any deployment is open. No secret. Each choice is readable without the others. */
const settings = z.object({
  language: language.catch(defaultLanguage),
  theme: theme.catch('system'),
  /** How large a window of ours draws, in steps of its host; each is a fifth more. */
  zoomLevel: z.number().min(zoomLevels.smallest).max(zoomLevels.largest).catch(0),
});
export type Settings = Readonly<z.infer<typeof settings>>;

export interface RememberedSettings {
  readonly read: () => Settings;
  readonly change: (change: Partial<Settings>) => void;
}

/** How the screens look and speak, kept in `directory` from one run to the next. */
export function rememberedSettings(directory: string): RememberedSettings {
  let current = readSettings(directory);
  return {
    read: () => current,
    change: (change) => {
      current = { ...current, ...change };
      writeSettings(directory, current);
    },
  };
}

/**
 * The settings in `directory`; an unreadable file is as good as none, since nothing in it is worth refusing to start
 * for.
 */
function readSettings(directory: string): Settings {
  try {
    const parsed = settings.safeParse(JSON.parse(readFileSync(settingsPath(directory), 'utf8')));
    return parsed.success ? parsed.data : settings.parse({});
  } catch {
    return settings.parse({});
  }
}

function writeSettings(directory: string, value: Settings): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileAtomically(settingsPath(directory), new TextEncoder().encode(JSON.stringify(value)));
}

function settingsPath(directory: string): string {
  return join(directory, 'settings.json');
}
