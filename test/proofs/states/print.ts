import { markdownTable } from '../report.ts';
import type { AnswerClass } from './classes.ts';
import type { Explored, Path } from './explore.ts';
import { classes } from './one-order.ts';
import { plants } from './plants.ts';
import { boundsOf, usualParts, type Part } from './spaces.ts';
import { starts } from './starts.ts';
import { said } from './step.ts';

export interface ExploredPart {
  readonly part: Part;
  readonly explored: Explored;
}

/** What came of a planted fault: how it was found, and whether the whole counter shows it by the same path. */
export interface Found {
  readonly explored: Explored;
  readonly isReplayed: boolean;
}

/** The section of docs/proofs.md. */
export function sectionOf(parts: readonly ExploredPart[], found: ReadonlyMap<string, Found>): string {
  return [
    '## All states of an order',
    `Written by \`npm run -s proof:states -- ${parts.length > usualParts.length ? '--full ' : ''}--write\`.`,
    'The machine that decides what becomes of an order (`src-main/orders/machine`) is walked through, breadth first, against a small model of the service. ' +
      'Clocks are right, or run ahead, known or not, and are put right at any time. *Late* is a request or an answer that is delayed past anything, or an answer that cannot be verified for now; ' +
      'an *upset* is a kill, a restored backup, a copy of the records, or another form or address of requests; a *person* reads, sends at once, cancels, decides, wants it longer or sells it again.',
    'States are one where nothing that is decided differs in them, and one in which less may happen than was looked at is not looked at again. What an unread answer says is chosen when somebody reads it.',
    '`npm test` looks at the first six parts. The whole of it, two POSTs, three GETs, two choices of a person and every trouble at once, does not fit into the million states that it has time for: ' +
      'a POST multiplies them by four to eight, a GET by two to eight, a late delivery by six, an upset by fourteen, a choice of a person by two to seven, which makes some hundred millions. ' +
      'So the first part has each kind of trouble beside each other with one POST, one GET and one choice, and the others have more of these with one kind of trouble. ' +
      '`--full` looks at all of it in one space as far as `--states` millions reach, 25 where nothing is said; where more than 1.5 million worlds wait it goes on with the farthest, so that it ends within 8 GB.',
    partTable(parts),
    'Faults that are planted in the machine, each alone, the first law that it breaks, and whether the whole counter over the practice service breaks it by the same path:',
    plantTable(found),
    'Answers to a POST and to a GET, merged by what the machine makes of them wherever an order stands:',
    classTable(),
  ].join('\n\n');
}

function partTable(parts: readonly ExploredPart[]): string {
  return markdownTable(
    ['part', 'at most', 'states', 'transitions', 'depth', 'seconds', 'violations'],
    parts.map(({ part, explored: { states, transitions, depth, wholeTo, seconds, broken, isCut } }) => [
      part.name,
      boundsOf(part),
      isCut ? `${states}, cut` : states,
      transitions,
      isCut ? `whole to ${wholeTo}` : depth,
      Math.round(seconds),
      broken === null ? 0 : 1,
    ]),
  );
}

function plantTable(found: ReadonlyMap<string, Found>): string {
  return markdownTable(
    ['fault', 'says', 'found by `proof:states`', 'steps', 'replayed'],
    Object.entries(plants).map(([name, { says, whyNot }]) => {
      const one = found.get(name);
      const broken = one?.explored.broken ?? null;
      return [
        `\`${name}\``,
        says,
        broken?.law ?? 'not found',
        broken?.steps.length ?? '',
        one?.isReplayed === true ? 'yes' : whyNot === undefined ? 'no' : `no: ${whyNot}`,
      ];
    }),
  );
}

function classTable(): string {
  const rows = ([classes.createPartnerOrder, classes.getPartnerOrder] as const).flatMap((each) => each.map(classRow));
  return markdownTable(['call', 'the books', 'codes', 'answers'], rows);
}

function classRow({ call, says, hasCodes, members }: AnswerClass): readonly string[] {
  return [call === 'createPartnerOrder' ? 'POST' : 'GET', says, hasCodes ? 'yes' : '', members.join('; ')];
}

/** A path for a terminal. */
export function pathLines({ law, what, start, steps }: Path): string {
  return [
    `${law}: ${what}`,
    `  ${starts[start].says}`,
    ...steps.map((step, index) => `  ${index + 1}. ${said(step)}`),
  ].join('\n');
}
