import type { Clock } from '../core/ports.ts';
import type { Journal } from './journal.ts';

/** Between two turns of some milliseconds: the check takes about a twentieth of one core. */
const pauseMs = 100;
/** Whether a round is due is asked this often. */
const restMs = 60 * 60 * 1000;

/** Who hears of what was found; of damage `Journal.onTrouble` hears. */
export interface LeisureNews {
  /** Derived anew: what was shown of these operations may have been wrong. */
  readonly onMended: (subject: string) => void;
  /** After a rest it goes on all the same. */
  readonly onBug: (error: unknown) => void;
}

/** Checks what the opening of a large journal left out (`Journal.checkTurn`), until `signal` aborts. */
export async function checkAtLeisure(
  journal: Pick<Journal, 'checkTurn'>,
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
  news: LeisureNews,
): Promise<void> {
  while (!signal.aborted) await clock.sleep(checkOnce(journal, news) ? pauseMs : restMs, signal);
}

/** Whether the next turn is awaited soon. */
function checkOnce(journal: Pick<Journal, 'checkTurn'>, { onMended, onBug }: LeisureNews): boolean {
  try {
    const { came, mended } = journal.checkTurn();
    mended.forEach(onMended);
    return came === 'more' || came === 'busy';
  } catch (error) {
    onBug(error);
    return false;
  }
}
