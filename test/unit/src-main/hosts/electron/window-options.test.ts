import { describe, expect, it } from 'vitest';
import { receiptWindowOptions, windowOptions } from '../../../../../src-main/hosts/electron/window-options.ts';

const hardened = {
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
  devTools: false,
};

describe('the window', () => {
  it('is sandboxed, isolated, without Node, and shown only once it has something to show', () => {
    expect(windowOptions({ packaged: true, preload: '/out/preload/preload.cjs' })).toEqual({
      width: 1280,
      height: 800,
      minWidth: 1024,
      minHeight: 700,
      show: false,
      backgroundColor: '#ffffff',
      autoHideMenuBar: true,
      webPreferences: { ...hardened, preload: '/out/preload/preload.cjs', partition: 'counter' },
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

describe('the window of a receipt', () => {
  it('has no more than that, no preload and no script, and is never shown', () => {
    expect(receiptWindowOptions(384)).toEqual({
      width: 384,
      height: 6_000,
      useContentSize: true,
      show: false,
      backgroundColor: '#ffffff',
      webPreferences: { ...hardened, javascript: false, partition: 'receipt', offscreen: true },
    });
  });
});
