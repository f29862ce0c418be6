import { useText } from '../../base/i18n/use-text.ts';
import { Field } from '../../ui/field.tsx';

export const longestPin = 8;

/** A PIN as it is typed for the first time: hidden, so twice. */
export interface TypedPin {
  readonly pin: string;
  readonly again: string;
  /** Whether both were submitted and differ; typing takes it back. */
  readonly differ: boolean;
}

export const noPin: TypedPin = { pin: '', again: '', differ: false };

/** The PIN that was typed alike twice; null where it was not, with the hand then in the second field. */
export function agreedPin(typed: TypedPin, onDiffer: (typed: TypedPin) => void, form: HTMLFormElement): string | null {
  if (typed.pin === typed.again) return typed.pin;
  onDiffer({ ...typed, differ: typed.again !== '' });
  [...form.querySelectorAll<HTMLInputElement>('input[type=password]')].at(-1)?.focus();
  return null;
}

interface NewPinProps {
  readonly label: string;
  readonly hint: string;
  readonly typed: TypedPin;
  readonly onChange: (typed: TypedPin) => void;
  readonly error?: string | undefined;
}

/** The PIN that somebody will have. A slip in a hidden field would lock them out, a manager for good. */
export function NewPin({ label, hint, typed, onChange, error }: NewPinProps) {
  const text = useText();
  return (
    <>
      <Field
        label={label}
        hint={hint}
        type="password"
        ltr
        value={typed.pin}
        onChange={(pin) => onChange({ ...typed, pin, differ: false })}
        maxLength={longestPin}
        error={error}
      />
      {typed.pin === '' && typed.again === '' ? null : (
        <Field
          label={text('people.pinAgain')}
          type="password"
          ltr
          value={typed.again}
          onChange={(again) => onChange({ ...typed, again, differ: false })}
          maxLength={longestPin}
          error={typed.differ ? text('people.pinAgain.differs') : undefined}
        />
      )}
    </>
  );
}
