import { dialog, type BrowserWindow } from 'electron';
import type { Language } from '../../../src-shared/words/languages.ts';
import { drawnText } from '../../../src-shared/words/main-text.ts';
import type { Trouble, TroubleAnswer } from './page-trouble.ts';

/**
 * Asks over a window whose page cannot. Escape chooses the last button, or to start again where nothing is to be waited
 * for.
 */
export async function askAboutTrouble(
  window: BrowserWindow,
  trouble: Trouble,
  signal: AbortSignal,
  language: Language,
): Promise<TroubleAnswer> {
  const text = drawnText(language);
  const answers: readonly TroubleAnswer[] = trouble === 'hung' ? ['again', 'close', null] : ['again', 'close'];
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: text(`box.trouble.${trouble}`),
    detail: text('box.trouble.detail'),
    buttons: answers.map((answer) => text(`box.trouble.${answer ?? 'wait'}`)),
    defaultId: 0,
    cancelId: trouble === 'hung' ? 2 : 0,
    noLink: true,
    signal,
  });
  return answers[response] ?? null;
}
