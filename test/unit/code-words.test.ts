import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/project.ts';

/**
 * Words that the code had for a thing before its name in docs/glossary.md, and that name. Each is looked for in the
 * parts of a name, in lower case with spaces between: `fenceSaid` is "fence said".
 */
const replaced: readonly (readonly [RegExp, string])[] = [
  [/\bcustody\b/, 'copy status'],
  [/\bdesks?\b/, 'screen, counter'],
  [/\bledgers?\b/, 'local records, journal'],
  [/\bfences?\b/, 'not-bought proof'],
  [/\bstanding\b/, 'state'],
  [/\b(un)?told\b/, 'named, reported, unseen'],
  [/\b(un)?believed\b/, 'trusted, verified, unverified'],
  [/\bheld back\b/, 'read-only'],
  [/\bwitness(es)?\b/, 'checkpoint'],
  [/\bwish(es)?\b/, 'sale, request, choice'],
  [/^guarded$/, 'the name of what it does'],
  [/\bdoctor\b/, 'diagnostics'],
  [/\bpatient\b/, 'retrying'],
  [/\b(opinion|ruling|taste|surgery|bedside)s?\b/, 'interpretation, proof, choice'],
  [/\bscreen store\b|^(create|use) screen$/, 'page state'],
  [/\S places?\b|\bplaces? \S/, 'slot, position, target, open work; only an order is placed'],
];

/** Words of several names, as comments say them, and what the glossary calls the thing. */
const replacedPhrases: readonly (readonly [RegExp, string])[] = [[/\bjudg(e)?ment[\s/*-]+table\b/i, 'refusal table']];

interface Kept {
  readonly name: string;
  readonly in: readonly string[];
  readonly why: string;
}

const profileField = 'a field of the deployment profile';
const reason = 'a reason that is recorded';
/** The only names that keep a replaced word, and where. */
const kept: readonly Kept[] = [
  {
    name: 'fence',
    in: [
      'src-main/deployment/introduction.ts',
      'src-main/deployment/schema/',
      'src-main/orders/records/dispatch.ts',
      'src-sandbox/wire/',
      'test/crash/comparison.test.ts',
      'test/proofs/chaos/premises.ts',
      'test/proofs/deployments/fields.ts',
      'test/proofs/doctor/outsiders.ts',
      'test/proofs/matrix/proof-shop.ts',
      'test/proofs/states/replay-stage.ts',
    ],
    why: profileField,
  },
  ...['not_declared', 'other_terms', 'no_known_order', 'known_order_missing', 'dated_ahead'].map((rest) => ({
    name: `fence_${rest}`,
    in: ['src-main/orders/machine/', 'src-shared/contract/codes.ts', 'src-shared/words/'],
    why: reason,
  })),
  {
    name: 'fence_unsaid',
    in: ['src-main/deployment/schema/rules.ts', 'src-shared/contract/codes.ts', 'src-shared/words/'],
    why: 'a note on the profile, printed by the command line',
  },
  {
    name: 'witness',
    in: ['src-main/keyring/', 'src-main/hosts/cli/commands/journal-verify.ts'],
    why: 'a member of keyring.json',
  },
  {
    name: 'witness',
    in: ['src-main/journal/copy-status.ts', 'src-main/journal/copy-status-record.ts'],
    why: 'a member of the installation file, and a detail that is recorded',
  },
  {
    name: 'keyring_witness',
    in: ['src-main/journal/copy-status.ts', 'src-main/app/counter/counter.ts'],
    why: 'a detail that is recorded',
  },
  {
    name: 'witnessSeq',
    in: ['src-main/journal/chain.ts', 'src-main/journal/verify-record.ts', 'test/crash/read-only-folder.test.ts'],
    why: 'a member that `journal verify` prints',
  },
  {
    name: 'witness-set',
    in: ['src-main/journal/replacing.ts', 'test/crash/folder-lost-writes.test.ts'],
    why: 'a step of the crash tests',
  },
  { name: 'custody', in: ['src-main/journal/copy-status.ts'], why: 'says what the stored names call the copy status' },
  { name: 'custodySeq', in: ['src-main/journal/copy-status.ts'], why: 'a member of events' },
  { name: 'custody_$', in: ['src-main/journal/purge.ts'], why: 'begins a detail that the command line prints' },
  { name: 'custody-changed', in: ['src-main/journal/', 'test/crash/'], why: 'a kind of event' },
  { name: 'custody-reconciled', in: ['src-main/journal/'], why: 'a kind of event' },
  { name: 'order-held-back', in: ['src-main/orders/'], why: 'a kind of event' },
  {
    name: 'heldBack',
    in: ['src-main/orders/views/timeline.ts', 'src-shared/contract/codes.ts', 'src-shared/words/'],
    why: 'a kind of line in the timeline, printed by `order`',
  },
  {
    name: 'standing',
    in: [
      'src-main/orders/views/countersignatures.ts',
      'src-main/hosts/cli/commands/journal-verify.ts',
      'test/crash/salvage-command.test.ts',
    ],
    why: 'a member that `journal verify` prints',
  },
  {
    name: 'standing',
    in: [
      'src-main/reveals/',
      'src-main/app/calls/reveals.ts',
      'src-shared/contract/reveals.ts',
      'src-renderer/features/records/copy-status-lost.tsx',
    ],
    why: 'a member of the lost orders in an event',
  },
  {
    name: 'believed',
    in: [
      'src-main/deployment/service-keys.ts',
      'src-main/diagnostics/unknown-key.ts',
      'src-main/enrolment/machine/beginning.ts',
      'src-shared/contract/start.ts',
      'src-renderer/features/enrolment/service-keys.tsx',
    ],
    why: 'a member that `keys show` prints',
  },
  {
    name: 'unbelieved',
    in: ['src-main/diagnostics/', 'src-shared/contract/diagnosis-codes.ts', 'src-shared/words/'],
    why: 'an outcome that the diagnostics print',
  },
  { name: 'quantity-limits-told', in: ['src-main/orders/records/quantity-limits.ts'], why: 'a kind of event' },
  { name: 'told', in: ['src-shared/words/'], why: 'plain English in a text for people' },
  {
    name: 'keepPlace',
    in: ['src-main/app/calls/screen.ts', 'src-shared/contract/', 'src-renderer/shell/open-work.ts'],
    why: 'a call of the contract',
  },
  ...['installation', 'folder', 'machine'].map((rest) => ({
    name: `place-${rest}`,
    in: ['src-main/journal/location.ts'],
    why: 'a row of the journal',
  })),
  { name: 'placeOrder', in: ['src-sandbox/'], why: 'places an order' },
  { name: 'placeAgain', in: ['test/proofs/states/replay.ts'], why: 'places an order' },
  { name: 'placeOne', in: ['test/proofs/doctor/before.ts'], why: 'places an order' },
  {
    name: 'doctor',
    in: ['test/proofs/doctor/', 'test/proofs/doctor.test.ts', 'scripts/lib/commands.mjs'],
    why: 'a part of `proof:doctor`, a command',
  },
  {
    name: 'placeNew',
    in: ['src-main/hosts/cli/commands/buy.ts', 'src-sandbox/rules/orders.ts'],
    why: 'places an order',
  },
  { name: 'place-items', in: ['src-renderer/'], why: 'a property of CSS' },
];

/** The sources, the scripts, and the tests that are programs of their own. */
const files = globSync(['src-*/**/*.{ts,tsx,css,html}', '{scripts,test/proofs,test/crash}/**/*.{ts,mjs,cjs,html}'], {
  cwd: projectRoot,
});

function namesIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/[A-Za-z][\w$]*(-[\w$]+)*/g));
}

