import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { documentBytes, readDocument, type Signed } from '../src-main/updates/documents.ts';
import { judgeFirstRoot } from '../src-main/updates/judge.ts';
import { instantOf, packageOf, unsignedRelease, unsignedRoot, withSignatures } from './release/document.ts';
import { readKey, writeNewKey } from './release/key-file.ts';
import { verifyFeed } from './release/verify.ts';

const usage = `npm run -s release -- keys FILE...
  makes a key in each file, and prints its public half
npm run -s release -- root --out FILE --root-key=KEY (three) --release-key=KEY (three) --expires TIME [--before ROOT]
  writes a root that nobody has signed; KEY is a public half
npm run -s release -- draft --out FILE --number N --version V --from V --expires TIME --package TARGET=FILE...
  writes a release that nobody has signed
npm run -s release -- sign DOCUMENT --key FILE...
  adds signatures
npm run -s release -- verify FOLDER --root ROOT
  reads the folder as a counter does that knows this root

TIME is like 2027-11-23T00:00:00Z, TARGET like linux-x64-zip.
`;

/** The words of a command line that does not fit its command. */
class Misused extends Error {}

const several = { type: 'string', multiple: true } as const;
const one = { type: 'string' } as const;
const text = z.string().min(1);
const texts = z.array(text).min(1);

const commands: Readonly<Record<string, (args: readonly string[]) => string | Promise<string>>> = {
  keys: (args) => {
    const { files } = parsed(args, {}, z.strictObject({ files: texts }));
    return files.map((path) => `${path} ${writeNewKey(path).name}`).join('\n');
  },
  root: (args) => {
    const options = { out: one, 'root-key': several, 'release-key': several, expires: one, before: one };
    const schema = z.strictObject({
      files: z.tuple([]),
      out: text,
      'root-key': texts,
      'release-key': texts,
      expires: text,
      before: text.optional(),
    });
    const given = parsed(args, options, schema);
    const root = unsignedRoot({
      version: given.before === undefined ? 1 : versionOf(given.before) + 1,
      issuedAt: instantOf(Date.now()),
      expiresAt: given.expires,
      rootKeys: given['root-key'],
      releaseKeys: given['release-key'],
    });
    return written(given.out, root);
  },
  draft: (args) => {
    const options = { out: one, number: one, version: one, from: one, expires: one, package: several };
    const schema = z.strictObject({
      files: z.tuple([]),
      out: text,
      number: text.transform(Number),
      version: text,
      from: text,
      expires: text,
      package: z.array(z.templateLiteral([text, '=', text])),
    });
    const given = parsed(args, options, schema);
    const packages = given.package.map((words) => {
      const [target, path] = [words.slice(0, words.indexOf('=')), words.slice(words.indexOf('=') + 1)];
      return [target, packageOf(path, given.from)] as const;
    });
    const release = unsignedRelease({
      number: given.number,
      version: given.version,
      issuedAt: instantOf(Date.now()),
      expiresAt: given.expires,
      targets: Object.fromEntries(packages),
    });
    return written(given.out, release);
  },
  sign: (args) => {
    const given = parsed(args, { key: several }, z.strictObject({ files: z.tuple([text]), key: texts }));
    return written(given.files[0], withSignatures(documentAt(given.files[0]), given.key.map(readKey)));
  },
  verify: async (args) => {
    const given = parsed(args, { root: one }, z.strictObject({ files: z.tuple([text]), root: text }));
    const verified = await verifyFeed(given.files[0], given.root);
    if (!verified.ok) throw new Error([verified.error.code, verified.error.detail].join(' '));
    const { version, number, expiresAt, targets } = verified.value;
    return `version ${version}, release ${String(number)}, until ${expiresAt}: ${Object.keys(targets).join(', ')}`;
  },
};

function parsed<T>(
  args: readonly string[],
  options: Readonly<Record<string, typeof one | typeof several>>,
  schema: z.ZodType<T>,
): T {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return schema.parse({ ...values, files: positionals });
  } catch (thrown) {
    throw new Misused('', { cause: thrown });
  }
}

function documentAt(path: string): Signed {
  const document = readDocument(readFileSync(path));
  if (!document.ok) throw new Error(`${path} is no document as this tool writes it`);
  return document.value;
}

function versionOf(path: string): number {
  const root = judgeFirstRoot(readFileSync(path));
  if (!root.ok) throw new Error(`${path}: ${root.error.code}`);
  return root.value.root.version;
}

function written(path: string, document: Signed): string {
  writeFileSync(path, documentBytes(document));
  return `${path}: ${String(document.signatures.length)} signatures`;
}

const [name = '', ...args] = process.argv.slice(2);
try {
  const command = Object.entries(commands).find(([each]) => each === name)?.[1];
  if (command === undefined) throw new Misused();
  process.stdout.write(`${await command(args)}\n`);
} catch (thrown) {
  if (!(thrown instanceof Error)) throw thrown;
  process.stderr.write(thrown instanceof Misused ? usage : `${thrown.message}\n`);
  process.exitCode = thrown instanceof Misused ? 2 : 1;
}
