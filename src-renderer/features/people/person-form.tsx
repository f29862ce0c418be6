import { useState, type SyntheticEvent } from 'react';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { roles, type Role } from '../../../src-shared/contract/roles.ts';
import { focusArea } from '../../base/focus/focus-area.ts';
import { useFocusOnWrong } from '../../base/focus/use-focus-on-wrong.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useStaff, type Person } from '../../base/stores/staff-store.ts';
import { agreedPin, NewPin, noPin } from '../../entities/staff/new-pin.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';
import { RemovePerson } from './remove-person.tsx';
import { savePerson } from './save-person.ts';

interface PersonFormProps {
  /** Null for somebody new. */
  readonly person: Person | null;
  readonly onDone: () => void;
}

/** Name, role and PIN of one person. An empty PIN keeps the one they have. */
export function PersonForm({ person, onDone }: PersonFormProps) {
  const text = useText();
  const isFirst = useStaff(({ people }) => people.length === 0);
  const [name, setName] = useState(person?.name ?? '');
  const [role, setRole] = useState<Role>(person?.role ?? (isFirst ? 'manager' : 'cashier'));
  const [typedPin, setTypedPin] = useState(noPin);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [asking, setAsking] = useState(false);
  const form = useFocusOnWrong(failure);
  /** What is said of a field is of what stood there at the press. */
  const typed = (field: string): void => setFailure((said) => (said?.field === field ? null : said));
  const done = (): void => {
    onDone();
    focusArea();
  };
  const submit = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const pin = agreedPin(typedPin, setTypedPin, event.currentTarget);
    if (pin === null) return;
    setBusy(true);
    const refused = await savePerson(person, { name, role, pin });
    setBusy(false);
    setFailure(refused);
    if (refused === null) done();
  };
  const errorAt = (field: string): string | undefined =>
    failure !== null && failure.field === field
      ? text(failure.code === 'input_invalid' ? 'people.name.missing' : `failure.${failure.code}.says`)
      : undefined;
  const isAtField = errorAt('name') !== undefined || errorAt('pin') !== undefined;
  return (
    <form ref={form} className="people__form" onSubmit={(event) => void submit(event)}>
      <Field
        label={text('people.name')}
        value={name}
        onChange={(value) => {
          setName(value);
          typed('name');
        }}
        maxLength={60}
        autoFocus={!isFirst}
        error={errorAt('name')}
      />
      {isFirst ? null : (
        <Choice
          label={text('people.role')}
          value={role}
          items={roles.map((id) => ({ id, name: text(`people.role.${id}`) }))}
          onChange={setRole}
        />
      )}
      <p className="panel__says">
        {isFirst ? <strong>{text(`people.role.${role}`)} · </strong> : null}
        {text(`people.role.${role}.says`)}
      </p>
      <NewPin
        label={text(person === null ? 'people.pin' : 'people.newPin')}
        hint={text(person === null ? 'people.pin.hint' : 'people.newPin.hint')}
        typed={typedPin}
        onChange={(value) => {
          setTypedPin(value);
          typed('pin');
        }}
        error={errorAt('pin')}
      />
      {failure === null || isAtField ? null : <FailureNote failure={failure} />}
      <div className="panel__actions">
        <Button type="submit" tone="primary" isPending={busy}>
          {text('people.save')}
        </Button>
        {isFirst ? null : <Button onPress={done}>{text('people.back')}</Button>}
        {person === null ? null : (
          <Button tone="danger" onPress={() => setAsking(true)}>
            {text('people.remove')}
          </Button>
        )}
      </div>
      {person !== null && asking ? (
        <RemovePerson person={person} onBack={() => setAsking(false)} onRemoved={done} />
      ) : null}
    </form>
  );
}
