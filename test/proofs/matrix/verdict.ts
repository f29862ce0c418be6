import { purchaseSteps } from '../../../src-main/orders/records/steps.ts';
import type { Recorded } from './proof-shop.ts';
import { notBought, type CellRun } from './run-cell.ts';

/** How a cell ended, as one letter of the table. */
export const letters = {
  C: 'completed, codes from the sealed answer',
  V: 'completed, codes by reveal',
  L: 'completed, codes lost where reveal is not permitted (counted below)',
  R: 'refused, nothing bought',
  F: 'failed at the service, nothing bought',
  N: 'proved that nothing was bought',
  A: 'a person is asked, visibly',
  X: 'a bar is violated',
} as const;
export type Letter = keyof typeof letters;

export const bars = ['double purchase', 'lost order', 'lost codes', 'end'] as const;

/** `bar` names the kind; `fact` says what was seen. */
export interface Violation {
  readonly bar: (typeof bars)[number];
  readonly fact: string;
}

export interface Verdict {
  readonly letter: Letter;
  readonly violations: readonly Violation[];
}

/** Holds one cell against the bars. */
export function judgeCell(run: CellRun, recorded: Recorded): Verdict {
  const violations = [...purchaseFaults(run), ...orderFaults(run, recorded), ...codeFaults(run, recorded)];
  return { violations, letter: violations.length > 0 ? 'X' : letterOf(run, recorded) };
}

function purchaseFaults({ unitsSold, quantity, foreignUnits }: CellRun): readonly Violation[] {
  return [
    ...(unitsSold > quantity ? [violation('double purchase', `${unitsSold} units sold of ${quantity}`)] : []),
    ...(foreignUnits > 0 ? [violation('double purchase', `${foreignUnits} units sold under another id`)] : []),
  ];
}

function orderFaults(
  { cell, settled, again, unitsSold, lostOrder }: CellRun,
  { intents }: Recorded,
): readonly Violation[] {
  const { state, exitCode, error, said } = settled;
  const givenUp = state !== null && notBought.includes(state) && unitsSold > 0;
  const open = state === null || ![...notBought, 'completed', 'attention'].includes(state);
  const moved = state !== null && state !== 'attention' && !open && again.state !== state;
  return [
    ...(lostOrder ? [violation('lost order', 'sold, and unknown to the journal after the restart')] : []),
    ...(givenUp ? [violation('lost order', `sold, and ${state} in the journal`)] : []),
    ...(state === 'completed' && unitsSold === 0
      ? [violation('lost order', 'completed in the journal, and not sold')]
      : []),
    ...(intents !== 1 ? [violation('lost order', `${intents} intents in the journal`)] : []),
    ...(open
      ? [violation('end', `exit ${exitCode}, ${state ?? 'no order'}, ${[error ?? 'no error', said].join(' ').trim()}`)]
      : []),
    ...(cell.fault.id === 'none' && state !== 'completed'
      ? [violation('end', `${state ?? 'no order'}, though nothing was wrong but the kill`)]
      : []),
    ...(moved
      ? [violation('end', `${state}, and ${again.state ?? again.error ?? 'nothing'} when the command was given again`)]
      : []),
  ];
}

/**
 * Where the answer with the codes was kept before the kill, it has to give them: a reveal at the service would hide
 * that it does not.
 */
const keptSteps: readonly string[] = purchaseSteps.slice(
  purchaseSteps.indexOf('verdict-recorded'),
  purchaseSteps.indexOf('codes-requested'),
);

function codeFaults({ settled, again, quantity, cell }: CellRun, { kinds }: Recorded): readonly Violation[] {
  if (settled.state !== 'completed') return [];
  if (cell.fault.id === 'none' && keptSteps.includes(cell.step) && kinds.includes('codes-revealed'))
    return [violation('lost codes', 'kept, and asked for at the service all the same')];
  if (settled.codesShown >= quantity)
    return again.codesShown >= quantity ? [] : [violation('lost codes', 'shown once, and not again')];
  // Codes that the journal names were sealed: they must come out whatever the service permits.
  const permitted = cell.fault.surroundings !== 'no-reveal';
  return permitted || settled.codesKnown > 0
    ? [violation('lost codes', `${settled.codesShown} of ${quantity} (${settled.error ?? 'no error'})`)]
    : [];
}

function letterOf({ settled, quantity }: CellRun, { kinds }: Recorded): Letter {
  switch (settled.state) {
    case 'completed':
      return settled.codesShown < quantity ? 'L' : kinds.includes('codes-revealed') ? 'V' : 'C';
    case 'refused':
      return 'R';
    case 'failed':
      return 'F';
    case 'notBought':
      return 'N';
    default:
      return 'A';
  }
}

function violation(bar: Violation['bar'], fact: string): Violation {
  return { bar, fact };
}
