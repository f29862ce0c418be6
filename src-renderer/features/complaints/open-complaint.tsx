import { useState } from 'react';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { complaintReasons, type ComplaintReason } from '../../../src-shared/contract/complaint-words.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useComplaints } from '../../entities/complaints/complaints-store.ts';
import { Choice } from '../../ui/choice.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { NoteField } from './note-field.tsx';

interface OpenComplaintProps {
  readonly operationId: string;
  readonly soldCardId: string;
  readonly onOpened: () => void;
  readonly onBack: () => void;
}

/** Asks what happened before a complaint is opened. */
export function OpenComplaint({ operationId, soldCardId, onOpened, onBack }: OpenComplaintProps) {
  const text = useText();
  const [reason, setReason] = useState<ComplaintReason>('not_accepted');
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const open = async (): Promise<void> => {
    setBusy(true);
    const opened = await useComplaints
      .getState()
      .change(operationId, (complaints) => complaints.open({ operationId, soldCardId, reason, note }));
    setBusy(false);
    setFailure(opened.ok ? null : opened.error);
    if (opened.ok) onOpened();
  };
  return (
    <ConfirmDialog
      title={text('complaint.open.title')}
      confirm={text('complaint.open.confirm')}
      back={text('complaint.back')}
      isPending={busy}
      onConfirm={() => void open()}
      onBack={onBack}
    >
      <p>{text('complaint.open.says')}</p>
      <Choice
        label={text('complaint.reason')}
        value={reason}
        items={complaintReasons.map((id) => ({ id, name: text(`complaint.reason.${id}`) }))}
        onChange={setReason}
      />
      <NoteField note={note} onChange={setNote} failure={failure} />
    </ConfirmDialog>
  );
}
