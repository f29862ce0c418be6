import { useState, type SyntheticEvent } from 'react';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useStaff, type Person } from '../../base/stores/staff-store.ts';
import { agreedPin, NewPin, noPin } from '../../entities/staff/new-pin.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';

const longestPhrase = 200;

/** A manager's way back: the recovery phrase, and a new PIN. */
export function ForgottenPin({ person, onBack }: { person: Person; onBack: () => void }) {
  const text = useText();
  const [phrase, setPhrase] = useState('');
  const [typedPin, setTypedPin] = useState(noPin);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy || phrase.trim() === '' || typedPin.pin === '') return;
    const pin = agreedPin(typedPin, setTypedPin, event.currentTarget);
    if (pin === null) return;
    setBusy(true);
    const refused = await useStaff.getState().change((staff) => staff.resetPin({ id: person.id, phrase, pin }));
    setBusy(false);
    setFailure(refused);
    if (refused === null) onBack();
  };
  return (
    <form className="lock__form" onSubmit={(event) => void submit(event)}>
      <Field
        label={text('recover.phrase')}
        hint={text('recover.hint')}
        ltr
        value={phrase}
        onChange={setPhrase}
        maxLength={longestPhrase}
        autoFocus
        error={failure?.code === 'passphrase_wrong' ? text('recover.wrong') : undefined}
      />
      <NewPin
        label={text('people.newPin')}
        hint={text('people.pin.hint')}
        typed={typedPin}
        onChange={setTypedPin}
        error={failure?.code === 'pin_invalid' ? text('failure.pin_invalid.says') : undefined}
      />
      {failure === null || failure.code === 'passphrase_wrong' || failure.code === 'pin_invalid' ? null : (
        <FailureNote failure={failure} />
      )}
      <div className="panel__actions">
        <Button type="submit" tone="primary" size="l" isPending={busy}>
          {text('people.save')}
        </Button>
        <Button size="l" onPress={onBack}>
          {text('people.back')}
        </Button>
      </div>
    </form>
  );
}
