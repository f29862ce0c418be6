import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type * as Electron from 'electron';
import { until } from '../support/until.ts';
import { driveCopy } from './driven-copy.ts';
import type { Installed } from './installed.ts';

/** A started copy of the package that differs from it by one fuse, and answers a test from inside. */
export interface DrivenCounter {
  readonly pid: number;
  inMain<T, G>(work: (electron: typeof Electron, given: G) => T | Promise<T>, given: G): Promise<T>;
  inPage<T, G>(work: (given: G) => T | Promise<T>, given: G): Promise<T>;
  /** Once it has ended nothing writes below its home any more. */
  stop(): Promise<void>;
}

/** `env` adds to what the person has in theirs. */
export async function startDriven(
  installed: Installed,
  env: Readonly<Record<string, string>> = {},
): Promise<DrivenCounter> {
  const { driven } = await driveCopy(installed);
  return startProgram(installed, driven, env);
}

/** The same, of a copy that was made before. */
export async function startProgram(
  installed: Installed,
  driven: string,
  env: Readonly<Record<string, string>>,
): Promise<DrivenCounter> {
  const { person } = installed;
  const [file, socket] = [join(person.folder, 'answers.cjs'), join(person.home, 'answers')];
  await writeFile(file, driver.replace('SOCKET', JSON.stringify(socket)));
  await rm(socket, { force: true });
  const started = person.start(driven, [], { ...env, NODE_OPTIONS: `--require ${file}` });
  const ask = async (where: string, script: string): Promise<unknown> => {
    const line = connect(socket);
    line.end(`${JSON.stringify({ where, script })}\n`);
    let text = '';
    line.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    await once(line, 'close');
    const { value, failed } = JSON.parse(text) as { readonly value?: unknown; readonly failed?: string };
    if (failed !== undefined) throw new Error(failed);
    return value;
  };
  const call = (work: unknown, given: unknown, first = ''): string =>
    `(${String(work)})(${first}${JSON.stringify(given)})`;
  await until(
    'The page',
    () => ask('page', "document.querySelector('#root > *') !== null").catch(() => false) as Promise<boolean>,
  );
  return {
    pid: started.pid ?? 0,
    inMain: async <T, G>(work: (electron: typeof Electron, given: G) => T | Promise<T>, given: G) =>
      (await ask('main', `(electron) => ${call(work, given, 'electron, ')}`)) as T,
    inPage: async <T, G>(work: (given: G) => T | Promise<T>, given: G) => (await ask('page', call(work, given))) as T,
    stop: async () => {
      const ended = once(started, 'exit');
      started.kill('SIGTERM');
      await ended;
    },
  };
}

const driver = `
if (process.type !== 'browser') return;
const wait = setInterval(() => {
  let electron;
  try { electron = require('electron'); } catch { return; }
  clearInterval(wait);
  answer(electron);
}, 1);
function answer(electron) {
  require('node:net').createServer({ allowHalfOpen: true }, (line) => {
    let text = '';
    line.on('data', (chunk) => { text += chunk; });
    line.on('end', async () => {
      const { where, script } = JSON.parse(text);
      const work = async () => where === 'main'
        ? (0, eval)(script)(electron)
        : electron.BrowserWindow.getAllWindows()[0].webContents.executeJavaScript(script);
      const answered = await work().then((value) => ({ value }), (failed) => ({ failed: String(failed) }));
      line.end(JSON.stringify(answered));
    });
  }).listen(SOCKET);
}
`;
