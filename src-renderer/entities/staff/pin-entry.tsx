import { useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useClockTime } from '../../base/i18n/use-time.ts';
import type { Person } from '../../base/stores/staff-store.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';
import { longestPin } from './new-pin.tsx';

interface PinEntryProps {
  readonly person: Person;
  readonly className: string;
  /** Gives why the PIN was not taken; null where it was. */
  readonly onPin: (pin: string) => Promise<Failure | null>;
  /** The buttons below the field. `busy` while a PIN is tried. */
  readonly children: (busy: boolean) => ReactNode;
}

/** A person's PIN. It lives in this form only, and leaves it with the submit. */
export function PinEntry({ person, className, onPin, children }: PinEntryProps) {
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
    const refused = await onPin(pin);
    setBusy(false);
    setFailure(refused);
    form.current?.querySelector('input')?.focus();
  };
  const isWrong = failure?.code === 'pin_wrong' || failure?.code === 'pin_invalid';
  const { lockedUntil, role } = person;
  // A manager cannot ask the manager.
  const waits = role === 'manager' ? 'people.lockedUntil.manager' : 'people.lockedUntil';
  return (
    <form className={className} ref={form} onSubmit={(event) => void submit(event)}>
      <Field
        label={text('people.pinOf', { name: person.name })}
        type="password"
        ltr
        value={pin}
        onChange={setPin}
        maxLength={longestPin}
        autoFocus
        error={
          isWrong && pin === ''
            ? `${text(`failure.${failure.code}.says`)} ${text(`failure.${failure.code}.next`)}`
            : undefined
        }
      />
      {failure === null || isWrong ? null : (
        <FailureNote
          failure={failure}
          {...(lockedUntil === undefined ? {} : { next: text(waits, { time: clockTime(lockedUntil) }) })}
        />
      )}
      {children(busy)}
    </form>
  );
}
