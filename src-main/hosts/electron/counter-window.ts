import { BrowserWindow, Menu, app, nativeTheme, type WebContents } from 'electron';
import type { RememberedSettings } from '../../app/counter/settings.ts';
import { appPage, isOwnPage } from './addresses.ts';
import { fewTimes } from './few-times.ts';
import { watchInput } from './last-input.ts';
import { watchPage, type PageTrouble, type Trouble, type TroubleAnswer } from './page-trouble.ts';
import { isDark, windowOptions } from './window-options.ts';
import { zoomLevelAfter, zoomStepOf, type ZoomStep } from './zoom.ts';

export interface CounterWindow {
  /** For boxes of the system's own over it. */
  readonly window: BrowserWindow;
  readonly load: () => void;
  /** Shows it: empty at first, in the colour of its page. */
  readonly show: () => void;
  /** The page of the window, while there is a window. */
  readonly contents: () => WebContents | null;
  /** Keeps what the window shows out of pictures of the screen; Linux has no such thing. */
  readonly protect: (on: boolean) => void;
  readonly zoom: (step: ZoomStep) => void;
  /** Resolves when its first picture is there. */
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
  /** Asks over the window about a page that can show nothing (`Hands.ask` of page-trouble.ts). */
  readonly askAboutTrouble: (window: BrowserWindow, trouble: Trouble, signal: AbortSignal) => Promise<TroubleAnswer>;
}

/** The one window. A second start of the counter brings it to the front; closing it ends the counter. */
export function createCounterWindow({
  mayClose,
  noteTrouble,
  askAboutTrouble,
  settings,
  ...facts
}: WindowFacts): CounterWindow {
  setMenu();
  const dark = isDark(settings.read().theme, nativeTheme.shouldUseDarkColors);
  const window = new BrowserWindow(windowOptions({ ...facts, dark }));
  const drawn = new Promise<void>((resolve) => {
    window.once('ready-to-show', resolve);
  });
  const zoom = keepZoom(window, settings);
  comeBack(window);
  window.webContents.on('render-process-gone', () => noteTrouble('gone'));
  window.webContents.on('unresponsive', () => noteTrouble('hung'));
  const trouble = comeBackFromTrouble(window, askAboutTrouble);
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
    window,
    load: () => {
      // A window that closes or a page that dies meanwhile is no bug; what the page is made of is waited for elsewhere.
      window.loadURL(appPage).catch(() => undefined);
    },
    show: () => {
      if (!window.isDestroyed()) window.show();
    },
    contents: () => (window.isDestroyed() ? null : window.webContents),
    zoom,
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

function comeBackFromTrouble(window: BrowserWindow, askAboutTrouble: WindowFacts['askAboutTrouble']): PageTrouble {
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
    ask: (trouble, signal) => askAboutTrouble(window, trouble, signal),
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
