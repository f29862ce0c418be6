import { dialog, type BrowserWindow } from 'electron';
import type { Introduction } from '../../deployment/introduction.ts';
import { deploymentWords } from './deployment-words.ts';

/** Asks over the window. Escape, and Enter without a look, leave everything as it is. */
export async function askAboutDeployment(window: BrowserWindow, introduction: Introduction): Promise<boolean> {
  const { message, detail, connect, cancel } = deploymentWords(introduction);
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message,
    detail,
    buttons: [connect, cancel],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}
