import { useRef, useState, type SyntheticEvent } from 'react';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useClockTime } from '../../base/i18n/use-time.ts';
import { useStaff, type Person } from '../../base/stores/staff-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';

const longestPin = 8;

interface PinFormProps {
  readonly person: Person;
  readonly onBack: () => void;
  readonly onForgotten: () => void;
}

/** The PIN lives in this form only, and leaves it with the submit. */
export function PinForm({ person, onBack, onForgotten }: PinFormProps) {
  const text = useText();
  const clockTime = useClockTime();
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy || pin === '') return;
    setBusy(true);
    setPin('');
    const refused = await useStaff.getState().enter(person.id, pin);
    setBusy(false);
    setFailure(refused);
    form.current?.querySelector('input')?.focus();
  };
  const isWrong = failure?.code === 'pin_wrong' || failure?.code === 'pin_invalid';
  const { lockedUntil } = person;
  return (
    <form className="lock__form" ref={form} onSubmit={(event) => void submit(event)}>
      <Field
        label={text('people.pinOf', { name: person.name })}
        type="password"
        ltr
        value={pin}
        onChange={setPin}
        maxLength={longestPin}
        autoFocus
        error={isWrong && pin === '' ? text(`failure.${failure.code}.says`) : undefined}
      />
      {failure === null || isWrong ? null : (
        <FailureNote
          failure={failure}
          {...(lockedUntil === undefined ? {} : { next: text('people.lockedUntil', { time: clockTime(lockedUntil) }) })}
        />
      )}
      <div className="panel__actions">
        <Button type="submit" tone="primary" size="l" isPending={busy}>
          {text('people.open')}
        </Button>
        <Button size="l" onPress={onBack}>
          {text('people.back')}
        </Button>
        {person.role === 'manager' ? (
          <Button tone="quiet" onPress={onForgotten}>
            {text('people.forgotten')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