/** `fenceSaid`, `fence_said` and `fence-said` are all "fence said". */
function partsOf(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z\d]+/g, ' ')
    .toLowerCase();
}

const isKept = (file: string, name: string): boolean =>
  kept.some((each) => each.name === name && each.in.some((path) => file.startsWith(path)));

/** The names of a file that say a replaced word and are none of those that keep it; its own name among them. */
function strays(word: RegExp, file: string, text: string): readonly string[] {
  return [...namesIn(text), ...namesIn(file)].filter((name) => word.test(partsOf(name)) && !isKept(file, name));
}

const texts = files.map((file) => [file, readFileSync(`${projectRoot}/${file}`, 'utf8')] as const);

describe('the code', () => {
  it.each(replaced)('does not say %s: it is %s', (word) => {
    expect(files.length).toBeGreaterThan(800);
    expect(texts.flatMap(([file, text]) => strays(word, file, text).map((name) => `${file}: ${name}`))).toEqual([]);
  });

  it.each(replacedPhrases)('does not say %s, nor do its tests: it is %s', (phrase) => {
    const tests = globSync('test/**/*.{ts,tsx}', { cwd: projectRoot, exclude: ['test/unit/code-words.test.ts'] });
    const said = [...new Set([...files, ...tests])].filter((file) =>
      phrase.test(readFileSync(`${projectRoot}/${file}`, 'utf8')),
    );
    expect(said).toEqual([]);
    expect('the judgement\n * table').toMatch(phrase);
  });

  it.each(kept)('has $name where it is listed: $why', ({ name, in: paths }) => {
    const gone = paths.filter(
      (path) => !texts.some(([file, text]) => file.startsWith(path) && namesIn(text).has(name)),
    );
    expect(gone).toEqual([]);
  });

  it('calls its local records by that name', () => {
    const noun = /\b(const|let) local\b|\.local\b|[{,(] local[,:) ]/;
    // SQLite's own documentation calls what lies on the page itself local.
    const others = texts.filter(([file]) => file.startsWith('src-main/') && !file.endsWith('/loose-rows.ts'));
    expect(others.flatMap(([file, text]) => (noun.test(text) ? [file] : []))).toEqual([]);
  });
});

describe('a replaced word', () => {
  const found = (text: string, file = 'src-main/planted.ts'): readonly string[] =>
    replaced.flatMap(([word]) => strays(word, file, text));

  it.each([
    ['const fenceSaid = 1', 'fenceSaid'],
    ['function limitsToldBy() {}', 'limitsToldBy'],
    ["'sent-while-held-back'", 'sent-while-held-back'],
    ['standingOf(order)', 'standingOf'],
    ['the witness of it', 'witness'],
    ['isUntold', 'isUntold'],
    ['fillPlaces()', 'fillPlaces'],
    ['type FocusPlace', 'FocusPlace'],
  ])('is seen in %j', (text, name) => {
    expect(found(text)).toContain(name);
  });

  it('is not seen where it is kept, nor in another word', () => {
    expect(found("'fence_other_terms'", 'src-main/orders/machine/planted.ts')).toEqual([]);
    expect(found('defence, outstanding, replaceAll, in the place of it, desktop')).toEqual([]);
  });
});
