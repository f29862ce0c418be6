import { z } from 'zod';
import { refusalStatuses, type Refusal, type RefusalCode } from '../../wire/refusals.ts';
import { faultKind, type FaultKind } from './behaviour.ts';
import { readRetryAfter, retryAfterParameters } from './retry-after.ts';

const codes = Object.keys(refusalStatuses).filter(isRefusalCode);
const laterParameters = z.strictObject({
  code: z.enum(codes).default('dependency_unavailable'),
  ms: z.int().min(0).default(1000),
  reported: z.boolean().default(true),
});

/** What the service says no with. */
export const refusalFaults: readonly FaultKind[] = [
  ...codes.map((code) => refusalFault(code, { code })),
  refusalFault('purchase_not_allowed-409', { code: 'purchase_not_allowed', status: 409 }),
  faultKind(
    'refused-yet-executed',
    'Refuses the call with a code, and executes it all the same so many milliseconds later; unless reported, its codes wait for the next POST.',
    laterParameters,
    ({ code, ms, reported }) => ({ point: 'decision', refusal: { code }, execution: { afterMs: ms, reported } }),
  ),
];

function refusalFault(name: string, refusal: Refusal): FaultKind {
  const says =
    `Refuses with ${refusal.code}, ${refusal.status ?? refusalStatuses[refusal.code]}, ` +
    'after the checks of the caller; nothing is done.';
  return faultKind(name, says, z.strictObject(retryAfterParameters), (given) => ({
    point: 'decision',
    refusal: { ...refusal, ...readRetryAfter(given) },
  }));
}

function isRefusalCode(name: string): name is RefusalCode {
  return name in refusalStatuses;
}
