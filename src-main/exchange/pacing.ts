import type { Failure } from '../../src-shared/contract/codes.ts';
import { err, type Result } from '../core/result.ts';
import { restingMs, type BudgetHolder } from './budget.ts';

/** How reads go out one after the other. */
export type Pacing = <T>(read: () => Promise<Result<T, Failure>>) => Promise<Result<T, Failure>>;

export interface PacingOptions {
  /** A longer pause is not waited out: a person goes on later. */
  readonly longestRestMs?: number;
  /** Each waits for its turn among the old orders (`RequestBudget.pace`). */
  readonly inTurn?: boolean;
}

/** For a check that a person asked for and may ask for again. */
export const longestRestMs = 60_000;

/** What is refused so often is given up. */
const mostTries = 3;

/**
 * For many reads in a row: they leave the service alone for as long as it asks, and begin no more once `signal` ends
 * them. Errors: those of the read, the refusal that asked for a pause which is too long, `connection_lost` at the end.
 */
export function retrying(session: BudgetHolder, signal: AbortSignal, options: PacingOptions = {}): Pacing {
  const { clock, budget } = session;
  return async (read) => {
    for (let tries = 1; ; tries += 1) {
      const leftMs = restingMs(session);
      if (leftMs > (options.longestRestMs ?? Infinity)) return err(budget.restRefusal() ?? { code: 'rate_limited' });
      if (leftMs > 0) await clock.sleep(Math.ceil(leftMs), signal);
      if (options.inTurn === true) await budget.pace(clock, signal);
      if (signal.aborted) return err({ code: 'connection_lost' });
      const found = await read();
      if (found.ok || tries === mostTries || restingMs(session) === 0) return found;
    }
  };
}
