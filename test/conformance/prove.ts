import { crossCheck, type CrossCheck, type CrossCheckOptions } from './cross-check/run.ts';
import { keySuites } from './suites/keys.ts';
import { negativeSuites } from './suites/negative.ts';
import { rfc9421Suites } from './suites/rfc9421.ts';
import { structuredFieldSuites } from './suites/structured-fields.ts';
import type { Case, Suite } from './suites/suite.ts';

export const suites: readonly Suite[] = [...rfc9421Suites, ...structuredFieldSuites, ...keySuites, ...negativeSuites];

export interface SuiteResult {
  readonly name: string;
  readonly cases: readonly Case[];
}

export interface Conformance {
  readonly suites: readonly SuiteResult[];
  readonly crossCheck: CrossCheck;
  /** What is wrong, for a person who has to find it; empty where everything holds. */
  readonly faults: readonly string[];
}

/** All suites, and the check of all implementations against each other. */
export async function proveConformance(options: CrossCheckOptions): Promise<Conformance> {
  const results = suites.map(({ name, cases }) => ({ name, cases: cases() }));
  const checked = await crossCheck(options);
  return { suites: results, crossCheck: checked, faults: [...suiteFaults(results), ...crossCheckFaults(checked)] };
}

export function suiteFaults(results: readonly SuiteResult[]): readonly string[] {
  return results.flatMap(({ name, cases }) => [
    ...(cases.length === 0 ? [`${name}: no cases`] : []),
    ...cases.flatMap((one) => (one.fault === null ? [] : [`${name}: ${one.name}: ${one.fault}`])),
  ]);
}

/** A difference that explains nothing any more is a fault as well: the table must not outlive what it says. */
export function crossCheckFaults({ directions, seen }: CrossCheck): readonly string[] {
  return [
    ...directions.flatMap(({ signer, verifier, unexplained }) =>
      unexplained.map((what) => `${signer} to ${verifier}: ${what}`),
    ),
    ...[...seen].flatMap(([{ library, what }, times]) => (times === 0 ? [`never seen: ${library}: ${what}`] : [])),
  ];
}
