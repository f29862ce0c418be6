import { useState } from 'react';
import { longestReason } from '../../../src-shared/contract/choices.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { useText, type Text } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { Callout } from '../../ui/callout.tsx';
import { Choice } from '../../ui/choice.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';
import { useSave, type Saved } from './use-save.ts';

interface SaveDialogProps {
  readonly order: OrderView;
  readonly onBack: () => void;
  readonly onSaved: (saved: Saved) => void;
}

type Which = 'sale' | 'order';

/** Asks why, and for which cards. What was saved before is said, and takes another word. */
export function SaveDialog({ order, onBack, onSaved }: SaveDialogProps) {
  const text = useText();
  const [which, setWhich] = useState<Which>(order.basket === undefined ? 'order' : 'sale');
  const [reason, setReason] = useState('');
  const { busy, failure, save } = useSave(onSaved);
  const { filesSaved = 0, operationId } = order;
  const again = filesSaved > 0 || failure?.code === 'codes_saved_before';
  const error = reasonErrorOf(failure, text);
  return (
    <ConfirmDialog
      title={text('codesFile.title')}
      confirm={text(again ? 'codesFile.confirm.again' : 'codesFile.confirm')}
      back={text('codesFile.back')}
      isPending={busy}
      onConfirm={() => void save({ operationId, wholeSale: which === 'sale', reason, again })}
      onBack={onBack}
    >
      <p>{text('codesFile.says')}</p>
      {filesSaved === 0 ? null : (
        <Callout tone="wait" icon="file">
          <p>{text('codesFile.again', { count: filesSaved })}</p>
        </Callout>
      )}
      {order.basket === undefined ? null : (
        <Choice
          label={text('codesFile.which')}
          value={which}
          items={(['sale', 'order'] as const).map((id) => ({ id, name: text(`codesFile.${id}`) }))}
          onChange={setWhich}
        />
      )}
      <Field
        label={text('codesFile.reason')}
        hint={text('codesFile.reason.hint')}
        value={reason}
        onChange={setReason}
        maxLength={longestReason}
        {...(error === undefined ? {} : { error })}
      />
      {failure === null || error !== undefined ? null : <FailureNote failure={failure} />}
    </ConfirmDialog>
  );
}

/** What is wrong with the reason, at its field. */
function reasonErrorOf(failure: ShownFailure | null, text: Text): string | undefined {
  if (failure?.code === 'note_holds_code')
    return `${text('failure.note_holds_code.says')} ${text('failure.note_holds_code.next')}`;
  return failure?.code === 'input_invalid' && failure.field === 'reason'
    ? text('codesFile.reason.wrong', { maximum: longestReason })
    : undefined;
}
