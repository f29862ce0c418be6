import '../without-eval.ts';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { app, powerMonitor } from 'electron';
import { createCounterApp } from '../../app/app.ts';
import { createDispatch, type Dispatch, type ReportBug } from '../../app/calls/registrar.ts';
import type { CounterApp } from '../../app/counter/ports.ts';
import type { RememberedSettings } from '../../app/counter/settings.ts';
import { err } from '../../core/result.ts';
import type { SupportLog } from '../../support-log/support-log.ts';
import { bugReporter } from '../bug-report.ts';
import type { RendererFiles } from '../renderer-files.ts';
import { systemClock } from '../system-ports.ts';
import type { CounterWindow } from './counter-window.ts';
import { electronPorts } from './electron-ports.ts';
import { buildOf } from './first-files.ts';
import { idleLookMs, lockWhenLeft } from './lock-when-left.ts';
import { createQuit } from './quit.ts';
import { receiptPrinter } from './receipt-printer.ts';
import { receiptFonts } from './receipt-sheet.ts';
import { pdfDrawer } from './report-pdf.ts';
import type { ScreenMemory } from './screen-memory.ts';
import { sendNotices } from './send-notices.ts';
import { updatePorts } from './update-ports.ts';
import { windowBoxes } from './window-boxes.ts';

/** All of the program that the window itself can be shown without (main.ts reads it meanwhile). */
export { noteSecondStart } from '../../updates/good-start.ts';
export { askAboutTrouble } from './trouble-box.ts';

export interface OpenCounter {
  /** What the counter drew for a frame. */
  readonly page: CounterApp['page'];
  readonly mayClose: () => boolean;
  readonly dispatch: Dispatch;
  /** Resolves when the page has run, the window was shown, and that was noted; rejects where it cannot open. */
  readonly wasDrawn: Promise<void>;
}

interface Surroundings {
  readonly window: CounterWindow;
  readonly settings: RememberedSettings;
  readonly supportLog: SupportLog;
  readonly memory: ScreenMemory;
  readonly files: RendererFiles;
  /** Resolves when the page asked for something. */
  readonly asked: Promise<void>;
  /** Where the built files lie. */
  readonly out: string;
  readonly dataDirectory: string;
}

/** What a system sends to the programs of a session that ends. */
const signalsToEnd = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

const drawingMs = 700;
const patienceMs = 3_000;

/** Opens the counter behind a window: the first call of its page waits for that. */
export function openCounter(surroundings: Surroundings): OpenCounter {
  const { window, settings, supportLog, memory, files, asked, out, dataDirectory } = surroundings;
  const report = bugReporter(supportLog);
  const quit = createQuit(supportLog, report);
  let running: CounterApp | null = null;
  // Nobody is held up who shuts the computer down or ends a session; the journal keeps what is not settled.
  let ending = false;
  powerMonitor.on('shutdown', () => {
    ending = true;
  });
  const end = (): void => {
    ending = true;
    app.quit();
  };
  for (const signal of signalsToEnd) process.on(signal, end);
  // Windows sends no signal.
  window.window.on('session-end', end);
  const restart = (path: string): void => {
    ending = true;
    quit.restart(path);
  };
  let noteOpened: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    noteOpened = resolve;
  });
  const boxes = windowBoxes(window.window, settings);
  const fonts = receiptFonts(files);
  const counter = createCounterApp(
    electronPorts(
      { dataDirectory, sandboxScript: join(out, 'sandbox.mjs') },
      window,
      boxes,
      { printer: receiptPrinter(fonts, window.contents), drawPdf: pdfDrawer(fonts) },
      updatePorts({ askForFolder: boxes.askForFolder, restart }),
      {
        supportLog,
        reportBug: report,
        firstScreen: opened.then(() => firstScreen(asked)),
        rememberScreen: (screen) => memory.keep(buildOf(files), screen),
      },
    ),
    settings,
  );
  quit.closeFirst(counter);
  const drawn = async (): Promise<void> => {
    running = await counter;
    noteOpened();
    sendNotices(running, window.contents, report);
    watchForLeaving(running, window.sinceInputMs, report);
    // A page that asks has run its script: an empty window is no good start.
    await Promise.all([asked, window.drawn]);
    await running.drawn();
  };
  return {
    page: (path) => running?.page(path) ?? null,
    mayClose: () => ending || (running?.mayQuit() ?? true),
    dispatch: dispatchTo(counter, report),
    wasDrawn: drawn(),
  };
}

/** The page draws when it has its answers, and says nothing of it. One that never asks holds nothing up for longer. */
function firstScreen(asked: Promise<void>): Promise<void> {
  return Promise.race([asked.then(() => wait(drawingMs)), wait(patienceMs)]);
}

function watchForLeaving(counter: CounterApp, sinceInputMs: () => number, report: ReportBug): void {
  const lock = (): void => {
    counter.lock().catch(report);
  };
  setInterval(
    lockWhenLeft(powerMonitor, {
      lock,
      idleLockMinutes: counter.idleLockMinutes,
      sinceInputMs,
      monotonicMs: () => systemClock.monotonicMs(),
    }),
    idleLookMs,
  );
}

function dispatchTo(counter: Promise<CounterApp>, report: ReportBug): Dispatch {
  const opened = counter.then(({ handlers }) => createDispatch(handlers, report));
  return (domain, call, input) =>
    opened.then(
      (dispatch) => dispatch(domain, call, input),
      () => err({ code: 'counter_bug' }),
    );
}
