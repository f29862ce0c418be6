import { join } from 'node:path';
import { app, protocol, session } from 'electron';
import { rememberedSettings } from '../../app/counter/settings.ts';
import { isPackagedBuild } from '../../core/packaged.ts';
import { supportLogIn } from '../../support-log/folder.ts';
import { openSupportLog } from '../../support-log/support-log.ts';
import { reportBug } from '../bug-report.ts';
import { forbidCoreDumps } from '../core-dumps.ts';
import { refusedVariables } from '../environment.ts';
import { loadRendererFiles, securityHeaders, type RendererFiles } from '../renderer-files.ts';
import { systemClock } from '../system-ports.ts';
import { appPartition, appScheme } from './addresses.ts';
import { answerAppRequest, privilegedScheme } from './app-scheme.ts';
import { createCounterWindow } from './counter-window.ts';
import { pinIdentity } from './identity.ts';
import { guardNavigation } from './navigation-guard.ts';
import type { OpenCounter } from './open-counter.ts';
import { programFolder } from './program-folder.ts';
import { guardSession } from './session-guard.ts';
import { forcesSandbox, nameOf, refusedSwitches } from './switches.ts';
import { speakAsTheScreens } from './system-language.ts';

/**
 * Said by a stand-in for Electron's own loader that starts an application late; `start` may then choose another host.
 */
const tooLateExitCode = 3;
/** The built files: this one is `main/main.js` among them. */
const out = join(import.meta.dirname, '..');

const hasSwitch = (name: string): boolean => app.commandLine.hasSwitch(name);
const refused = [
  ...refusedSwitches(isPackagedBuild, process.argv.slice(1), hasSwitch),
  ...refusedVariables(isPackagedBuild, process.env),
];
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
 * The window is there, and the process of its page starts, while the counter is read and opened: the page is served
 * when its calls are answered.
 */
async function open(): Promise<void> {
  const restOfProgram = import('./open-counter.ts');
  const dataDirectory = dataFolder();
  const settings = rememberedSettings(dataDirectory);
  const supportLog = openSupportLog(supportLogIn(dataDirectory), systemClock);
  let counter: OpenCounter | null = null;
  const window = createCounterWindow({
    packaged: isPackagedBuild,
    preload: join(out, 'preload/preload.cjs'),
    settings,
    mayClose: () => counter?.mayClose() ?? true,
    noteTrouble: (trouble) => supportLog.note({ kind: 'page', trouble }),
    askAboutTrouble: async (...asked) => (await restOfProgram).askAboutTrouble(...asked, settings.read().language),
  });
  const files = loadRendererFiles(join(out, 'renderer'));
  const opened = (async () => {
    const { openCounter } = await restOfProgram;
    counter = openCounter({ window, settings, supportLog, files: await files, out, dataDirectory });
    return counter;
  })();
  serveScreens(files, opened);
  window.load();
  await opened.then(({ wasDrawn }) => wasDrawn);
}

function serveScreens(files: Promise<RendererFiles>, counter: Promise<OpenCounter>): void {
  const headers = securityHeaders('none');
  session.fromPartition(appPartition).protocol.handle(appScheme, async (request) => {
    const { page } = await counter;
    return answerAppRequest({ files: await files, headers, page }, request);
  });
}
