import type { Clock } from '../core/ports.ts';
import type { Journal } from './journal.ts';

/** Between two turns of some milliseconds: the check takes about a twentieth of one core. */
const pauseMs = 100;
/** Whether a round is due is asked this often. */
const restMs = 60 * 60 * 1000;

/**
 * Checks what the opening of a large journal left out (`Journal.checkTurn`), until `signal` aborts. Throws
 * `JournalUnavailable`.
 */
export async function checkAtLeisure(
  journal: Pick<Journal, 'checkTurn'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const turn = journal.checkTurn();
    await clock.sleep(turn === 'over' ? restMs : pauseMs, signal);
  }
}
