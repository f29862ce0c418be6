import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { themes, type Theme } from '../../../src-shared/contract/choices.ts';
import { defaultLanguage, isLanguage, type Language } from '../../../src-shared/words/languages.ts';
import { writeFileAtomically } from '../../files/atomic-write.ts';
import { readBounded } from '../../files/read-bounded.ts';

/** From about 70 % to twice the size. */
export const zoomLevels = { smallest: -2, largest: 4 } as const;

/** What the app remembers before any deployment is open. No secret. */
export interface Settings {
  readonly language: Language;
  readonly theme: Theme;
  /** How large a window of ours draws, in steps of its host; each is a fifth more. */
  readonly zoomLevel: number;
}

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
    return settingsOf(JSON.parse(readBounded(settingsPath(directory)).toString('utf8')));
  } catch {
    return settingsOf(null);
  }
}

/**
 * Each choice is readable without the others. No schema: this is read before there is a window, which would wait for
 * the library of schemas.
 */
function settingsOf(kept: unknown): Settings {
  const { language, theme, zoomLevel } = Object(kept) as Partial<Record<keyof Settings, unknown>>;
  return {
    language: typeof language === 'string' && isLanguage(language) ? language : defaultLanguage,
    theme: themes.find((known) => known === theme) ?? 'system',
    zoomLevel: isZoomLevel(zoomLevel) ? zoomLevel : 0,
  };
}

function isZoomLevel(level: unknown): level is number {
  return typeof level === 'number' && level >= zoomLevels.smallest && level <= zoomLevels.largest;
}

function writeSettings(directory: string, value: Settings): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileAtomically(settingsPath(directory), new TextEncoder().encode(JSON.stringify(value)));
}

function settingsPath(directory: string): string {
  return join(directory, 'settings.json');
}
