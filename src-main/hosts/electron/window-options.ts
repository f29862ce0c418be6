import type { BrowserWindowConstructorOptions } from 'electron';
import type { Settings } from '../../app/counter/settings.ts';
import { appPartition } from './addresses.ts';

/** What a window shows until its page has painted: `--paper` of the screens. */
export const paper = { light: '#f3f1eb', dark: '#13171a' } as const;

/** Whether a page that looked so last is dark. */
export function isDark(theme: Settings['theme'], systemIsDark: boolean): boolean {
  return theme === 'system' ? systemIsDark : theme === 'dark';
}

/** How the one window is made; every safe default is stated, so that a changed default cannot change it. */
export function windowOptions(facts: {
  readonly packaged: boolean;
  readonly preload: string;
  readonly dark: boolean;
}): BrowserWindowConstructorOptions {
  return {
    width: 1280,
    height: 800,
    minWidth: 1024,
    minHeight: 700,
    show: false,
    backgroundColor: facts.dark ? paper.dark : paper.light,
    autoHideMenuBar: true,
    webPreferences: { ...hardened, preload: facts.preload, partition: appPartition, devTools: !facts.packaged },
  };
}

/** A session for receipts alone, in memory: nothing of one is on the disk or among the screens. */
export const receiptPartition = 'receipt';

/**
 * The hidden window in which a receipt becomes an image: no preload, no script, no tools, and never shown. It is longer
 * than any of our documents.
 */
export function receiptWindowOptions(width: number): BrowserWindowConstructorOptions {
  return {
    width,
    height: 6_000,
    useContentSize: true,
    show: false,
    backgroundColor: '#ffffff',
    webPreferences: { ...hardened, javascript: false, partition: receiptPartition, devTools: false, offscreen: true },
  };
}

/** A session for reports that become PDF, beside that of receipts: both may be drawn at once. */
export const reportPartition = 'report';

/** The hidden window in which a report becomes PDF: as hardened as that of receipts, and never shown. */
export function reportWindowOptions(): BrowserWindowConstructorOptions {
  return {
    show: false,
    backgroundColor: '#ffffff',
    webPreferences: { ...hardened, javascript: false, partition: reportPartition, devTools: false },
  };
}

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
} as const;
