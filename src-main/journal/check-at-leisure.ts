import type { Clock } from '../core/ports.ts';
import type { Journal } from './journal.ts';

/** Between two turns of some milliseconds: the check takes about a twentieth of one core. */
const pauseMs = 100;
/** Whether a round is due is asked this often. */
const restMs = 60 * 60 * 1000;

/** Who hears of what was found. */
export interface LeisureNews {
  /** Derived anew: what was shown of these operations may have been wrong. */
  readonly onMended: (subject: string) => void;
  /** Nothing new may begin on these records any more; `Journal.trouble` says why. */
  readonly onDamaged: () => void;
}

/** Checks what the opening of a large journal left out (`Journal.checkTurn`), until `signal` aborts. */
export async function checkAtLeisure(
  journal: Pick<Journal, 'checkTurn'>,
  clock: Pick<Clock, 'sleep'>,
  signal: AbortSignal,
  { onMended, onDamaged }: LeisureNews,
): Promise<void> {
  while (!signal.aborted) {
    const { came, mended } = journal.checkTurn();
    mended.forEach(onMended);
    if (came === 'damaged') onDamaged();
    const isAwaited = came === 'more' || came === 'busy';
    await clock.sleep(isAwaited ? pauseMs : restMs, signal);
  }
}
