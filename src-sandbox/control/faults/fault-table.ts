import { answerFaults } from './answers.ts';
import { arrivalFaults } from './arrivals.ts';
import type { FaultKind } from './behaviour.ts';
import { changeFaults } from './changes.ts';
import { contentFaults } from './contents.ts';
import { orderFaults } from './orders.ts';
import { refusalFaults } from './refusals.ts';
import { tamperingFaults } from './tampering.ts';
import { transmissionFaults } from './transmissions.ts';

/** Every fault; a new one is a new row in the list of its kind. */
export const faultTable: readonly FaultKind[] = [
  ...refusalFaults,
  ...arrivalFaults,
  ...changeFaults,
  ...orderFaults,
  ...contentFaults,
  ...answerFaults,
  ...tamperingFaults,
  ...transmissionFaults,
];

export const faultNames: readonly string[] = faultTable.map(({ name }) => name);

const byName = new Map(faultTable.map((kind) => [kind.name, kind]));

/** Throws where there is no fault of that name. */
export function findFault(name: string): FaultKind {
  const kind = byName.get(name);
  if (kind === undefined) throw new Error(`no fault is called ${name}`);
  return kind;
}
