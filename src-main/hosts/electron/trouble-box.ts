import { dialog, type BrowserWindow } from 'electron';
import type { Language } from '../../../src-shared/contract/schemas.ts';
import type { Trouble, TroubleAnswer } from './page-trouble.ts';

const words: Readonly<Record<Language, Readonly<Record<Trouble | 'detail' | 'again' | 'close' | 'wait', string>>>> = {
  en: {
    gone: 'The screen of the counter stopped working',
    hung: 'The screen of the counter does not answer',
    detail: 'No sale is lost: each is saved, and the counter keeps checking.',
    again: 'Start the screen again',
    close: 'Close the counter',
    wait: 'Wait',
  },
  ar: {
    gone: 'توقفت شاشة نقطة البيع عن العمل',
    hung: 'شاشة نقطة البيع لا تستجيب',
    detail: 'لم تُفقد أي عملية بيع: كل عملية محفوظة، والتحقق مستمر.',
    again: 'إعادة تشغيل الشاشة',
    close: 'إغلاق نقطة البيع',
    wait: 'انتظار',
  },
};

/**
 * Asks over a window whose page cannot. Escape chooses the last button, or to start again where nothing is to be waited
 * for.
 */
export async function askAboutTrouble(
  window: BrowserWindow,
  language: Language,
  trouble: Trouble,
  signal: AbortSignal,
): Promise<TroubleAnswer> {
  const { [trouble]: message, detail, again, close, wait } = words[language];
  const answers: readonly TroubleAnswer[] = trouble === 'hung' ? ['again', 'close', null] : ['again', 'close'];
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message,
    detail,
    buttons: [again, close, wait].slice(0, answers.length),
    defaultId: 0,
    cancelId: trouble === 'hung' ? 2 : 0,
    noLink: true,
    signal,
  });
  return answers[response] ?? null;
}
