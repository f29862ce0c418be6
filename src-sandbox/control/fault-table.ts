import type { FaultKind } from './behaviour.ts';
import { answerFaults } from './faults/answers.ts';
import { arrivalFaults } from './faults/arrivals.ts';
import { changeFaults } from './faults/changes.ts';
import { contentFaults } from './faults/contents.ts';
import { orderFaults } from './faults/orders.ts';
import { refusalFaults } from './faults/refusals.ts';
import { tamperingFaults } from './faults/tampering.ts';
import { transmissionFaults } from './faults/transmissions.ts';

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
