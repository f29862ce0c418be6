import { languages } from '../../../src-shared/words/languages.ts';
import type { Settings } from '../../app/counter/settings.ts';

/** How a page looked last. */
export type Look = Pick<Settings, 'language' | 'theme'>;

/** What a page can begin with before main can be asked. */
export interface Beginning {
  readonly isFirstRun: boolean;
  /** JSON of what it showed last. */
  readonly remembered: string | null;
}

/**
 * The page as it looked last: it is drawn before main can be asked, and must not change its look when it was. `frame`
 * is what it draws before its script was read.
 */
export function htmlWithLook(html: string, { language, theme }: Look, begins: Beginning, frame: string): string {
  const { dir } = languages[language];
  const chosen = theme === 'system' ? '' : ` data-theme="${theme}"`;
  const first = begins.isFirstRun ? ' data-first-run' : '';
  const data = begins.remembered === null ? '' : dataBlock(begins.remembered);
  return html
    .replace(/<html[^>]*>/, `<html lang="${language}" dir="${dir}" data-language="${language}"${chosen}${first}>`)
    .replace('<div id="root">', (root) => `${root}${frame}`)
    .replace('</body>', (end) => `${data}${end}`);
}

/** A script element of this type is data to the browser and never run; no text in it may end the element. */
function dataBlock(json: string): string {
  return `<script type="application/json" id="remembered">${json.replaceAll('<', String.raw`\u003c`)}</script>`;
}

/** The frame of a look, as the build drew it for each. */
export function frameOf(framesJson: string, { language, theme }: Look): string {
  const frames: unknown = JSON.parse(framesJson);
  const frame: unknown = Reflect.get(Object(frames), `${language} ${theme}`);
  if (typeof frame !== 'string') throw new Error(`the screens are built without a first frame in ${language}`);
  return frame;
}

/** The addresses that a page names and asks for at once: its scripts, styles and typefaces. */
export function filesNamedIn(html: string): readonly string[] {
  return [...html.matchAll(/<(?:script|link)\b[^>]*\s(?:src|href)="\.?(\/[^"]+)"/g)].map(([, path = '']) => path);
}

/** As the build names the script of the first screen (`scripts/build/page-files.ts`). */
export const isFirstScreen = (path: string): boolean => /^\/assets\/first-[^/]+\.js$/.test(path);

/** What no two builds of the screens have in common: the name of that script, which is of its content. */
export function buildOf(files: ReadonlyMap<string, unknown>): string {
  return [...files.keys()].find(isFirstScreen) ?? '';
}

export interface FirstFiles {
  readonly note: (path: string) => void;
  /** Resolves when the page has all that it names: it can paint its frame. */
  readonly frame: Promise<void>;
  /** Resolves when it has the script of its first screen: it has painted, and asked for that. */
  readonly screens: Promise<void>;
}

/** Hears which files a page has that names these paths. */
export function firstFiles(paths: readonly string[]): FirstFiles {
  const missing = new Set(paths);
  const frame = Promise.withResolvers<undefined>();
  const screens = Promise.withResolvers<undefined>();
  const note = (path: string): void => {
    missing.delete(path);
    if (missing.size === 0) frame.resolve(undefined);
    if (isFirstScreen(path)) screens.resolve(undefined);
  };
  return { note, frame: frame.promise, screens: screens.promise };
}
