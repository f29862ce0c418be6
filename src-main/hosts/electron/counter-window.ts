import { BrowserWindow, Menu, app, type WebContents } from 'electron';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { AppPorts } from '../../app/counter/ports.ts';
import type { RememberedSettings } from '../../app/counter/settings.ts';
import { ok, type Result } from '../../core/result.ts';
import type { Introduction } from '../../deployment/introduction.ts';
import { appPage, isOwnPage } from './addresses.ts';
import { askAboutDeployment } from './deployment-box.ts';
import { fewTimes } from './few-times.ts';
import { askForDeployment, askForFolder, saveFile } from './file-box.ts';
import { watchInput } from './last-input.ts';
import { watchPage, type PageTrouble, type Trouble } from './page-trouble.ts';
import { askAboutTrouble } from './trouble-box.ts';
import { windowOptions } from './window-options.ts';
import { zoomLevelAfter, zoomStepOf, type ZoomStep } from './zoom.ts';

export interface CounterWindow {
  readonly load: () => Promise<void>;
  /** The page of the window, while there is a window. */
  readonly contents: () => WebContents | null;
  /** Keeps what the window shows out of pictures of the screen; Linux has no such thing. */
  readonly protect: (on: boolean) => void;
  readonly zoom: (step: ZoomStep) => void;
  /** Asks over it whether a deployment is to be taken; nobody says yes where there is no window. */
  readonly confirmDeployment: (introduction: Introduction) => Promise<boolean>;
  /**
   * Asks over it for a deployment file; nobody chooses one where there is no window, nor in a second box beside the
   * first.
   */
  readonly askForDeployment: () => Promise<Result<string | null, Failure>>;
  /** Asks over it for the folder of a feed, in the same way. */
  readonly askForFolder: () => Promise<string | null>;
  /** Asks over it where a file is to be saved, in the same way, and writes it (`AppPorts.saveFile`). */
  readonly saveFile: NonNullable<AppPorts['saveFile']>;
  /** Resolves when it is shown with its first picture. */
  readonly drawn: Promise<void>;
  /** How long ago somebody touched it. */
  readonly sinceInputMs: () => number;
}

interface WindowFacts {
  readonly packaged: boolean;
  readonly preload: string;
  readonly settings: RememberedSettings;
  /** Asked before it closes, by whatever hand, where the page can answer. */
  readonly mayClose: () => boolean;
  /** Hears that the page died or hangs. */
  readonly noteTrouble: (trouble: Trouble) => void;
}

/** The one window. A second start of the counter brings it to the front; closing it ends the counter. */
export function createCounterWindow({ mayClose, noteTrouble, settings, ...facts }: WindowFacts): CounterWindow {
  setMenu();
  const window = new BrowserWindow(windowOptions(facts));
  const drawn = new Promise<void>((resolve) => {
    window.once('ready-to-show', () => {
      window.show();
      resolve();
    });
  });
  const zoom = keepZoom(window, settings);
  const boxes = oneAtATime(() => !window.isDestroyed());
  comeBack(window);
  window.webContents.on('render-process-gone', () => noteTrouble('gone'));
  window.webContents.on('unresponsive', () => noteTrouble('hung'));
  const trouble = comeBackFromTrouble(window, settings);
  window.on('close', (event) => {
    if (trouble.now() === 'gone') window.destroy();
    else if (!mayClose()) {
      event.preventDefault();
      // A page that hangs cannot name what is unsettled: the box is there in its place.
      trouble.askAgain();
    } else if (trouble.now() === 'hung') window.destroy();
  });
  app.on('second-instance', () => focus(window));
  app.on('window-all-closed', () => app.quit());
  return {
    load: () => window.loadURL(appPage),
    contents: () => (window.isDestroyed() ? null : window.webContents),
    zoom,
    confirmDeployment: (introduction) =>
      window.isDestroyed() ? Promise.resolve(false) : askAboutDeployment(window, introduction),
    askForDeployment: () => boxes.open(() => askForDeployment(window, settings.read().language), ok(null)),
    askForFolder: () => boxes.open(() => askForFolder(window, settings.read().language), null),
    saveFile: (name, content, what) =>
      boxes.open(() => saveFile(window, settings.read().language, { name, content, what }), null),
    drawn,
    sinceInputMs: watchInput(window.webContents, {
      monotonicMs: () => performance.now(),
      isAssisted: () => app.isAccessibilitySupportEnabled(),
    }),
    protect: (on) => {
      if (!window.isDestroyed()) window.setContentProtection(on);
    },
  };
}

/** Boxes of the system's own, one at a time; `otherwise` is the answer where none may be opened. */
function oneAtATime(mayAsk: () => boolean) {
  let isAsking = false;
  return {
    open: async <T>(ask: () => Promise<T>, otherwise: T): Promise<T> => {
      if (isAsking || !mayAsk()) return otherwise;
      isAsking = true;
      try {
        return await ask();
      } finally {
        isAsking = false;
      }
    },
  };
}

/** The page is drawn as large as it was left, from its first paint on. */
function keepZoom({ webContents }: BrowserWindow, settings: RememberedSettings): (step: ZoomStep) => void {
  const zoom = (step: ZoomStep): void => {
    settings.change({ zoomLevel: zoomLevelAfter(step, settings.read().zoomLevel) });
    webContents.setZoomLevel(settings.read().zoomLevel);
  };
  webContents.on('dom-ready', () => webContents.setZoomLevel(settings.read().zoomLevel));
  webContents.on('before-input-event', (event, input) => {
    const step = zoomStepOf(input);
    if (step === null) return;
    event.preventDefault();
    zoom(step);
  });
  return zoom;
}

/**
 * No guard is asked before about:blank, which needs no load, nor before about:srcdoc, which ends in an error: the page
 * comes back at once.
 */
function comeBack(window: BrowserWindow): void {
  const backFrom = (url: string): void => {
    if (!isOwnPage(url)) void window.loadURL(appPage);
  };
  window.webContents.on('did-navigate', (_event, url) => backFrom(url));
  window.webContents.on('did-fail-load', (_event, code, _says, url, isMainFrame) => {
    if (isMainFrame && code !== aborted) backFrom(url);
  });
}

/** Chromium's word for a navigation that was refused: the page is still there. */
const aborted = -3;

function comeBackFromTrouble(window: BrowserWindow, settings: RememberedSettings): PageTrouble {
  const { webContents } = window;
  return watchPage(webContents, {
    mayComeBack: fewTimes(3, 10 * 60_000, () => performance.now()),
    reload: () => {
      if (window.isDestroyed()) return;
      // The codes are gone with the page.
      window.setContentProtection(false);
      webContents.reload();
    },
    kill: () => {
      if (!window.isDestroyed()) webContents.forcefullyCrashRenderer();
    },
    close: () => window.destroy(),
    ask: (trouble, signal) => askAboutTrouble(window, settings.read().language, trouble, signal),
  });
}

function focus(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** No menu, hence no reload and no developer tools; only macOS needs one for its editing keys. */
function setMenu(): void {
  if (process.platform === 'darwin')
    Menu.setApplicationMenu(Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }]));
  else Menu.setApplicationMenu(null);
}
