import { useText } from '../../base/i18n/use-text.ts';
import { Callout } from '../../ui/callout.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useDay, type Counted } from './day-store.ts';
import { Figures, Sums } from './figures.tsx';

interface CloseQuestionProps {
  readonly counted: Counted;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}

/** Asks once before the Z is made: what it comes to, and what it leaves for the next one. */
export function CloseQuestion({ counted, onConfirm, onBack }: CloseQuestionProps) {
  const text = useText();
  const { x, shift, acting, refused } = useDay();
  if (x === null) return null;
  const isOfShift = (shift?.open ?? null) !== null;
  const { totals, carriedOverCount } = x;
  return (
    <ConfirmDialog
      title={text(isOfShift ? 'day.close.shift.title' : 'day.close.title')}
      confirm={text(isOfShift ? 'day.close.shift' : 'day.close')}
      back={text('day.close.back')}
      isPending={acting === 'close'}
      onConfirm={onConfirm}
      onBack={onBack}
    >
      <Figures totals={totals} />
      {counted.length === 0 ? null : (
        <div className="day__counted">
          <p className="panel__says">{text('day.cash.title')}</p>
          <Sums sums={counted} strong />
        </div>
      )}
      {carriedOverCount === 0 ? null : (
        <Callout tone="wait">
          <p>{text('day.close.unfinished', { count: carriedOverCount })}</p>
          <p>{text('day.close.unfinished.next')}</p>
        </Callout>
      )}
      <p>{text(isOfShift ? 'day.close.shift.says' : 'day.close.says')}</p>
      {refused?.act === 'close' ? <FailureNote failure={refused.failure} /> : null}
    </ConfirmDialog>
  );
}
