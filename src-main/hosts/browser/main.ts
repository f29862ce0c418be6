import '../without-eval.ts';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '../../../src-shared/words/languages.ts';
import { terminalText } from '../../../src-shared/words/main-text.ts';
import { createCounterApp } from '../../app/app.ts';
import { createDispatch, type ReportBug } from '../../app/calls/registrar.ts';
import type { AppPorts, CounterApp } from '../../app/counter/ports.ts';
import { rememberedSettings } from '../../app/counter/settings.ts';
import { ok } from '../../core/result.ts';
import { supportLogIn } from '../../support-log/folder.ts';
import { openSupportLog } from '../../support-log/support-log.ts';
import { memorySealer } from '../../vault/memory-sealer.ts';
import { bugReporter, reportBug as reportToShell } from '../bug-report.ts';
import { createHttpTransport } from '../http-transport.ts';
import { forwardNotices } from '../notices.ts';
import { loadRendererFiles, securityHeaders } from '../renderer-files.ts';
import { randomName, systemClock, systemRandomness } from '../system-ports.ts';
import { takeUncaught } from '../uncaught.ts';
import { hasDisplay, parseArguments, type BrowserHostArguments } from './arguments.ts';
import { createEntry } from './entry.ts';
import { channelPath } from './messages.ts';
import { openBrowser } from './open-browser.ts';
import { createPageEvents, type PageEvents } from './page-events.ts';
import { startSandboxChild } from './sandbox-child.ts';
import { createBrowserServer } from './server.ts';
import { createTrainingServices, type TrainingServices } from './training-only.ts';

/** The built files: this one is `browser-host.mjs` among them. */
const out = import.meta.dirname;

takeUncaught(process, reportToShell, () => process.exit(1));
const parsed = parseArguments(process.argv.slice(2));
if (parsed.ok) await run(parsed.value);
else {
  process.stderr.write(`${parsed.error}\n`);
  process.exitCode = 2;
}

async function run(options: BrowserHostArguments): Promise<void> {
  const data = options.data ?? (await mkdtemp(join(tmpdir(), 'counterfoil-training-')));
  await mkdir(data, { recursive: true, mode: 0o700 });
  const services = createTrainingServices(createHttpTransport());
  const pages = createPageEvents(systemRandomness);
  const supportLog = openSupportLog(supportLogIn(join(data, 'counter')), systemClock);
  const reportBug = bugReporter(supportLog);
  const counter = await createCounterApp({ ...(await ports(data, services, pages)), supportLog, reportBug });
  forwardNotices(counter, (notice, payload) => pages.notice({ notice, payload }), reportBug);
  const { server, address } = await serve(options.port, counter, pages, reportBug);
  closeOnSignal(async () => {
    pages.close();
    server.close();
    server.closeAllConnections();
    await counter.close();
    await services.stopAll();
    if (options.data === null) await rm(data, { recursive: true, force: true });
  }, reportBug);
  announce(options, address, rememberedSettings(join(data, 'counter')).read().language);
}

async function ports(data: string, services: TrainingServices, pages: PageEvents): Promise<AppPorts> {
  return {
    host: 'browser',
    dataDirectory: join(data, 'counter'),
    clock: systemClock,
    randomness: systemRandomness,
    transport: services.transport,
    sealerFor: () => ok(memorySealer(systemRandomness)),
    clipboard: pages.clipboard,
    // A page could only print what it holds, and it never holds a code.
    printer: null,
    startSandbox: async (directory) => {
      const started = await startSandboxChild(join(out, 'sandbox.mjs'), directory);
      if (started.ok) services.add(started.value);
      return started;
    },
    version: await version(),
    trainingOnly: true,
  };
}

async function serve(
  port: number,
  counter: CounterApp,
  pages: PageEvents,
  reportBug: ReportBug,
): Promise<{ readonly server: Server; readonly address: string }> {
  const channel = { path: channelPath, text: await readFile(join(out, 'channel.js'), 'utf8') };
  const files = await loadRendererFiles(join(out, 'renderer'), [channel]);
  const entry = createEntry(randomName, () => portOf(server));
  const authority = (): string => `127.0.0.1:${portOf(server)}`;
  const headers = securityHeaders('self');
  const server = createBrowserServer({
    files,
    headers,
    entry,
    pages,
    authority,
    dispatch: createDispatch(counter.handlers, reportBug),
    page: counter.page,
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { server, address: `http://${authority()}/?token=${entry.token}` };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  return address.port;
}

function announce(options: BrowserHostArguments, address: string, language: Language): void {
  const text = terminalText(language);
  if (options.reason !== null) process.stdout.write(`${options.reason}\n`);
  process.stdout.write(`${text('browser.open')}\n${address}\n${text('browser.again')}\n`);
  if (options.openIfDisplay && hasDisplay(process.env, process.platform, process.getuid?.())) openBrowser(address);
}

function closeOnSignal(close: () => Promise<void>, reportBug: ReportBug): void {
  let closing = false;
  const onSignal = (): void => {
    if (closing) return;
    closing = true;
    close()
      .catch(reportBug)
      .finally(() => process.exit(0));
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

async function version(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(out, '../package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
}
