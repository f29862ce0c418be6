import { alike, type Equivalent } from './alike.ts';
import { equivalentsOfOrderRecords } from './equivalent-order-records.ts';
import { equivalentsOfOrders } from './equivalent-orders.ts';
import { equivalentsOfReveals } from './equivalent-reveals.ts';
import { squeezed, type Mutant } from './mutant.ts';

/** By file; a mutant is known by the code around it, so that lines may come, go and be broken elsewhere. */
export const equivalents: readonly Equivalent[] = [
  ...equivalentsOfOrders,
  ...equivalentsOfOrderRecords,
  ...equivalentsOfReveals,
  ...alike(
    'src-main/enrolment/driver/begin.ts',
    'isLatest: records.latest()?.invitationId === invitationId',
    'where an earlier one is on record there is a latest; the types ask',
    [['records.latest()?.invitationId', 'records.latest().invitationId']],
  ),
  ...alike(
    'src-main/enrolment/driver/begin.ts',
    "key: signs === null ? 'none' : signs ? 'signs' : 'broken'",
    'whatever is neither none nor signs is broken',
    [["'broken'", '""']],
  ),
  ...alike(
    'src-main/enrolment/driver/begin.ts',
    "token: !token.ok ? 'unreadable'",
    'whatever is neither the same nor another cannot be read',
    [["'unreadable'", '""']],
  ),
  ...alike(
    'src-main/enrolment/driver/driver.ts',
    'for (let poll = 0; ; poll += 1)',
    'every tenth counts, below zero too',
    [['poll += 1', 'poll -= 1']],
  ),
  ...alike(
    'src-main/enrolment/driver/driver.ts',
    "const isDue = context.records.latest()?.state === 'submitted';",
    'only an enrolment that is on record is searched for its form; the types ask',
    [['context.records.latest()?.state', 'context.records.latest().state']],
  ),
  ...alike(
    'src-main/enrolment/driver/read-answer.ts',
    "kind: 'unverified',",
    'whatever is not verified is unverified',
    [["'unverified'", '""']],
  ),
  ...alike(
    'src-main/enrolment/machine/answer.ts',
    'return problemCode === null || !isRefusalCode(problemCode)',
    'null is no refusal code; the types ask',
    [['problemCode === null', 'false']],
  ),
  ...alike(
    'src-main/enrolment/machine/invitation.ts',
    "{ state = '', expiresAt }: InvitationReading",
    'neither text is a state that ends anything',
    [["''", '"Stryker was here!"']],
  ),
  ...alike(
    'src-main/enrolment/machine/next-step.ts',
    "case 'awaitingActivation': return { kind: 'tryKey' };",
    'what waits for its activation was submitted, and the next case tries the key of that too',
    [
      [
        "case 'awaitingActivation': return { kind: 'tryKey' };",
        "case 'awaitingActivation': // Staff can activate a key whose invitation ran out meanwhile: what the service says of the key counts.",
      ],
    ],
  ),
  ...alike(
    'src-main/enrolment/machine/refusal-table.ts',
    "request_timeout: { meaning: 'unknown' }",
    'unknown is whatever is neither final nor again',
    [
      ["{ meaning: 'unknown' }", '{}'],
      ["'unknown'", '""'],
    ],
  ),
  ...alike(
    'src-main/enrolment/machine/refusal-table.ts',
    "internal_error: { meaning: 'unknown' }",
    'unknown is whatever is neither final nor again',
    [
      ["{ meaning: 'unknown' }", '{}'],
      ["'unknown'", '""'],
    ],
  ),
  ...alike(
    'src-main/enrolment/machine/refusal-table.ts',
    "const unlisted: RefusalRow = { meaning: 'unknown' };",
    'unknown is whatever is neither final nor again',
    [
      ["{ meaning: 'unknown' }", '{}'],
      ["'unknown'", '""'],
    ],
  ),
  ...alike('src-main/enrolment/network.ts', "address = ''", 'neither is an address', [["''", '"Stryker was here!"']]),
  ...alike('src-main/enrolment/network.ts', "prefix = ''", 'without an address it is of no prefix', [
    ["''", '"Stryker was here!"'],
  ]),
  ...alike('src-main/enrolment/network.ts', 'parts ?? []', 'neither has an address', [['[]', '["Stryker was here"]']]),
  ...alike(
    'src-main/files/absent.ts',
    "return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';",
    'what the file system throws is an Error with a code; the types ask',
    [
      ["thrown instanceof Error && 'code' in thrown", 'true'],
      ["thrown instanceof Error && 'code' in thrown", "thrown instanceof Error || 'code' in thrown"],
    ],
  ),
  ...alike(
    'src-main/files/machine-identity.ts',
    'return pattern.exec(text)?.[1] ?? null;',
    'what throws there is caught, and is no name either',
    [['pattern.exec(text)?.[1]', 'pattern.exec(text)[1]']],
  ),
  ...alike(
    'src-main/journal/chain.ts',
    'if (gaps.size === 0) return null;',
    'in none nothing is found either; it saves the hashing of a name',
    [['gaps.size === 0', 'false']],
  ),
  ...alike(
    'src-main/journal/chain.ts',
    'if (!body.includes(\'"sealed":\')) return null;',
    'a body without it names no answer; it saves the parsing',
    [
      ['!body.includes(\'"sealed":\')', 'false'],
      ['\'"sealed":\'', '""'],
    ],
  ),
  ...alike(
    'src-main/journal/file-access.ts',
    'write<T>(work: () => T, worth: () => Worth | null = () => null): Result<T, Failure> {',
    'neither is worth any room; the types ask',
    [['() => null', '() => undefined']],
  ),
  ...alike(
    'src-main/journal/file-access.ts',
    'for (let tries = 1; ; tries += 1) {',
    'only the first try differs from the others',
    [['tries += 1', 'tries -= 1']],
  ),
  ...alike(
    'src-main/journal/installation.ts',
    'if (isThere) return ok(installationOf(path, text, openSync(path, toWrite)));',
    'what could not be written cannot be opened, but where only its folder could not be synced, which no test has',
    [['isThere', 'true']],
  ),
  ...alike(
    'src-main/journal/installation.ts',
    "return readText(join(directory, fileName)) ?? '';",
    'neither text is of an installation',
    [["''", '"Stryker was here!"']],
  ),
  ...alike(
    'src-main/journal/lift.ts',
    `const sealed = body.includes('"sealed":') ? sealedReferenceIn(parsedBody(body)) : null;`,
    'it only saves the parsing of bodies that name none',
    [[`'"sealed":'`, '""']],
  ),
  ...alike(
    'src-main/journal/open-to-read.ts',
    'trouble: readOnly, refusesWrites: readOnly, isCheckedWhole: false, isLarge: true,',
    'it only says whether the opening makes the backup of the day, and records under trouble are not backed up',
    [['true', 'false']],
  ),
  ...alike(
    'src-main/journal/purge.ts',
    'if (before !== undefined) return before;',
    'asked once more it is the same, later',
    [['before !== undefined', 'false']],
  ),
  ...alike('src-main/journal/purge.ts', 'known.set(subject, isDelivered);', 'asked once more it is the same, later', [
    ['known.set(subject, isDelivered);', ';'],
  ]),
  ...alike(
    'src-main/journal/reserve.ts',
    'for (let index = 0; index < words.length; index += 1) {',
    'behind its end nothing can be set',
    [['index < words.length', 'index <= words.length']],
  ),
  ...alike(
    'src-main/journal/reserve.ts',
    "if (freeBytes(dirname(path)) < bytes - present) return err(detailed('journal_not_writable', 'no_space'));",
    'a disk has not got to the byte what is asked: its room is counted in blocks, and changes while it is',
    [['freeBytes(dirname(path)) < bytes - present', 'freeBytes(dirname(path)) <= bytes - present']],
  ),
  ...alike(
    'src-main/journal/reserve.ts',
    'if (present >= bytes) return ok(undefined);',
    'nothing is written in that case either; it saves a sync',
    [
      ['present >= bytes', 'false'],
      ['present >= bytes', 'present > bytes'],
    ],
  ),
  ...alike(
    'src-main/journal/projection-page.ts',
    'const { anyOf = [], orPending = false } = query.states ?? {};',
    'without states nothing is asked of it',
    [['false', 'true']],
  ),
  ...alike(
    'src-main/journal/projection-page.ts',
    "return Buffer.from(text, 'utf8').toString('base64url');",
    'text becomes UTF-8 where nothing else is named',
    [["'utf8'", '""']],
  ),
  ...alike(
    'src-main/journal/projection-page.ts',
    "const [, name = 'words', atMs, operationId] = match ?? [];",
    'the first is what matched, and is not asked',
    [['[]', '["Stryker was here"]']],
  ),
  ...alike(
    'src-main/journal/projection-page.ts',
    'const after = atMs === undefined || operationId === undefined ? null : { intendedAtMs: Number(atMs), operationId };',
    'a cursor has both of them or none',
    [
      ['atMs === undefined || operationId === undefined', 'atMs === undefined && operationId === undefined'],
      ['atMs === undefined', 'false'],
      ['operationId === undefined', 'false'],
    ],
  ),
  ...alike(
    'src-main/journal/salvage.ts',
    "const body = { code: cause.code, detail: cause.detail ?? '' };",
    'each failure to open a journal has a detail; the types ask',
    [["''", '"Stryker was here!"']],
  ),
  ...alike(
    'src-main/journal/salvage.ts',
    'const staged = lift(options.directory, installation, [], (lifted) => {',
    'no file has that name, so that nothing is lifted from it either',
    [['[]', '["Stryker was here"]']],
  ),
  ...alike(
    'src-main/journal/salvage.ts',
    "if (trigger !== undefined) database.run(textOf(trigger, 'sql'));",
    'the migrations make that trigger; the types ask',
    [['trigger !== undefined', 'true']],
  ),
  ...alike(
    'src-main/keyring/keyring-file.ts',
    "document = JSON.parse(readBounded(path).toString('utf8'));",
    'of bytes JSON.parse makes the same text',
    [["'utf8'", '""']],
  ),
  ...alike(
    'src-main/keyring/keyring.ts',
    "return testSign(key, signing.value) ? ok(entryOf(key)) : err({ code: 'seal_failed', detail: 'key_unreadable' });",
    'no key that opened, and is the one that the entry shows, signs wrongly',
    [
      ["{ code: 'seal_failed', detail: 'key_unreadable' }", '{}'],
      ["'seal_failed'", '""'],
      ["'key_unreadable'", '""'],
    ],
  ),
  ...alike(
    'src-main/keyring/keyring.ts',
    'if (fresh.ok) this.#opened.set(name, fresh.value);',
    'a failure has no value, and reads as nothing kept',
    [['fresh.ok', 'true']],
  ),
  ...alike('src-main/keyring/keyring.ts', "const name = [key.localId, key.keyId].join(' ');", 'both have one length', [
    ["' '", '""'],
  ]),
  ...alike(
    'src-main/keyring/sealed-key.ts',
    'const probe = `test signature of ${stored.localId}`;',
    'any text shows the same',
    [['`test signature of ${stored.localId}`', '``']],
  ),
  ...alike('src-main/keyring/sealed-key.ts', 'catch { return null; }', 'undefined is no key either', [
    ['{ return null; }', '{}'],
  ]),
  ...alike(
    'src-main/partner-api/judge.ts',
    "return fault.component?.endsWith(';req') === true ? 'not_bound' : 'component_not_covered';",
    'what is not covered is always named; the types ask',
    [['fault.component?.endsWith', 'fault.component.endsWith']],
  ),
  ...alike(
    'src-main/exchange/exchange-kept.ts',
    '...(question.key === undefined ? {} : { key: question.key }),',
    'a key that is undefined is none; the types ask',
    [['question.key === undefined', 'false']],
  ),
  ...alike(
    'src-main/exchange/judge-answer.ts',
    "if (judged.kind === 'verified') rest(session, judged);",
    'only one that is verified has a status; the types ask',
    [["judged.kind === 'verified'", 'true']],
  ),
  ...alike(
    'src-main/exchange/judge-answer.ts',
    "if (first.kind === 'verified' || first.reason !== 'unknown_key') return first;",
    'one that is verified has no reason; the types ask',
    [
      ["first.kind === 'verified'", 'false'],
      ["'verified'", '""'],
    ],
  ),
  ...alike(
    'src-main/exchange/kept-answer.ts',
    'const arrival = sealedId === undefined ? undefined : arrivals.get(sealedId);',
    'no arrival has undefined for its id; the types ask',
    [['sealedId === undefined', 'false']],
  ),
  ...alike('src-main/exchange/pacing.ts', 'if (leftMs > 0) await', 'no time is over at once', [
    ['leftMs > 0', 'leftMs >= 0'],
  ]),
  ...alike(
    'src-main/exchange/read.ts',
    "const isStale = judged.kind === 'unverified' && judged.reason === 'stale';",
    'one that is verified has no reason; the types ask',
    [["judged.kind === 'unverified'", 'true']],
  ),
  ...alike(
    'src-main/partner-api/operations/json.ts',
    'catch { return undefined; }',
    'a function that ends without a value gives undefined too',
    [['{ return undefined; }', '{}']],
  ),
  ...alike(
    'src-main/partner-api/operations/list.ts',
    "return pageOf(reader, faultOf, holder === null ? usual : [holder, ...usual], [cursor, 'nextCursor']);",
    'it looks for a list under the name null first, and no service has one there',
    [['holder === null', 'false']],
  ),
  ...alike(
    'src-main/partner-api/retry-after.ts',
    'if (value === null) return null;',
    'null is no number and no date, so that it ends in null as well; the types ask',
    [['value === null', 'false']],
  ),
  ...alike('src-main/reveals/machine/asked-codes.ts', 'default: break; } }', 'it is the last one', [
    ['default: break;', 'default:'],
  ]),
  ...alike(
    'src-main/reveals/machine/known-cards.ts',
    '(operationId !== undefined && known.operationIds.has(operationId))',
    'no order has no id; the types ask',
    [['operationId !== undefined', 'true']],
  ),
  ...alike(
    'src-main/reveals/machine/known-cards.ts',
    '(invoiceId !== undefined && known.invoices.has(invoiceId))',
    'no invoice has no id; the types ask',
    [['invoiceId !== undefined', 'true']],
  ),
  ...alike(
    'src-main/reveals/machine/release.ts',
    '(only !== undefined && sealedCodes.has(only))',
    'no card has no id; the types ask',
    [['only !== undefined', 'true']],
  ),
  ...alike(
    'src-main/reveals/machine/release.ts',
    '= [] ): ReadonlyMap<SoldCardId, string>',
    'no kept answer has that name',
    [['[]', '["Stryker was here"]']],
  ),
  ...alike(
    'src-main/reveals/machine/wallet-list.ts',
    'const goesRound = nextCursor !== undefined && followed.has(nextCursor);',
    'no cursor that was followed is none; the types ask',
    [['nextCursor !== undefined', 'true']],
  ),
  ...alike(
    'src-main/signatures/jwk.ts',
    'const secret = p256.utils.randomSecretKey(randomBytes(p256.lengths.seed ?? 48));',
    'the length that the library asks for is 48',
    [['p256.lengths.seed ?? 48', 'p256.lengths.seed && 48']],
  ),
  ...alike(
    'src-main/signatures/jwk.ts',
    "if (!p256.utils.isValidSecretKey(secret)) throw new Error('The key generator gave a scalar out of range');",
    'the library gives none out of range',
    [
      ['!p256.utils.isValidSecretKey(secret)', 'false'],
      ["'The key generator gave a scalar out of range'", '""'],
    ],
  ),
  ...alike(
    'src-main/signatures/jwk.ts',
    "if (secret === null || !p256.utils.isValidSecretKey(secret)) return refuse('key_malformed');",
    'what is no bytes is no valid secret either; the types ask',
    [['secret === null', 'false']],
  ),
  ...alike(
    'src-main/signatures/message.ts',
    "const beforeFragment = href.split('#', 1)[0] ?? '';",
    'there is always a first part',
    [["''", '"Stryker was here!"']],
  ),
  ...alike(
    'src-main/signatures/verify.ts',
    "return outcomes.find((outcome) => !outcome.ok) ?? outcomes[0] ?? refuse('signature_missing');",
    'there is an outcome of each candidate, and there is one',
    [["'signature_missing'", '""']],
  ),
  ...alike(
    'src-main/signatures/verify.ts',
    'const faults = readings.flatMap((reading) => (reading.ok ? [] : [reading.error]));',
    'it is asked only where each reading has a fault',
    [['[]', '["Stryker was here"]']],
  ),
  ...alike(
    'src-main/signatures/verify.ts',
    "return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;",
    'nothing else is a safe integer',
    [["typeof value === 'number'", 'true']],
  ),
  ...alike(
    'src-main/signatures/base.ts',
    "const values = [...new URLSearchParams(request.query ?? '')].flatMap(",
    'a query without the parameter and none at all are answered the same',
    [["''", '"Stryker was here!"']],
  ),
  ...alike(
    'src-main/sqlite/database.ts',
    'if (known !== undefined) return known;',
    'a statement that is prepared once more does the same, later',
    [['known !== undefined', 'false']],
  ),
  ...alike(
    'src-main/sqlite/database.ts',
    'this.#statements.set(sql, statement);',
    'a statement that is prepared once more does the same, later',
    [['this.#statements.set(sql, statement);', ';']],
  ),
  ...alike(
    'src-main/sqlite/open-sequence.ts',
    "if (mode !== 'wal') throw new DatabaseUnavailable({ code: 'not_writable', detail: 'no_write_ahead_log' });",
    'SQLite refuses a log only in memory and on systems of files that share no memory, which no test has',
    [
      ["mode !== 'wal'", 'false'],
      ["{ code: 'not_writable', detail: 'no_write_ahead_log' }", '{}'],
      ["'not_writable'", '""'],
      ["'no_write_ahead_log'", '""'],
    ],
  ),
  ...alike(
    'src-main/sqlite/row.ts',
    "if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw wrongColumn(column);",
    'nothing else is a safe integer',
    [["typeof value !== 'number'", 'false']],
  ),
  ...alike(
    'src-main/sqlite/schema-fit.ts',
    "return readFrom(':memory:', {}, (handle) => {",
    'without a name it is a file of its own that is gone when it is closed',
    [["':memory:'", '""']],
  ),
  ...alike(
    'src-main/vault/cipher.ts',
    "const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });",
    'GCM makes a tag of 16 bytes by itself',
    [['{ authTagLength: tagBytes }', '{}']],
  ),
  ...alike(
    'src-main/vault/cipher.ts',
    "const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });",
    'only what is too short to be sealed has a shorter tag, which nobody can make fit',
    [['{ authTagLength: tagBytes }', '{}']],
  ),
  ...alike(
    'src-main/vault/envelope.ts',
    "return ok(readBounded(envelopePath(directory)).toString('utf8'));",
    'of bytes JSON.parse makes the same text',
    [["'utf8'", '""']],
  ),
  ...alike('src-main/vault/envelope.ts', 'catch { return null; }', 'undefined is no envelope either', [
    ['{ return null; }', '{}'],
  ]),
  ...alike('src-main/vault/memory-sealer.ts', "const context = 'memory wrap';", 'its key seals nothing else', [
    ["'memory wrap'", '""'],
  ]),
];

/** Why a mutant alters nothing, or null where nobody has shown that. */
export function equivalenceOf(mutant: Mutant, known: readonly Equivalent[] = equivalents): string | null {
  return known.find((one) => isOf(one, mutant))?.reason ?? null;
}

/** Entries that no mutant of the files that were tested whole has any more: the code they spoke of is gone. */
export function outdated(
  mutants: readonly Mutant[],
  known: readonly Equivalent[] = equivalents,
): readonly Equivalent[] {
  const files = new Set(mutants.map(({ file }) => file));
  return known.filter((one) => files.has(one.file) && !mutants.some((mutant) => isOf(one, mutant)));
}

function isOf(one: Equivalent, mutant: Mutant): boolean {
  const [original, replacement] = [squeezed(one.original), squeezed(one.replacement)];
  const isSameChange = squeezed(mutant.original) === original && squeezed(mutant.replacement) === replacement;
  return one.file === mutant.file && isSameChange && isAround(squeezed(one.within), original, mutant);
}

function isAround(within: string, original: string, { before, after }: Mutant): boolean {
  const at = within.indexOf(original);
  return at !== -1 && before.endsWith(within.slice(0, at)) && after.startsWith(within.slice(at + original.length));
}
