import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { ShiftView } from '../../../src-shared/contract/day.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useMay, useStaff } from '../../base/stores/staff-store.ts';
import { PersonName } from '../../entities/people/person-name.tsx';
import { useIsInDoubt } from '../../entities/records/copy-status-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import '../../ui/panel.css';
import { CashFields, useCash } from './cash-fields.tsx';
import { CloseQuestion } from './close-question.tsx';
import { useDay, type Counted } from './day-store.ts';
import { Sums } from './figures.tsx';
import { focusReport } from './focus-report.ts';
import { CashCompared } from './paid-parts.tsx';

/** Whether a shift is open, and what can be done about it. */
export function ShiftPanel() {
  const text = useText();
  const shift = useDay((day) => day.shift);
  const hasFailed = useDay(({ failure }) => failure !== null);
  const mayClose = useMay('day', 'close');
  // Why not, the report beside it says.
  if (shift === null && hasFailed) return null;
  return (
    <section className="panel day__shift" aria-label={text('day.shift')}>
      <h2>{text('day.shift')}</h2>
      {shift === null ? null : <ShiftState open={shift.open} />}
      {!mayClose ? (
        <p className="panel__says">{text('day.role')}</p>
      ) : shift === null ? null : (
        <ShiftActions shift={shift} />
      )}
    </section>
  );
}

function ShiftState({ open }: Pick<ShiftView, 'open'>) {
  const text = useText();
  const dayTime = useDayTime();
  if (open === null) return <p role="status">{text('day.shift.none')}</p>;
  return (
    <div role="status">
      <dl className="day-report__facts">
        <div>
          <dt>{text('day.shift.since')}</dt>
          <dd>{dayTime(open.openedAt)}</dd>
        </div>
        {open.by === null ? null : (
          <div>
            <dt>{text('people.by')}</dt>
            <dd>
              <PersonName id={open.by} />
            </dd>
          </div>
        )}
        {open.takenOver === undefined ? null : (
          <div>
            <dt>{text('day.cash.handedOver')}</dt>
            <dd>
              <Sums sums={open.takenOver.counted} strong />
              <CashCompared {...open.takenOver} />
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

const copiedReasonId = 'day-copied-reason';

function ShiftActions({ shift: { open } }: { shift: ShiftView }) {
  const text = useText();
  const { acting, refused, changeShift, close, look, leaveRefusal } = useDay();
  const cash = useCash();
  const [asked, setAsked] = useState<Counted | null>(null);
  const [reading, setReading] = useState(false);
  const isInDoubt = useIsInDoubt();
  // Nobody takes over from themselves, nor where nobody has a name.
  const canTakeOver = useStaff(({ people, me }) => open !== null && people.length > 0 && me !== open.by);
  const change = async (act: 'openShift' | 'handOver'): Promise<void> => {
    const counted = cash.take();
    if (counted !== null && (await changeShift(act, counted))) cash.clear();
  };
  // The total in the question is the one of now.
  const ask = async (): Promise<void> => {
    const counted = cash.take();
    if (counted === null || reading) return;
    setReading(true);
    leaveRefusal();
    const isFresh = await look();
    setReading(false);
    if (isFresh) setAsked(counted);
  };
  const confirm = async (): Promise<void> => {
    if (asked === null || !(await close(asked))) return;
    // The question is gone before the report has the focus, which it would else give back to the button.
    flushSync(() => setAsked(null));
    cash.clear();
    focusReport();
  };
  const obstacle = { isDisabled: isInDoubt, ...(isInDoubt ? { 'aria-describedby': copiedReasonId } : {}) };
  return (
    <>
      <CashFields cash={cash} />
      {isInDoubt ? (
        <p id={copiedReasonId}>
          {text('failure.records_not_reconciled.says')} {text('failure.records_not_reconciled.next')}
        </p>
      ) : null}
      {refused === null || refused.act === 'close' ? null : <FailureNote failure={refused.failure} />}
      <div className="panel__actions">
        {open === null ? (
          <Button {...obstacle} isPending={acting !== null} onPress={() => void change('openShift')}>
            {text('day.shift.open')}
          </Button>
        ) : null}
        {canTakeOver ? (
          <Button {...obstacle} isPending={acting !== null} onPress={() => void change('handOver')}>
            {text('day.shift.takeOver')}
          </Button>
        ) : null}
        <Button tone="primary" {...obstacle} isPending={reading || acting !== null} onPress={() => void ask()}>
          {text(open === null ? 'day.close' : 'day.close.shift')}
        </Button>
      </div>
      {asked === null ? null : (
        <CloseQuestion counted={asked} onConfirm={() => void confirm()} onBack={() => setAsked(null)} />
      )}
    </>
  );
}
