import { useState } from 'react';
import type { ComplaintView } from '../../../src-shared/contract/complaints.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { useView } from '../../base/stores/view-store.ts';
import { ComplaintBadge } from '../../entities/complaints/complaint-badge.tsx';
import { PersonName } from '../../entities/people/person-name.tsx';
import { useIsInDoubt } from '../../entities/records/copy-status-store.ts';
import { Button } from '../../ui/button.tsx';
import { ActDialog, type ComplaintAct } from './act-dialog.tsx';
import { isOver, isReplacementPending, nextOf } from './complaint-words.ts';
import { ForSupport } from './for-support.tsx';

/** One complaint: how it stands, what was done, and what can be done now. */
export function ComplaintCard({ complaint }: { complaint: ComplaintView }) {
  const text = useText();
  const isManager = useMay('complaints', 'replace');
  const { state, reason, steps, replacement } = complaint;
  return (
    <div className="complaint" tabIndex={-1}>
      <div className="complaint__head">
        <strong>{text(`complaint.reason.${reason}`)}</strong>
        <ComplaintBadge state={state} />
      </div>
      <p>{nextOf(complaint, isManager, text)}</p>
      <ol className="complaint__steps">
        {steps.map((step) => (
          <Step key={`${step.kind} ${step.at}`} step={step} />
        ))}
      </ol>
      {replacement === null ? null : (
        <div>
          <Button onPress={() => useView.getState().openOrder(replacement.operationId)}>
            {text('complaint.replacement.open')}
          </Button>
        </div>
      )}
      {isOver(complaint) && (state !== 'replaced' || complaint.isSent) ? null : (
        <ForSupport complaintId={complaint.id} />
      )}
      <Actions complaint={complaint} isManager={isManager} />
    </div>
  );
}

function Step({ step: { kind, at, by, note, moneyReturned } }: { step: ComplaintView['steps'][number] }) {
  const text = useText();
  const dayTime = useDayTime();
  return (
    <li>
      {text(`complaint.step.${kind}`)} · <bdi>{dayTime(at)}</bdi>
      {by === undefined ? null : (
        <>
          {' '}
          · <PersonName id={by} />
        </>
      )}
      {moneyReturned === undefined ? null : <> · {text('payment.returned')}</>}
      {note === undefined ? null : (
        <p className="complaint__note">
          <bdi>{note}</bdi>
        </p>
      )}
    </li>
  );
}

/** Main refuses the others all the same. */
function Actions({ complaint, isManager }: { complaint: ComplaintView; isManager: boolean }) {
  const text = useText();
  const [act, setAct] = useState<ComplaintAct | null>(null);
  const maySend = useMay('complaints', 'send');
  const isInDoubt = useIsInDoubt();
  const acts = actsFor(complaint).filter((each) => (each === 'send' ? maySend : isManager));
  if (acts.length === 0 || isInDoubt) return null;
  return (
    <div className="complaint__acts">
      {acts.map((each) => (
        <Button key={each} onPress={() => setAct(each)}>
          {text(`complaint.${each}`)}
        </Button>
      ))}
      {act === null ? null : <ActDialog complaint={complaint} act={act} onDone={() => setAct(null)} />}
    </div>
  );
}

function actsFor(complaint: ComplaintView): readonly ComplaintAct[] {
  const { state, isSent } = complaint;
  const send: readonly ComplaintAct[] = isSent ? [] : ['send'];
  if (isReplacementPending(complaint)) return isOver(complaint) ? [] : send;
  if (state === 'replaced') return [...send, 'close'];
  return isOver(complaint) ? [] : [...send, 'replace', 'reject', 'close'];
}
