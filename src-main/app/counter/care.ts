import { knownId, type OperationId } from '../../core/ids.ts';
import { checkAtLeisure } from '../../journal/check-at-leisure.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import type { Journal } from '../../journal/journal.ts';
import { keepWhileQuiet } from '../../journal/keep-while-quiet.ts';
import type { AppPorts } from './ports.ts';

/** Keeps the records and looks through them while they are open, where nobody waits. */
export function careFor(
  journal: Journal,
  { clock, reportBug }: Pick<AppPorts, 'clock' | 'reportBug'>,
  onOrderChanged: (operationId: OperationId) => void,
  signal: AbortSignal,
): void {
  const report = (error: unknown): void => {
    if (!(error instanceof JournalUnavailable)) reportBug?.(error);
  };
  void keepWhileQuiet(journal, clock, signal).catch(report);
  void checkAtLeisure(journal, clock, signal, {
    onMended: (subject) => onOrderChanged(knownId<OperationId>(subject)),
    onBug: report,
  }).catch(report);
}
