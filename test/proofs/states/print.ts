import { markdownTable } from '../report.ts';
import type { AnswerClass } from './classes.ts';
import type { Explored, Path } from './explore.ts';
import { classes } from './one-order.ts';
import { plants } from './plants.ts';
import { boundsOf, type Part } from './spaces.ts';
import { said } from './step.ts';

export interface ExploredPart {
  readonly part: Part;
  readonly explored: Explored;
}

/** The section of docs/proofs.md. */
export function sectionOf(parts: readonly ExploredPart[], found: ReadonlyMap<string, Explored>): string {
  return [
    '## All states of an order',
    'Written by `npm run -s proof:states -- --write`.',
    'The machine that decides what becomes of an order (`src-main/orders/machine`) is walked through, breadth first, against a small model of the service. Each part is explored whole; ' +
      'clocks are right, or run ahead and are set back, in each.',
    partTable(parts),
    'Faults that are planted in the machine, each alone, and the first law that it breaks:',
    plantTable(found),
    'Other proofs find these, which lie around the machine:',
    elsewhere,
    'Answers to a POST and to a GET, merged by what the machine makes of them wherever an order stands:',
    classTable(),
  ].join('\n\n');
}

function partTable(parts: readonly ExploredPart[]): string {
  return markdownTable(
    ['part', 'at most', 'states', 'transitions', 'depth', 'violations'],
    parts.map(({ part, explored: { states, transitions, depth, broken } }) => [
      part.name,
      boundsOf(part),
      states,
      transitions,
      depth,
      broken === null ? 0 : 1,
    ]),
  );
}

function plantTable(found: ReadonlyMap<string, Explored>): string {
  return markdownTable(
    ['fault', 'says', 'found by `proof:states`', 'steps'],
    Object.entries(plants).map(([name, { says }]) => {
      const broken = found.get(name)?.broken ?? null;
      return [`\`${name}\``, says, broken?.law ?? 'not found', broken?.steps.length ?? ''];
    }),
  );
}

/** The law breaks of the other proofs that lie around the machine. */
const elsewhere = markdownTable(
  ['fault', 'found by'],
  [
    [
      '`trust-unbound-refusal`, `trust-404-before-the-fence`, `reuse-an-id`',
      '`proof:chaos`; the first two in the machine by `proof:states` too',
    ],
    ['`drop-the-seal`, `send-before-the-intent`', '`proof:chaos`, `proof:matrix`'],
    ['`salvage-as-if-nothing-was-lost`, `take-another-counter-for-a-copy`', '`proof:chaos`'],
    ['`reuse-id`, `synchronous-normal`', '`proof:matrix`'],
    ['`skip-digest`, `skip-signature`, `trust-any-key` and the others of `proof:mutations`', '`proof:mutations`'],
  ],
);

function classTable(): string {
  const rows = ([classes.createPartnerOrder, classes.getPartnerOrder] as const).flatMap((each) => each.map(classRow));
  return markdownTable(['call', 'the books', 'codes', 'answers'], rows);
}

function classRow({ call, says, hasCodes, members }: AnswerClass): readonly string[] {
  return [call === 'createPartnerOrder' ? 'POST' : 'GET', says, hasCodes ? 'yes' : '', members.join('; ')];
}

/** A path for a terminal. */
export function pathLines({ law, what, start, steps }: Path): string {
  return [`${law}: ${what}`, `  ${start}`, ...steps.map((step, index) => `  ${index + 1}. ${said(step)}`)].join('\n');
}
