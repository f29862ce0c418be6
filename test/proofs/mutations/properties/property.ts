import fc from 'fast-check';

/** One claim about every input. `cases` is how many inputs the fixed-seed part draws. */
export interface Property {
  readonly area:
    | 'structured fields'
    | 'amounts'
    | 'identifiers'
    | 'cursors'
    | 'problems'
    | 'orders'
    | 'collections'
    | 'answers';
  readonly claim: string;
  readonly cases: number;
  run(options: { readonly seed: number; readonly cases: number }): PropertyResult;
}

export interface PropertyResult {
  readonly cases: number;
  readonly slowestMs: number;
  /** What was found, with the smallest input; null where the claim held. */
  readonly failure: string | null;
}

/**
 * No input may keep the counter busy for longer, in time of the processor: other work on the machine is not to be
 * blamed on it.
 */
const slowestAllowedMs = 2_000;

/** A property whose every case must also end in time. */
export function property<T>(
  area: Property['area'],
  claim: string,
  cases: number,
  arbitrary: fc.Arbitrary<T>,
  check: (input: T) => boolean,
): Property {
  return {
    area,
    claim,
    cases,
    run: ({ seed, cases: numRuns }) => {
      let slowestMs = 0;
      const timed = fc.property(arbitrary, (input) => {
        const before = process.threadCpuUsage();
        const held = check(input);
        const { user, system } = process.threadCpuUsage(before);
        const tookMs = (user + system) / 1000;
        slowestMs = Math.max(slowestMs, tookMs);
        return held && tookMs < slowestAllowedMs;
      });
      const details = fc.check(timed, { seed, numRuns, verbose: fc.VerbosityLevel.None });
      return {
        cases: details.numRuns,
        slowestMs,
        failure: details.failed ? sayFailure(details.counterexample, details.errorInstance) : null,
      };
    },
  };
}

function sayFailure(counterexample: unknown, error: unknown): string {
  const input = fc.stringify(counterexample).slice(0, 500);
  return error instanceof Error ? `${input}: ${error.message}` : `${input}: does not hold, or took too long`;
}
