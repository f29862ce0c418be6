import { existsSync } from 'node:fs';
import * as z from 'zod';
import { parseRelease, product, type Root, type Signed } from '../../src-main/updates/documents.ts';
import { compareVersions } from '../../src-main/updates/version.ts';
import { Refusal } from '../lib/say.mjs';
import { advised } from './advice.ts';
import { instantOf, packageOf, unsignedRelease, unsignedRoot, withSignatures } from './document.ts';
import { documentAt, replacedAt, rootAt, writeDocument } from './files.ts';
import { readKey, writeNewKeys, type PublisherKey } from './key-file.ts';
import { future, Misused, number, once, path, readOptions, several, threePublicHalves, version } from './options.ts';
import { namedPackages, refuseElsewhere, whyUnfit } from './packages.ts';
import { counted, isNamed, named, refuseStray, signable } from './signers.ts';
import { summaryOf, until } from './summary.ts';
import { verifyFeed } from './verify.ts';

export const usage = `npm run -s release -- keys FILE...
  makes a key in each file, and prints its public half
npm run -s release -- public FILE...
  prints the public half of each key again
npm run -s release -- root --out FILE --root-key=KEY (three) --release-key=KEY (three) --expires TIME [--before ROOT]
  writes a root that nobody has signed; KEY is a public half
npm run -s release -- draft --out FILE --number N --version V --from V --expires TIME --package TARGET=FILE...
  writes a release that nobody has signed
npm run -s release -- sign DOCUMENT --key FILE... [--root ROOT]
  adds signatures; ROOT is the newest root for a release, and the root before for a root that is not the first
npm run -s release -- verify FOLDER --root ROOT
  reads the folder as a counter does that knows this root

TIME is like 2027-11-23T00:00:00Z, TARGET like linux-x64-zip.
`;

type Command = (args: readonly string[]) => string | Promise<string>;

const noFiles = z.tuple([], 'A word belongs to no option.');
const oneFile = (what: string) => z.tuple([path], { error: `One ${what} is needed, and no other word.` });
const someFiles = z.array(path).min(1, 'A file for each key is needed.');

const commands: Readonly<Record<string, Command>> = {
  keys: (args) => {
    const { files } = readOptions(args, z.strictObject({ files: someFiles }));
    return lines(files, writeNewKeys(files));
  },
  public: (args) => {
    const { files } = readOptions(args, z.strictObject({ files: someFiles }));
    return lines(files, files.map(readKey));
  },
  root,
  draft,
  sign,
  verify: async (args) => {
    const given = readOptions(args, z.strictObject({ files: oneFile('folder'), root: once(path) }));
    if (!existsSync(given.files[0])) throw new Refusal(`There is no folder ${given.files[0]}.`);
    const verified = await verifyFeed(given.files[0], given.root);
    if (!verified.ok) throw new Refusal(advised(verified.error));
    const { release, root: newest } = verified.value;
    const early = newest.expiresAt < release.expiresAt ? ': before the release, so write the next root soon' : '';
    return `${summaryOf(release)}\nkeys of root ${String(newest.version)}, ${until(newest.expiresAt)}${early}`;
  },
};

/** What the command prints; throws `Misused` for words that do not fit it, and `Refusal` for what cannot be done. */
export async function run([name = '', ...args]: readonly string[]): Promise<string> {
  if (name === '--help' || args.includes('--help')) return usage.trimEnd();
  const command = Object.entries(commands).find(([each]) => each === name)?.[1];
  if (command === undefined) throw new Misused(name === '' ? '' : `There is no command ${name}.`);
  return command(args);
}

