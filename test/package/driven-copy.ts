import { cp, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { readFolder } from '../../scripts/package/folder.ts';
import type { Installed } from './installed.ts';

/** The package of a shop and a copy that a test can drive, which differs from it by one fuse. */
export interface DrivenCopy {
  /** The programs of the copy and of the package, under the one name that Electron takes for a development. */
  readonly driven: string;
  readonly product: string;
  /** Each byte that is another one, as `file: from > to`. */
  readonly differences: readonly string[];
}

/**
 * The fuse lets Node take `NODE_OPTIONS`. Electron allows a driver in them only to a program called `electron`, so both
 * programs get that name, once the two folders are compared.
 */
export async function driveCopy({ folder, program, person }: Installed): Promise<DrivenCopy> {
  const copy = join(person.folder, 'driven');
  await cp(folder, copy, { recursive: true });
  await flipFuses(join(copy, basename(program)), {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: true,
  });
  const differences = await differencesOf(folder, copy);
  return { driven: await renamed(copy, program), product: await renamed(folder, program), differences };
}

async function renamed(folder: string, program: string): Promise<string> {
  const named = join(folder, 'electron');
  await rename(join(folder, basename(program)), named);
  return named;
}

async function differencesOf(one: string, other: string): Promise<readonly string[]> {
  const [before, after] = await Promise.all([readFolder(one), readFolder(other)]);
  const paths = new Set([...before, ...after].map(({ path }) => path));
  return [...paths].flatMap((path) => {
    const [from, to] = [before, after].map((files) => files.find((file) => file.path === path));
    if (from === undefined || to === undefined) return [`${path}: only in one`];
    if (from.mode !== to.mode || from.bytes.length !== to.bytes.length) return [`${path}: another mode or length`];
    if (Buffer.compare(from.bytes, to.bytes) === 0) return [];
    return bytesApart(from.bytes, to.bytes).map((each) => `${path}: ${each}`);
  });
}

function bytesApart(one: Uint8Array, other: Uint8Array): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < one.length; at += 1)
    if (one[at] !== other[at])
      found.push(`${String.fromCharCode(one[at] ?? 0)} > ${String.fromCharCode(other[at] ?? 0)}`);
  return found;
}

/**
 * A file that Node runs before the counter: it puts the path in the place of the system's box for saving, evaluates
 * `look` in the page once it is drawn, and prints what comes of it as `LOOK` and JSON.
 */
export async function writeDriver(file: string, look: string, savedAt: string): Promise<void> {
  await writeFile(file, driver.replace('SAVED', JSON.stringify(savedAt)).replace('SCRIPT', JSON.stringify(look)));
}

const driver = `
// The practice service is a process of its own, and inherits the environment.
if (process.type !== 'browser') return;
// Electron is there a moment after this file, and long before a page is.
const wait = setInterval(() => {
  let electron;
  try { electron = require('electron'); } catch { return; }
  clearInterval(wait);
  drive(electron);
}, 1);
function drive({ app, dialog }) {
  dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: SAVED });
  app.on('web-contents-created', (_created, contents) => contents.once('did-finish-load', async () => {
    const seen = await contents.executeJavaScript(SCRIPT).catch(String);
    process.stdout.write('LOOK ' + JSON.stringify(seen) + '\\n');
  }));
}
`;
