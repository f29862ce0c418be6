import { open, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { product } from '../../src-main/updates/documents.ts';
import { programName } from '../../src-main/updates/launcher.ts';
import { readZipEntries } from '../../src-main/updates/zip.ts';
import { Refusal } from '../lib/say.mjs';
import { architectures } from '../package/electron-runtime.ts';
import { fileNames } from '../package/file-names.ts';

/** What counters look for, by the names that a release has for it. */
const targets = new Map(
  (
    [
      ['linux', 'zip'],
      ['linux', 'deb'],
      ['win32', 'nsis'],
    ] as const
  ).flatMap(([platform, kind]) =>
    architectures.map((arch) => [`${platform}-${arch}-${kind}`, { platform, arch, kind }]),
  ),
);
const ownLetters = /^(?:[-+~.][A-Za-z0-9._+~-]*)?$/;

/** What `--package` says, as pairs of a target and a file. */
export function namedPackages(given: readonly string[]): readonly (readonly [target: string, path: string])[] {
  const pairs = given.map((words) => {
    const at = words.indexOf('=');
    if (at < 1 || at === words.length - 1) throw new Refusal(`--package ${words} is not like linux-x64-zip=FILE`);
    return [words.slice(0, at), words.slice(at + 1)] as const;
  });
  const twice = pairs.find(([target], index) => pairs.findIndex(([one]) => one === target) !== index);
  if (twice !== undefined) throw new Refusal(`--package names ${twice[0]} twice. A release has one file for each.`);
  return pairs;
}

/** Throws where the file is not in the folder of the feed: a counter looks for it nowhere else. */
export function refuseElsewhere(path: string, document: string): void {
  const folder = resolve(dirname(document));
  if (dirname(resolve(path)) === folder) return;
  const from = relative(process.cwd(), folder) || '.';
  throw new Refusal(`${path} is not in ${from}, beside ${basename(document)}. Put it there first.`);
}

/** Why counters could not take the file for this target and version; null where nothing speaks against it. */
export async function whyUnfit(path: string, target: string, version: string): Promise<string | null> {
  const known = targets.get(target);
  if (known === undefined) return `no counter looks for ${target}; there are ${[...targets.keys()].join(', ')}`;
  const [start, end] = fileNames[known.kind]({ name: product, version, ...known });
  const name = basename(path);
  const isOurs = name.startsWith(start) && name.endsWith(end) && ownLetters.test(name.slice(start.length, -end.length));
  if (!isOurs) return `its name says that it is not ${target} of ${version}; that one is called ${start}${end}`;
  if (!(await stat(path)).isFile()) return 'it is no file';
  return end === '.zip' ? whyUnfitZip(path, `${product}-${version}-`) : null;
}

async function whyUnfitZip(path: string, folder: string): Promise<string | null> {
  const zip = await open(path, 'r');
  try {
    const entries = await readZipEntries(zip);
    if (entries?.some((entry) => entry.path === programName && entry.isProgram) !== true)
      return `it is no whole zip of the counter, with ${programName} in it`;
    const top = await topFolder(zip);
    return top.startsWith(folder) ? null : `${top} is in it, which is another version`;
  } finally {
    await zip.close();
  }
}

/** The folder that everything in a zip lies in, as its first file names it. */
async function topFolder(zip: FileHandle): Promise<string> {
  const [nameLengthAt, nameAt] = [26, 30];
  const { buffer } = await zip.read(Buffer.alloc(512), 0, 512, 0);
  return buffer.toString('utf8', nameAt, nameAt + buffer.readUInt16LE(nameLengthAt)).split('/', 1)[0] ?? '';
}
