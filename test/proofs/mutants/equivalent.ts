import type { Mutant } from './mutant.ts';

/** A change that alters nothing that anybody could see, looked at by a person. */
export interface Equivalent extends Pick<Mutant, 'file' | 'within' | 'original' | 'replacement'> {
  readonly reason: string;
}

/** By file; a mutant is known by its line's text and its change, so that lines above it may come and go. */
export const equivalents: readonly Equivalent[] = [
  ...alike('src-main/files/place.ts', 'return pattern.exec(text)?.[1] ?? null;', 'what throws there is caught, and is no name either', [
    ['pattern.exec(text)?.[1]', 'pattern.exec(text)[1]'],
  ]),
  ...alike('src-main/keyring/keyring-file.ts', "document = JSON.parse(readFileSync(path, 'utf8'));", 'of bytes JSON.parse makes the same text', [["'utf8'", '""']]),
  ...alike(
    'src-main/keyring/keyring.ts', "return testSign(key, signing.value) ? ok(entryOf(key)) : err({ code: 'seal_failed', detail: 'key_unreadable' });",
    'no key that opened, and is the one that the entry shows, signs wrongly', [
      ["{ code: 'seal_failed', detail: 'key_unreadable' }", '{}'], ["'seal_failed'", '""'], ["'key_unreadable'", '""'],
    ],
  ),
  ...alike('src-main/keyring/keyring.ts', 'if (fresh.ok) this.#opened.set(name, fresh.value);', 'a failure has no value, and reads as nothing kept', [['fresh.ok', 'true']]),
  ...alike('src-main/keyring/keyring.ts', "const name = [key.localId, key.keyId].join(' ');", 'both have one length', [["' '", '""']]),
  ...alike('src-main/keyring/sealed-key.ts', 'const probe = `test signature of ${stored.localId}`;', 'any text shows the same', [['`test signature of ${stored.localId}`', '``']]),
  ...alike('src-main/keyring/sealed-key.ts', '} catch {', 'undefined is no key either', [['{\n    return null;\n  }', '{}']]),
  ...alike(
    'src-main/signatures/jwk.ts', 'const secret = p256.utils.randomSecretKey(randomBytes(p256.lengths.seed ?? 48));', 'the length that the library asks for is 48',
    [['p256.lengths.seed ?? 48', 'p256.lengths.seed && 48']],
  ),
  ...alike(
    'src-main/signatures/jwk.ts', "if (!p256.utils.isValidSecretKey(secret)) throw new Error('The key generator gave a scalar out of range');",
    'the library gives none out of range', [['!p256.utils.isValidSecretKey(secret)', 'false'], ["'The key generator gave a scalar out of range'", '""']],
  ),
  ...alike('src-main/signatures/message.ts', "const beforeFragment = address.href.split('#', 1)[0] ?? '';", 'there is always a first part', [["''", '"Stryker was here!"']]),
  ...alike(
    'src-main/signatures/verify.ts', "return outcomes.find((outcome) => !outcome.ok) ?? outcomes[0] ?? refuse('signature_missing');", 'there is an outcome of each candidate, and there is one',
    [["'signature_missing'", '""']],
  ),
  ...alike(
    'src-main/signatures/verify.ts', 'const faults = readings.flatMap((reading) => (reading.ok ? [] : [reading.error]));', 'it is asked only where each reading has a fault',
    [['[]', '["Stryker was here"]']],
  ),
  ...alike(
    'src-main/signatures/verify.ts', "return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;", 'nothing else is a safe integer',
    [["typeof value === 'number'", 'true']],
  ),
  ...alike(
    'src-main/signatures/base.ts',
    "const values = [...new URLSearchParams(request.query ?? '')].flatMap(([name, value]) => (formEncoded(name) === queryParam ? [value] : []));",
    'a query without the parameter and none at all are told the same', [["''", '"Stryker was here!"']],
  ),
  ...alike(
    'src-main/vault/cipher.ts', "const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });", 'GCM makes a tag of 16 bytes by itself',
    [['{ authTagLength: tagBytes }', '{}']],
  ),
  ...alike(
    'src-main/vault/cipher.ts', "const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });",
    'only what is too short to be sealed has a shorter tag, which nobody can make fit', [['{ authTagLength: tagBytes }', '{}']],
  ),
  ...alike('src-main/vault/cipher.ts', 'plaintext?.fill(0);', 'nothing outside can reach that memory any more', [['plaintext?.fill(0);', ';']]),
  ...alike('src-main/vault/envelope.ts', "return ok(readFileSync(envelopePath(directory), 'utf8'));", 'of bytes JSON.parse makes the same text', [["'utf8'", '""']]),
  ...alike(
    'src-main/vault/envelope.ts', "if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return ok(null);", 'what reading a file throws is an Error with a code',
    [["thrown instanceof Error && 'code' in thrown", 'true'], ["thrown instanceof Error && 'code' in thrown", "thrown instanceof Error || 'code' in thrown"]],
  ),
  ...alike('src-main/vault/envelope.ts', '} catch {', 'undefined is no envelope either', [['{\n    return null;\n  }', '{}']]),
  ...alike('src-main/vault/memory-sealer.ts', "const context = 'memory wrap';", 'its key seals nothing else', [["'memory wrap'", '""']]),
];

/** The changes of one line that alter nothing for the same reason. */
function alike(
  file: string, within: string, reason: string, changes: readonly (readonly [original: string, replacement: string])[],
): readonly Equivalent[] {
  return changes.map(([original, replacement]) => ({ file, within, original, replacement, reason }));
}

/** Why a mutant alters nothing, or null where nobody has shown that. */
export function equivalenceOf(mutant: Mutant, known: readonly Equivalent[] = equivalents): string | null {
  return known.find((one) => isOf(one, mutant))?.reason ?? null;
}

/** Entries that no mutant of the files that were tested whole has any more: the code they spoke of is gone. */
export function outdated(
  mutants: readonly Mutant[], known: readonly Equivalent[] = equivalents,
): readonly Equivalent[] {
  const files = new Set(mutants.map(({ file }) => file));
  return known.filter((one) => files.has(one.file) && !mutants.some((mutant) => isOf(one, mutant)));
}

function isOf(one: Equivalent, { file, within, original, replacement }: Mutant): boolean {
  return one.file === file && one.within === within && one.original === original && one.replacement === replacement;
}
