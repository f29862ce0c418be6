import { markdownTable, textTable } from '../report.ts';
import { nameOf, steps } from './cells.ts';
import { faultNameOf, faultRows } from './faults.ts';
import type { JudgedCell, MatrixResult } from './run-matrix.ts';
import { bars, letters, type Letter } from './verdict.ts';

type Rows = readonly (readonly (string | number)[])[];

const gridHead = ['fault', ...steps.map((_, index) => String(index))];
const totalsHead = ['bar', 'violations'];

/** The whole report; `text` for a terminal, `markdown` for the documentation. */
export function report(result: MatrixResult, scope: string): { readonly text: string; readonly markdown: string } {
  const write = (table: typeof textTable, rule: string): string =>
    [
      coverage(result, scope),
      table(gridHead, grid(result)),
      legend(result).join(rule),
      table(totalsHead, totals(result)),
      table(codesHead, codes(result)),
      remaining(result).join(rule),
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  return { text: write(textTable, '\n'), markdown: write(markdownTable, '  \n') };
}

/** What went wrong, each with the command that runs just that cell again. */
export function complaints(
  { cells, secretsInTheClear, unknownSales, brokenChains }: MatrixResult,
  broken: string | null,
): readonly string[] {
  const withBreak = broken === null ? '' : ` --break ${broken}`;
  return [
    ...cells.flatMap(({ run, verdict }) =>
      verdict.violations.map(
        ({ bar, fact }) => `${bar}: ${fact}\n  npm run -s proof:matrix -- --only ${nameOf(run.cell)}${withBreak}`,
      ),
    ),
    ...unknownSales.map((operationId) => `lost order: the service sold ${operationId}, which no journal knows`),
    ...secretsInTheClear.map((where) => `secret in the clear: ${where}`),
    ...(brokenChains === 0 ? [] : [`${brokenChains} journals whose chain is broken`]),
  ];
}

/** How much was covered, in a line. */
export function coverage({ cells, shops, tookMs }: MatrixResult, scope: string): string {
  const seen = (of: (cell: JudgedCell) => string): number => new Set(cells.map(of)).size;
  const faults = new Set(faultRows.map(faultNameOf)).size;
  const kills = cells.filter(({ run }) => run.reached).length;
  const struck = cells.filter(({ run }) => run.struck || run.cell.fault.id === 'none').length;
  return (
    `${scope}: ${cells.length} of ${steps.length * faultRows.length} cells ` +
    `in ${shops} shops, ${Math.round(tookMs / 1000)} s. ` +
    `${seen(({ run }) => run.cell.step)} of ${steps.length} steps, ` +
    `${seen(({ run }) => faultNameOf(run.cell.fault))} of ${faults} faults, ` +
    `${seen(({ run }) => run.cell.fault.id)} of ${faultRows.length} variants. ` +
    `Killed at the step in ${kills} cells; the fault struck in ${struck}.`
  );
}

function grid({ cells }: MatrixResult): Rows {
  const byName = new Map(cells.map((cell) => [nameOf(cell.run.cell), cell]));
  const rows = faultRows.map((fault) => [
    fault.id,
    ...steps.map((step) => markOf(byName.get(nameOf({ step, fault })))),
  ]);
  return rows.filter(([, ...marks]) => marks.some((mark) => mark !== ''));
}

function markOf(cell: JudgedCell | undefined): string {
  if (cell === undefined) return '';
  const { letter } = cell.verdict;
  return (cell.run.reached ? letter : letter.toLowerCase()) + (letter === 'A' ? String(cell.run.unitsSold) : '');
}

function legend({ cells }: MatrixResult): readonly string[] {
  const count = (letter: Letter): number => cells.filter(({ verdict }) => verdict.letter === letter).length;
  return [
    `Steps: ${steps.map((step, index) => `${index} ${step}`).join(', ')}.`,
    ...letterList().map((letter) => `${letter}: ${letters[letter]} (${count(letter)}).`),
    'Every cell has one order in the journal, and one unit sold where it is completed, none where nothing was bought; the digit says it where a person is asked.',
    'A small letter: the fault ended the purchase before that step, so nothing was killed.',
  ];
}

function totals({ cells, secretsInTheClear, unknownSales, brokenChains }: MatrixResult): Rows {
  const violated = (bar: string): number =>
    cells.filter(({ verdict }) => verdict.violations.some((found) => found.bar === bar)).length;
  const names: Readonly<Record<(typeof bars)[number], string>> = {
    'double purchase': 'double purchases',
    'lost order': 'orders lost',
    'lost codes': 'codes lost that are recoverable',
    end: 'orders without an end or a visible attention',
  };
  return [
    ...bars.map((bar) => [names[bar], violated(bar)]),
    ['sales that no journal knows', unknownSales.length],
    ['secrets in the clear', secretsInTheClear.length],
    ['journals whose chain is broken', brokenChains],
  ];
}

const codesHead = [
  'cells',
  'orders in the journal',
  'units sold',
  'codes from the answer',
  'codes by reveal',
  'codes lost',
  'sold, left to a person',
];

function codes({ cells }: MatrixResult): Rows {
  const sum = (of: (cell: JudgedCell) => number): number => cells.reduce((total, cell) => total + of(cell), 0);
  const shown = (letter: Letter): number =>
    sum(({ run, verdict }) => (verdict.letter === letter ? run.settled.codesShown : 0));
  const missing = sum(({ run }) => (run.settled.state === 'completed' ? run.quantity - run.settled.codesShown : 0));
  return [
    [
      cells.length,
      sum(({ recorded }) => recorded.intents),
      sum(({ run }) => run.unitsSold),
      shown('C'),
      shown('V'),
      missing,
      sum(({ run, verdict }) => (verdict.letter === 'A' ? run.unitsSold : 0)),
    ],
  ];
}

/** The cells whose codes are gone, by name, and why: nothing else may be among them. */
function remaining({ cells }: MatrixResult): readonly string[] {
  return cells
    .filter(({ verdict }) => verdict.letter === 'L')
    .map(({ run, recorded }) => {
      const refused = recorded.revealFaults.at(-1) ?? run.settled.error ?? 'not asked';
      return (
        `Codes lost in ${nameOf(run.cell)}: the answer got lost on the wire ` +
        `and the service permits no reveal (${refused}).`
      );
    });
}

function letterList(): readonly Letter[] {
  return ['C', 'V', 'L', 'R', 'F', 'N', 'A', 'X'];
}
