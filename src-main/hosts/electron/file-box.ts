import { join } from 'node:path';
import { app, dialog, type BrowserWindow } from 'electron';
import { largestProfile } from '../../../src-shared/contract/choices.ts';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import type { Language } from '../../../src-shared/words/languages.ts';
import { drawnText } from '../../../src-shared/words/main-text.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { isTooLarge, readBounded } from '../../files/read-bounded.ts';
import { saveContent, type Content } from './save-content.ts';

/**
 * Asks over the window for a deployment file, in the language of the screens, and gives its text; null where nobody
 * chose one. Errors: `profile_unreadable`, with the detail `too_large` where it is larger than any profile.
 */
export async function askForDeployment(
  window: BrowserWindow,
  language: Language,
): Promise<Result<string | null, Failure>> {
  const text = drawnText(language);
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: text('box.file.title'),
    buttonLabel: text('box.file.choose'),
    filters: [{ name: text('box.file.kind'), extensions: ['json'] }],
    properties: ['openFile'],
  });
  const [path] = filePaths;
  return canceled || path === undefined ? ok(null) : textOf(path);
}

/** Asks over the window for the folder that a feed lies in; null where nobody chose one. */
export async function askForFolder(window: BrowserWindow, language: Language): Promise<string | null> {
  const text = drawnText(language);
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: text('box.folder.title'),
    buttonLabel: text('box.folder.choose'),
    properties: ['openDirectory'],
  });
  return canceled ? null : (filePaths[0] ?? null);
}

interface Saving extends Content {
  readonly name: string;
}

/**
 * Asks over the window where a file is to be saved, and saves it there (`saveContent`). Gives the name that it has;
 * null where nobody chose a place, false where it could not be written.
 */
export async function saveFile(
  window: BrowserWindow,
  language: Language,
  { name, what, make }: Saving,
): Promise<string | false | null> {
  const words = drawnText(language);
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: words(`box.save.${what}.title`),
    buttonLabel: words('box.save.choose'),
    defaultPath: join(app.getPath('documents'), name),
  });
  if (canceled || filePath === '') return null;
  return saveContent(filePath, { what, make });
}

function textOf(path: string): Result<string, Failure> {
  try {
    return ok(readBounded(path, largestProfile).toString('utf8'));
  } catch (thrown) {
    return err(isTooLarge(thrown) ? detailed('profile_unreadable', 'too_large') : { code: 'profile_unreadable' });
  }
}
