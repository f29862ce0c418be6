import { languages } from '../../../src-shared/words/languages.ts';
import type { Settings } from '../../app/counter/settings.ts';

/** The page as it looked last: it is drawn before main can be asked, and must not change its look when it was. */
export function htmlWithLook(html: string, { language, theme }: Pick<Settings, 'language' | 'theme'>): string {
  const { dir } = languages[language];
  const chosen = theme === 'system' ? '' : ` data-theme="${theme}"`;
  return html.replace(/<html[^>]*>/, `<html lang="${language}" dir="${dir}" data-language="${language}"${chosen}>`);
}

/** The addresses that a page names and asks for at once: its scripts, styles and typefaces. */
export function filesNamedIn(html: string): readonly string[] {
  return [...html.matchAll(/<(?:script|link)\b[^>]*\s(?:src|href)="\.?(\/[^"]+)"/g)].map(([, path = '']) => path);
}

export interface FirstFiles {
  readonly note: (path: string) => void;
  /** Resolves when all were handed over. */
  readonly given: Promise<void>;
}

/** Waits until the file at each of these paths was handed over. */
export function firstFiles(paths: readonly string[]): FirstFiles {
  const missing = new Set(paths);
  let resolve: () => void = () => undefined;
  const given = new Promise<void>((done) => {
    resolve = done;
  });
  const note = (path: string): void => {
    missing.delete(path);
    if (missing.size === 0) resolve();
  };
  return { note, given };
}
