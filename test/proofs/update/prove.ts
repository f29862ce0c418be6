import { updateCodes } from '../../../src-shared/contract/update-codes.ts';
import { markdownTable } from '../report.ts';
import { scenes } from './scenes.ts';
import { isHeld, playScene, type Tried } from './stage.ts';

/** Plays every scene, one after the other; `full` tries more places and moments. */
export async function prove(full: boolean, said: (tried: Tried) => void): Promise<readonly Tried[]> {
  const all: Tried[] = [];
  for (const scene of scenes) {
    const tried = await playScene(scene, full);
    all.push(...tried);
    tried.forEach(said);
  }
  return all;
}

export function holds(all: readonly Tried[]): boolean {
  return all.length > 0 && all.every(isHeld);
}

/** A version opened that should not have, which is then installed. */
function isWronglyInstalled({ opened, mayOpen }: Tried): boolean {
  return opened !== null && !mayOpen.includes(opened);
}

function isCode(outcome: string): boolean {
  return updateCodes.some((code) => code === outcome);
}

function isShut({ opened, mayOpen }: Tried): boolean {
  return opened === null && !mayOpen.includes(null);
}

/** The section of docs/proofs.md. */
export function sectionOf(all: readonly Tried[]): string {
  const names = [...new Set(all.map(({ scene }) => scene))];
  const count = (tried: readonly Tried[], is: (one: Tried) => boolean): number => tried.filter(is).length;
  const rows = names.map((name) => {
    const tried = all.filter(({ scene }) => scene === name);
    const outcomes = new Set(tried.map(({ outcome }) => outcome.split(' ')[0] ?? ''));
    const said = [...outcomes].filter((outcome) => outcome === 'installed' || isCode(outcome));
    return [
      name,
      tried.length,
      count(tried, isHeld),
      said.join(', '),
      count(tried, isWronglyInstalled),
      count(tried, isShut),
      count(tried, ({ recordsAreSame }) => !recordsAreSame),
    ];
  });
  return [
    '## Updates',
    'Written by `npm run -s proof:update -- --full --write`.',
    'A counter of version 0.1.0 asks a feed, on loopback or in a folder, and opens after each try. A small script stands in for its program.',
    markdownTable(
      [
        'trouble',
        'tries',
        'as expected',
        'what the counter says',
        'installed that should not be',
        'did not open',
        'records changed',
      ],
      rows,
    ),
  ].join('\n\n');
}
