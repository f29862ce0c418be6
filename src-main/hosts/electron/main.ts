import { join } from 'node:path';
import { app, powerMonitor, protocol, session } from 'electron';
import { createCounterApp } from '../../app/app.ts';
import { createDispatch, type Dispatch, type ReportBug } from '../../app/calls/registrar.ts';
import { supportLogIn } from '../../app/counter/folders.ts';
import type { CounterApp } from '../../app/counter/ports.ts';
import { rememberedSettings } from '../../app/counter/settings.ts';
import { isPackagedBuild } from '../../core/packaged.ts';
import { err } from '../../core/result.ts';
import { openSupportLog } from '../../support-log/support-log.ts';
import { noteSecondStart } from '../../updates/good-start.ts';
import { bugReporter, reportBug } from '../bug-report.ts';
import { forbidCoreDumps } from '../core-dumps.ts';
import { loadRendererFiles, securityHeaders, type RendererFiles } from '../renderer-files.ts';
import { systemClock } from '../system-ports.ts';
import { appPartition, appScheme } from './addresses.ts';
import { answerAppRequest, privilegedScheme } from './app-scheme.ts';
import { createCounterWindow } from './counter-window.ts';
import { electronPorts } from './electron-ports.ts';
import { pinIdentity } from './identity.ts';
import { registerCalls, sendNotices } from './ipc-registrar.ts';
import { idleLookMs, lockWhenLeft } from './lock-when-left.ts';
import { guardNavigation } from './navigation-guard.ts';
import { closeBeforeQuit } from './quit.ts';
import { receiptPrinter } from './receipt-printer.ts';
import { receiptFonts } from './receipt-sheet.ts';
import { pdfDrawer } from './report-pdf.ts';
import { guardSession } from './session-guard.ts';
import { forcesSandbox, nameOf, refusedSwitches } from './switches.ts';
import { speakAsTheScreens } from './system-language.ts';
import { programFolder, updatePorts } from './update-ports.ts';

/**
 * Said by a stand-in for Electron's own loader that starts an application late; `start` may then choose another host.
 */
const tooLateExitCode = 3;
/** The built files: this one is `main/main.js` among them. */
const out = join(import.meta.dirname, '..');

const hasSwitch = (name: string): boolean => app.commandLine.hasSwitch(name);
const refused = refusedSwitches(isPackagedBuild, process.argv.slice(1), hasSwitch);
if (refused.length > 0) {
  process.stderr.write(`Counterfoil does not start with ${refused.map(nameOf).join(', ')}.\n`);
  app.exit(2);
} else if (app.isReady()) {
  process.stderr.write('Counterfoil does not start: Electron was ready before the window could be locked down.\n');
  app.exit(tooLateExitCode);
} else {
  start();
}

/** Everything up to `whenReady` must be in place before Electron is ready, hence before anything is waited for. */
function start(): void {
  forbidCoreDumps();
  if (isPackagedBuild) openNoDebugger();
  pinIdentity(app);
  useDataFolder();
  speakAsTheScreens(rememberedSettings(dataFolder()).read().language);
  if (forcesSandbox(isPackagedBuild, hasSwitch)) app.enableSandbox();
  protocol.registerSchemesAsPrivileged([privilegedScheme]);
  // Chromium has nowhere to go: the service is reached by Node, and the screens by their own scheme.
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  app.on('session-created', (created) => guardSession(created, isPackagedBuild));
  app.on('web-contents-created', (_event, contents) => guardNavigation(contents));
  // Before anything opens the journal: the counter that runs already holds it.
  if (!app.requestSingleInstanceLock()) {
    noteSecondStart(programFolder());
    app.quit();
    return;
  }
  app
    .whenReady()
    .then(open)
    .catch((error: unknown) => {
      reportBug(error);
      app.exit(1);
    });
}

/** Node opens its inspector at this signal, to whoever finds the port, unless somebody listens to it. */
function openNoDebugger(): void {
  process.on('SIGUSR1', () => undefined);
}

/** Tests and builds under development may keep their data apart. */
function useDataFolder(): void {
  const override = isPackagedBuild ? undefined : process.env['COUNTERFOIL_DATA'];
  if (override !== undefined && override !== '') app.setPath('userData', override);
}

function dataFolder(): string {
  return join(app.getPath('userData'), 'counter');
}

/** The window opens while the counter does: the first call of the screens waits for it. */
async function open(): Promise<void> {
  let running: CounterApp | null = null;
  const files = await loadRendererFiles(join(out, 'renderer'));
  serveScreens(files, (path) => running?.page(path) ?? null);
  // Nobody is held up who shuts the machine down; the journal keeps what is not settled.
  let ending = false;
  const dataDirectory = dataFolder();
  const settings = rememberedSettings(dataDirectory);
  const supportLog = openSupportLog(supportLogIn(dataDirectory), systemClock);
  const report = bugReporter(supportLog);
  const window = createCounterWindow({
    packaged: isPackagedBuild,
    preload: join(out, 'preload/preload.cjs'),
    settings,
    mayClose: () => ending || (running?.mayQuit() ?? true),
    noteTrouble: (trouble) => supportLog.note({ kind: 'page', trouble }),
  });
  powerMonitor.on('shutdown', () => {
    ending = true;
  });
  const restart = (path: string): void => {
    ending = true;
    app.relaunch({ execPath: path, args: [] });
    app.quit();
  };
  const fonts = receiptFonts(files);
  const counter = createCounterApp(
    electronPorts(
      { dataDirectory, sandboxScript: join(out, 'sandbox.mjs') },
      window,
      { printer: receiptPrinter(fonts, window.contents), drawPdf: pdfDrawer(fonts) },
      updatePorts({ askForFolder: window.askForFolder, restart }),
      { supportLog, reportBug: report },
    ),
    settings,
  );
  const asked = registerCalls(dispatchTo(counter, report), window.contents);
  closeBeforeQuit(counter, report);
  await window.load();
  running = await counter;
  sendNotices(running, window.contents, report);
  watchForLeaving(running, window.sinceInputMs, report);
  // A page that asks has run its script: an empty window is no good start.
  await Promise.all([asked, window.drawn]);
  await running.drawn();
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

function serveScreens(files: RendererFiles, page: CounterApp['page']): void {
  const headers = securityHeaders('none');
  session
    .fromPartition(appPartition)
    .protocol.handle(appScheme, (request) => answerAppRequest({ files, headers, page }, request));
}

function dispatchTo(counter: Promise<CounterApp>, report: ReportBug): Dispatch {
  const opened = counter.then(({ handlers }) => createDispatch(handlers, report));
  return (domain, call, input) =>
    opened.then(
      (dispatch) => dispatch(domain, call, input),
      () => err({ code: 'counter_bug' }),
    );
}
