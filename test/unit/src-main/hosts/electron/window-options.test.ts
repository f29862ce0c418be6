import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  isDark,
  paper,
  receiptWindowOptions,
  windowOptions,
} from '../../../../../src-main/hosts/electron/window-options.ts';

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
  it('is sandboxed, isolated, without Node, and not shown by being made', () => {
    expect(windowOptions({ packaged: true, preload: '/out/preload/preload.cjs', dark: false })).toEqual({
      width: 1280,
      height: 800,
      minWidth: 1024,
      minHeight: 700,
      show: false,
      backgroundColor: '#f3f1eb',
      autoHideMenuBar: true,
      webPreferences: { ...hardened, preload: '/out/preload/preload.cjs', partition: 'counter' },
    });
  });

  it('has the paper of its screens until they are painted', () => {
    const tokens = readFileSync(new URL('../../../../../src-renderer/base/theme/tokens.css', import.meta.url), 'utf8');
    expect(tokens).toContain(`--paper: light-dark(${paper.light}, ${paper.dark});`);
    const dark = windowOptions({ packaged: true, preload: '', dark: true });
    expect(dark.backgroundColor).toBe(paper.dark);
  });

  it.each([
    ['system', true, true],
    ['system', false, false],
    ['light', true, false],
    ['dark', false, true],
  ] as const)('is dark or not as its screens are: %s, %s', (theme, systemIsDark, dark) => {
    expect(isDark(theme, systemIsDark)).toBe(dark);
  });

  it('keeps nothing of the screens on disk', () => {
    const partition = windowOptions({ packaged: true, preload: '', dark: false }).webPreferences?.partition;
    expect(partition).toMatch(/^(?!persist:)./);
  });

  it('has developer tools under development alone', () => {
    expect(windowOptions({ packaged: false, preload: '', dark: false }).webPreferences?.devTools).toBe(true);
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
