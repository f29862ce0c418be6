import { join } from 'node:path';
import { app, BrowserWindow, protocol } from 'electron';
import type { Dispatch } from '../../app/calls/registrar.ts';
import { isFirstRun } from '../../app/counter/profile-file.ts';
import { rememberedSettings } from '../../app/counter/settings.ts';
import { isPackagedBuild } from '../../core/packaged.ts';
import { err } from '../../core/result.ts';
import { supportLogIn } from '../../support-log/folder.ts';
import { openSupportLog } from '../../support-log/support-log.ts';
import { bugReporter, reportBug } from '../bug-report.ts';
import { forbidCoreDumps } from '../core-dumps.ts';
import { refusedVariables } from '../environment.ts';
import { loadRendererFiles } from '../renderer-files.ts';
import { systemClock } from '../system-ports.ts';
import { takeUncaught } from '../uncaught.ts';
import { privilegedScheme } from './app-scheme.ts';
import { createCounterWindow } from './counter-window.ts';
import { pinIdentity } from './identity.ts';
import { registerCalls } from './ipc-registrar.ts';
import { removeMadeBefore } from './made-before.ts';
import { guardNavigation } from './navigation-guard.ts';
import type { OpenCounter } from './open-counter.ts';
import { programFolder } from './program-folder.ts';
import { refusedStartLines } from './refused-start.ts';
import { screenMemory } from './screen-memory.ts';
import { serveScreens } from './serve-screens.ts';
import { guardSession } from './session-guard.ts';
import { forcesSandbox, nameOf, refusedSwitches } from './switches.ts';
import { speakAsTheScreens } from './system-language.ts';

/**
 * Said by a stand-in for Electron's own loader that starts an application late; `start` may then choose another host.
 */
const tooLateExitCode = 3;
/** The built files: this one is `main/main.js` among them. */
const out = join(import.meta.dirname, '..');

/** Until there is a log to note bugs in too. */
let report: (error: unknown) => void = reportBug;

const hasSwitch = (name: string): boolean => app.commandLine.hasSwitch(name);
const refused = [
  ...refusedSwitches(isPackagedBuild, process.argv.slice(1), hasSwitch),
  ...refusedVariables(isPackagedBuild, process.env),
];
if (refused.length > 0) {
  process.stderr.write(refusedStartLines('refusedStart.with', { names: refused.map(nameOf).join(', ') }));
  removeMadeBefore(app.getPath('userData'), process.getCreationTime() ?? Date.now());
  app.exit(2);
} else if (app.isReady()) {
  process.stderr.write(refusedStartLines('refusedStart.tooLate'));
  app.exit(tooLateExitCode);
} else {
  start();
}

/** Everything up to `whenReady` must be in place before Electron is ready, hence before anything is waited for. */
function start(): void {
  forbidCoreDumps();
  takeUncaught(process, (error) => report(error), endWithoutWindow);
  if (isPackagedBuild) openNoDebugger();
  pinIdentity(app);
  useDataFolder();
  speakAsTheScreens(rememberedSettings(dataFolder()).read().language);
  if (forcesSandbox(isPackagedBuild, hasSwitch)) app.enableSandbox();
  protocol.registerSchemesAsPrivileged([privilegedScheme]);
  // Chromium has nowhere to go: the service is reached by Node, and the screens by their own scheme.
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  runNetworkInMain();
  app.on('session-created', (created) => guardSession(created, isPackagedBuild));
  app.on('web-contents-created', (_event, contents) => guardNavigation(contents));
  // Before anything opens the journal: the counter that runs already holds it.
  if (!app.requestSingleInstanceLock()) {
    import('./open-counter.ts')
      .then(({ noteSecondStart }) => noteSecondStart(programFolder()))
      .catch(reportBug)
      .finally(() => app.quit());
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

/**
 * A network that nobody uses needs no process of its own where that would have no sandbox either: Chromium gives it one
 * on macOS alone (decision 0082).
 */
function runNetworkInMain(): void {
  if (process.platform !== 'darwin') app.commandLine.appendSwitch('enable-features', 'NetworkServiceInProcess2');
}

/** Where people see a window they go on: each record is whole, and what failed is asked again. */
function endWithoutWindow(origin: 'exception' | 'rejection'): void {
  if (origin === 'exception' && BrowserWindow.getAllWindows().length === 0) app.exit(1);
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

/**
 * The page is served, and drawn as it looked last, while the counter is read and opened: its calls wait for that here.
 */
async function open(): Promise<void> {
  const dataDirectory = dataFolder();
  const settings = rememberedSettings(dataDirectory);
  const supportLog = openSupportLog(supportLogIn(dataDirectory), systemClock);
  report = bugReporter(supportLog);
  const files = loadRendererFiles(join(out, 'renderer'));
  const memory = screenMemory(dataDirectory);
  let counter: OpenCounter | null = null;
  const given = serveScreens({
    files,
    look: settings.read,
    begins: (build) => {
      const remembered = memory.take(build);
      // A page that is loaded anew asks main, which is there by then.
      const isFirst = counter === null && isFirstRun(dataDirectory);
      return { isFirstRun: isFirst, remembered: isFirst ? null : remembered };
    },
    page: (path) => counter?.page(path) ?? null,
  });
  const window = createCounterWindow({
    packaged: isPackagedBuild,
    preload: join(out, 'preload/preload.cjs'),
    settings,
    mayClose: () => counter?.mayClose() ?? true,
    noteTrouble: (trouble) => supportLog.note({ kind: 'page', trouble }),
    askAboutTrouble: async (...asked) => (await restOfProgram).askAboutTrouble(...asked, settings.read().language),
  });
  // Read and opened in one go, which this thread does nothing beside: the page has painted its frame by then.
  const restOfProgram = Promise.all([given.frame.then(window.show), given.screens]).then(
    () => import('./open-counter.ts'),
  );
  const opened = restOfProgram.then(async ({ openCounter }) => {
    counter = openCounter({ window, settings, supportLog, memory, files: await files, asked, out, dataDirectory });
    return counter;
  });
  const asked = registerCalls(whenOpen(opened), window.contents);
  window.load();
  await opened.then(({ wasDrawn }) => wasDrawn);
}

/** What a page asks for before the counter is there waits for it. */
function whenOpen(counter: Promise<OpenCounter>): Dispatch {
  return (domain, call, input) =>
    counter.then(
      ({ dispatch }) => dispatch(domain, call, input),
      () => err({ code: 'counter_bug' }),
    );
}
