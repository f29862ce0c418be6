import { app } from 'electron';
import type { Language } from '../../../src-shared/words/languages.ts';

/**
 * What of the system's dialogs is not ours to write, such as Cancel and the names of places, follows the language that
 * the screens had when the counter was started; a person's own `--lang` comes first. GTK goes by the environment. To be
 * called before Electron is ready.
 */
export function speakAsTheScreens(language: Language): void {
  if (!app.commandLine.hasSwitch('lang')) app.commandLine.appendSwitch('lang', language);
  if (process.platform === 'linux') process.env['LANGUAGE'] = language;
}
