import type { BrowserWindowConstructorOptions } from 'electron';

import { appPartition } from './addresses.ts';

/** How the one window is made; every safe default is stated, so that a changed default cannot change it. */
export function windowOptions(facts: { readonly packaged: boolean; readonly preload: string }): BrowserWindowConstructorOptions {
  return {
    width: 1280, height: 800, minWidth: 1024, minHeight: 700,
    show: false,
    backgroundColor: '#ffffff',
    autoHideMenuBar: true,
    webPreferences: {
      preload: facts.preload,
      partition: appPartition,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !facts.packaged,
    },
  };
}
