import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { app, dialog, type BrowserWindow } from 'electron';
import { largestProfile } from '../../../src-shared/contract/choices.ts';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import type { Language } from '../../../src-shared/words/languages.ts';
import { drawnText } from '../../../src-shared/words/main-text.ts';
import type { SavedKind } from '../../app/counter/ports.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { writeFileAtomically } from '../../files/atomic-write.ts';
import { freePath } from '../../files/free-path.ts';

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

interface Saving {
  readonly name: string;
  readonly what: SavedKind;
  /** Asked for once there is a place; null writes nothing. */
  readonly make: () => Promise<string | Uint8Array | null>;
}

/**
 * Asks over the window where a file is to be saved, and replaces what is there by it, for its owner alone; null where
 * nobody chose a place, false where it could not be written. Codes replace nothing: the file that lies there may be the
 * only one with codes that are out, and it is not known yet whether this one counts.
 */
export async function saveFile(
  window: BrowserWindow,
  language: Language,
  { name, what, make }: Saving,
): Promise<boolean | null> {
  const words = drawnText(language);
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: words(`box.save.${what}.title`),
    buttonLabel: words('box.save.choose'),
    defaultPath: join(app.getPath('documents'), name),
  });
  if (canceled || filePath === '') return null;
  const content = await make();
  const path = what === 'codes' ? freePath(filePath) : filePath;
  return content !== null && writeFileAtomically(path, Buffer.from(content)).ok;
}

async function textOf(path: string): Promise<Result<string, Failure>> {
  try {
    const { size } = await stat(path);
    return size > largestProfile ? err(detailed('profile_unreadable', 'too_large')) : ok(await readFile(path, 'utf8'));
  } catch {
    return err({ code: 'profile_unreadable' });
  }
}
