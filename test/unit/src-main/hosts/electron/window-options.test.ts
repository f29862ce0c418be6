import { describe, expect, it } from 'vitest';

import { windowOptions } from '../../../../../src-main/hosts/electron/window-options.ts';

describe('the window', () => {
  it('is sandboxed, isolated, without Node, and shown only once it has something to show', () => {
    expect(windowOptions({ packaged: true, preload: '/out/preload/preload.cjs' })).toEqual({
      width: 1280, height: 800, minWidth: 1024, minHeight: 700, show: false, backgroundColor: '#ffffff', autoHideMenuBar: true,
      webPreferences: {
        preload: '/out/preload/preload.cjs', partition: 'counter', sandbox: true, contextIsolation: true,
        nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false, webSecurity: true,
        allowRunningInsecureContent: false, experimentalFeatures: false, webviewTag: false, navigateOnDragDrop: false, spellcheck: false, devTools: false,
      },
    });
  });

  it('keeps nothing of the screens on disk', () => {
    const partition = windowOptions({ packaged: true, preload: '' }).webPreferences?.partition;
    expect(partition).toMatch(/^(?!persist:)./);
  });

  it('has developer tools under development alone', () => {
    expect(windowOptions({ packaged: false, preload: '' }).webPreferences?.devTools).toBe(true);
  });
});
