import { useState } from 'react';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { ComplaintView } from '../../../src-shared/contract/complaints.ts';
import type { CallResult, CounterBridge } from '../../../src-shared/contract/schemas.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useView } from '../../base/stores/view-store.ts';
import { useComplaints } from '../../entities/complaints/complaints-store.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { MoneyBackChoice } from '../payments/money-back-choice.tsx';
import { NoteField } from './note-field.tsx';

export type ComplaintAct = 'send' | 'replace' | 'reject' | 'close';

interface ActDialogProps {
  readonly complaint: ComplaintView;
  readonly act: ComplaintAct;
  readonly onDone: () => void;
}

/** What the person said to a question of main's about a replacement. */
interface Answers {
  readonly besidesPending: boolean;
  readonly afterRestore: boolean;
}

/** Asks once more, with a note. A replacement may be asked about again: then the button says what it would do. */
export function ActDialog({ complaint, act, onDone }: ActDialogProps) {
  const text = useText();
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [answers, setAnswers] = useState<Answers>({ besidesPending: false, afterRestore: false });
  const [moneyReturned, setMoneyReturned] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    const said = answeredBy(failure, answers);
    setAnswers(said);
    const done = await useComplaints
      .getState()
      .change(complaint.operationId, (complaints) => called(complaints, act, complaint, { note, said, moneyReturned }));
    setBusy(false);
    setFailure(done.ok ? null : done.error);
    if (!done.ok) return;
    onDone();
    // The customer waits for the card, at its order.
    if (act === 'replace' && done.value.replacement !== null)
      useView.getState().openOrder(done.value.replacement.operationId);
  };
  return (
    <ConfirmDialog
      title={text(`complaint.${act}.title`)}
      confirm={text(confirmOf(act, failure))}
      back={text('complaint.back')}
      isPending={busy}
      onConfirm={() => void run()}
      onBack={onDone}
    >
      <p>{text(`complaint.${act}.says`)}</p>
      {act === 'close' ? (
        <MoneyBackChoice operationId={complaint.operationId} chosen={moneyReturned} onChange={setMoneyReturned} />
      ) : null}
      <NoteField note={note} onChange={setNote} failure={failure} />
    </ConfirmDialog>
  );
}

function called(
  complaints: CounterBridge['complaints'],
  act: ComplaintAct,
  { id, revision }: ComplaintView,
  {
    note,
    said,
    moneyReturned,
  }: { readonly note: string; readonly said: Answers; readonly moneyReturned: string | null },
): Promise<CallResult<ComplaintView>> {
  const seen = { id, revision, note };
  if (act === 'close') return complaints.close({ ...seen, ...(moneyReturned === null ? {} : { moneyReturned }) });
  return act === 'replace' ? complaints.replace({ ...seen, ...said }) : complaints[act](seen);
}

/** Whoever goes on after a question has answered it. */
function answeredBy(failure: Failure | null, answers: Answers): Answers {
  if (failure?.code === 'same_sale_pending') return { ...answers, besidesPending: true };
  return failure?.code === 'replacement_may_exist' ? { ...answers, afterRestore: true } : answers;
}

function confirmOf(act: ComplaintAct, failure: Failure | null) {
  if (failure?.code === 'same_sale_pending') return 'complaint.replace.another';
  return failure?.code === 'replacement_may_exist' ? 'complaint.replace.lost' : (`complaint.${act}` as const);
}
