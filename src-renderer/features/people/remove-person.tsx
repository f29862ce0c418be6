import { useText } from '../../base/i18n/use-text.ts';
import { useStaff, type Person } from '../../base/stores/staff-store.ts';
import { useStep } from '../../base/use-step.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';

interface RemovePersonProps {
  readonly person: Person;
  readonly onBack: () => void;
  readonly onRemoved: () => void;
}

/** Asks before a name and a PIN are erased. */
export function RemovePerson({ person, onBack, onRemoved }: RemovePersonProps) {
  const text = useText();
  const { busy, failure, go } = useStep(async () => {
    const refused = await useStaff.getState().change((staff) => staff.remove({ id: person.id }));
    if (refused === null) onRemoved();
    return refused;
  });
  return (
    <ConfirmDialog
      title={text('people.remove.title', { name: person.name })}
      confirm={text('people.remove')}
      back={text('people.back')}
      isPending={busy}
      onConfirm={() => void go()}
      onBack={onBack}
    >
      <p>{text('people.remove.says')}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
    </ConfirmDialog>
  );
}