function root(args: readonly string[]): string {
  const given = readOptions(
    args,
    z.strictObject({
      files: noFiles,
      out: once(path),
      'root-key': threePublicHalves,
      'release-key': threePublicHalves,
      expires: once(future),
      before: once(path).optional(),
    }),
  );
  const keys = [...given['root-key'], ...given['release-key']];
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw new Refusal(`${twice} is named twice. A root has six different keys.`);
  const before = given.before === undefined ? null : rootAt(given.before);
  const replaced = replacedAt(given.out, 'root');
  if (replaced !== null && replaced.signatures.length > 0)
    throw new Refusal(`${given.out} is signed already, and is not written over. Name another --out.`);
  const unsigned = unsignedRoot({
    version: before === null ? 1 : before.version + 1,
    issuedAt: instantOf(Date.now()),
    expiresAt: given.expires,
    rootKeys: given['root-key'],
    releaseKeys: given['release-key'],
  });
  return written(given.out, unsigned, before);
}

async function draft(args: readonly string[]): Promise<string> {
  const given = readOptions(
    args,
    z.strictObject({
      files: noFiles,
      out: once(path),
      number: once(number),
      version: once(version),
      from: once(version),
      expires: once(future),
      package: several(path),
    }),
  );
  if (compareVersions(given.from, given.version) >= 0)
    throw new Refusal(`--from ${given.from} is not older than --version ${given.version}: nobody could take it.`);
  const note = noteOnReplaced(given.out, given.number, given.version);
  const targets = await Promise.all(
    namedPackages(given.package).map(async ([target, file]) => {
      if (!existsSync(file)) throw new Refusal(`--package: there is no file ${file}.`);
      refuseElsewhere(file, given.out);
      const unfit = await whyUnfit(file, target, given.version);
      if (unfit !== null) throw new Refusal(`--package ${target}=${file}: ${unfit}.`);
      return [target, packageOf(file, given.from)] as const;
    }),
  );
  const content = {
    number: given.number,
    version: given.version,
    issuedAt: instantOf(Date.now()),
    expiresAt: given.expires,
    targets: Object.fromEntries(targets),
  };
  writeDocument(given.out, unsignedRelease(content));
  return [given.out, summaryOf({ kind: 'release', product, ...content }), ...note, 'signed by nobody yet'].join('\n');
}

/** What to say of the release that the new one is to replace. Counters take no number twice, nor a smaller one. */
function noteOnReplaced(out: string, next: number, nextVersion: string): readonly string[] {
  const replaced = replacedAt(out, 'release');
  const before = replaced === null ? null : parseRelease(replaced.signed);
  if (replaced === null || before?.ok !== true || replaced.signatures.length === 0) return [];
  const { number: last, version: lastVersion } = before.value;
  if (next <= last)
    throw new Refusal(`--number ${String(next)} is not greater than ${String(last)}, which ${out} has.`);
  if (compareVersions(nextVersion, lastVersion) >= 0) return [];
  return [`takes back ${lastVersion}, which release ${String(last)} names: who has it keeps it, nobody else gets it`];
}

function sign(args: readonly string[]): string {
  const schema = z.strictObject({
    files: oneFile('document'),
    key: several(path),
    root: once(path).optional(),
  });
  const given = readOptions(args, schema);
  const [file] = given.files;
  const document = documentAt(file);
  const before = given.root === undefined ? null : rootAt(given.root);
  const able = signable(file, document, before);
  refuseStray(file, document, able);
  const keys = given.key.map((path) => ({ path, key: readKey(path) }));
  for (const [index, { path: keyFile, key }] of keys.entries()) {
    if (!isNamed(key.name, able.kinds))
      throw new Refusal(`${keyFile} is ${key.name}, which is none of the ${named(able.kinds)}. Nothing was signed.`);
    const same = keys.slice(0, index).find((one) => one.key.name === key.name);
    if (same !== undefined) throw new Refusal(`${same.path} and ${keyFile} are the same key. Nothing was signed.`);
  }
  return written(
    file,
    withSignatures(
      document,
      keys.map(({ key }) => key),
    ),
    before,
  );
}

function written(file: string, document: Signed, before: Root | null): string {
  const able = signable(file, document, before);
  writeDocument(file, document);
  return [file, summaryOf(able.document), `signed by ${counted(document, able.kinds)}`].join('\n');
}

function lines(files: readonly string[], keys: readonly PublisherKey[]): string {
  return files.map((file, index) => `${file} ${keys[index]?.name ?? ''}`).join('\n');
}
