import { useState } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Text } from 'react-aria-components/Text';
import { TextField } from 'react-aria-components/TextField';
import { useIntl } from 'react-intl';
import './field.css';
import { dayText, noonOf, typedDay } from './typed-day.ts';

interface DayFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** Said of what is no day. */
  readonly wrong: string;
  /** As `2026-11-21`; empty for no day. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/**
 * A day, typed in the order and the digits of the counter and said back in its language. Not the browser's own field
 * for dates: that one has the order, the words and the calendar of the system, whatever the counter speaks.
 */
export function DayField({ label, placeholder, wrong, value, onChange }: DayFieldProps) {
  const intl = useIntl();
  const [typed, setTyped] = useState('');
  const [isLeft, setLeft] = useState(true);
  // What was chosen elsewhere stands in the place of what was typed before.
  const isTyped = (typedDay(typed) ?? '') === value;
  const isWrong = isLeft && isTyped && value === '' && typed.trim() !== '';
  const type = (text: string): void => {
    setTyped(text);
    const day = typedDay(text) ?? '';
    // A day half typed is no other than none.
    if (day !== value) onChange(day);
  };
  return (
    <TextField
      className="field"
      aria-label={label}
      value={isTyped && (!isLeft || isWrong) ? typed : dayText(value)}
      onChange={type}
      onFocusChange={(isFocused) => setLeft(!isFocused)}
      isInvalid={isWrong}
      validationBehavior="aria"
      autoComplete="off"
      maxLength={40}
    >
      <Input className="field__input" dir="ltr" placeholder={placeholder} />
      {value === '' ? null : (
        <Text slot="description" className="field__hint">
          {intl.formatDate(noonOf(value), { weekday: 'long', day: 'numeric', month: 'long' })}
        </Text>
      )}
      <FieldError className="field__error">{wrong}</FieldError>
    </TextField>
  );
}
