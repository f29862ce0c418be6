import { beforeIntent, purchaseSteps, type PurchaseStep } from '../../../src-main/orders/records/steps.ts';
import { refusalFaults } from '../../../src-sandbox/control/faults/refusals.ts';
import { seededRandom } from '../mutations/random.ts';
import { faultNameOf, faultRows, type FaultRow } from './faults.ts';

/** One purchase: killed at `step` while `fault` is about. */
export interface Cell {
  readonly step: PurchaseStep;
  readonly fault: FaultRow;
}

/** The seed of the part that runs without arguments. */
export const fixedSeed = 20_261;

/** From before the intent to after the hand-over. */
export const steps: readonly PurchaseStep[] = [beforeIntent, ...purchaseSteps];

export function nameOf({ step, fault }: Cell): string {
  return `${step}:${fault.id}`;
}

export function allCells(): readonly Cell[] {
  return spoilingLast(faultRows.flatMap((fault) => steps.map((step) => ({ step, fault }))));
}

/**
 * Refusals differ by their code alone, which the refusal table's own test walks whole: some of them stand for all.
 */
const refusalsMet = 10;
const refusals: readonly string[] = refusalFaults
  .map(({ name }) => name)
  .filter((name) => name !== 'refused-yet-executed');

/**
 * Every step, every fault that is no mere refusal and some that are, at least once: one variant each, dealt out over
 * the steps by the seed.
 */
export function coveringCells(seed: number): readonly Cell[] {
  const random = seededRandom(seed, 'matrix');
  const all = random.shuffled([...new Set(faultRows.map(faultNameOf))]);
  const names = [
    ...all.filter((name) => !refusals.includes(name)),
    ...all.filter((name) => refusals.includes(name)).slice(0, refusalsMet),
  ];
  const order = random.shuffled(steps);
  return spoilingLast(
    names.flatMap((name, index) => {
      const variants = faultRows.filter((row) => faultNameOf(row) === name);
      const [fault, step] = [variants[random.below(variants.length)], order[index % order.length]];
      return fault === undefined || step === undefined ? [] : [{ step, fault }];
    }),
  );
}

/** The cells that `STEP:FAULT` names; either may be `*`. */
export function namedCells(pattern: string): readonly Cell[] {
  const colon = pattern.indexOf(':');
  const [step, fault] = colon === -1 ? [pattern, '*'] : [pattern.slice(0, colon), pattern.slice(colon + 1)];
  return allCells().filter(
    (cell) => (step === '*' || cell.step === step) && (fault === '*' || cell.fault.id === fault),
  );
}

/** A shop that such a cell spoiled is given up: better at the end of its life. */
function spoilingLast(cells: readonly Cell[]): readonly Cell[] {
  const spoils = ({ fault }: Cell): boolean => fault.spoils === true;
  return [...cells.filter((cell) => !spoils(cell)), ...cells.filter(spoils)];
}
