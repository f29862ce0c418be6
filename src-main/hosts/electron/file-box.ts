import { readFile, stat } from 'node:fs/promises';
import { dialog, type BrowserWindow } from 'electron';
import { largestProfile } from '../../../src-shared/contract/choices.ts';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { Language } from '../../../src-shared/contract/schemas.ts';
import { err, ok, type Result } from '../../core/result.ts';

const words: Readonly<Record<Language, Readonly<Record<'title' | 'choose' | 'kind', string>>>> = {
  en: { title: 'Choose the connection file', choose: 'Choose', kind: 'Connection files' },
  ar: { title: 'اختيار ملف الربط', choose: 'اختيار', kind: 'ملفات الربط' },
};

/**
 * Asks over the window for a deployment file, in the language of the screens, and gives its text; null where nobody
 * chose one. Errors: `profile_unreadable`, with the detail `too_large` where it is larger than any profile.
 */
export async function askForDeployment(
  window: BrowserWindow,
  language: Language,
): Promise<Result<string | null, Failure>> {
  const { title, choose, kind } = words[language];
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title,
    buttonLabel: choose,
    filters: [{ name: kind, extensions: ['json'] }],
    properties: ['openFile'],
  });
  const [path] = filePaths;
  return canceled || path === undefined ? ok(null) : textOf(path);
}

async function textOf(path: string): Promise<Result<string, Failure>> {
  try {
    const { size } = await stat(path);
    return size > largestProfile
      ? err({ code: 'profile_unreadable', detail: 'too_large' })
      : ok(await readFile(path, 'utf8'));
  } catch {
    return err({ code: 'profile_unreadable' });
  }
}
