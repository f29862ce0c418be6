import { dialog, type BrowserWindow } from 'electron';
import type { Introduction } from '../../deployment/introduction.ts';
import { deploymentWords } from './deployment-words.ts';

/** Asks over the window. Escape, and Enter without a look, leave everything as it is. */
export async function askAboutDeployment(window: BrowserWindow, introduction: Introduction): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    ...deploymentWords(introduction),
    buttons: ['Connect · ربط', 'Cancel · إلغاء'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
