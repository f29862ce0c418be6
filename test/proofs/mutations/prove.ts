import { proveProperties, type Claimed } from './properties/run.ts';
import { proveMutations, type Run } from './run.ts';
import type { Law } from './seam.ts';

export interface ProofOptions {
  readonly seed: number;
  readonly full: boolean;
  readonly broken: Law | null;
}

export interface Proof {
  readonly options: ProofOptions;
  readonly run: Run;
  readonly claims: readonly Claimed[];
  readonly holds: boolean;
  readonly seconds: number;
}

/** Both halves, side by side: the changed answers here, the properties in a thread. */
export async function prove(options: ProofOptions): Promise<Proof> {
  const startedAtMs = performance.now();
  const { seed, full, broken } = options;
  const properties = proveProperties({ seed, times: full ? 20 : 1, broken });
  const run = await proveMutations({ seed, full, broken });
  const claims = await properties;
  // An empty table would hold as well: it is no proof.
  const complete = run.tally.total.tried > 0 && run.unseen.length === 0 && claims.length > 0;
  const holds = complete && run.tally.wrongCount === 0 && claims.every(({ failure }) => failure === null);
  return { options, run, claims, holds, seconds: (performance.now() - startedAtMs) / 1000 };
}
