import { useEffect, useRef } from 'react';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField } from 'react-aria-components/TextField';
import { FieldFault } from './field-fault.tsx';
import './field.css';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly type?: 'text' | 'password';
  /** Machine text is typed left to right in every language. */
  readonly ltr?: boolean;
  readonly multiline?: boolean;
  readonly maxLength?: number;
  readonly autoFocus?: boolean;
}

export function Field({
  label,
  value,
  onChange,
  hint,
  error,
  type = 'text',
  ltr = false,
  multiline = false,
  maxLength,
  autoFocus = false,
}: FieldProps) {
  const field = useRef<HTMLDivElement>(null);
  // What is wrong is said below the field, where a foot or the edge of the window may hide it.
  useEffect(() => {
    const { current } = field;
    if (error !== undefined && current?.contains(document.activeElement) === true)
      current.scrollIntoView({ block: 'nearest' });
  }, [error]);
  const direction = ltr ? { dir: 'ltr' } : {};
  return (
    <TextField
      ref={field}
      className="field"
      value={value}
      onChange={onChange}
      type={type}
      isInvalid={error !== undefined}
      autoComplete="off"
      spellCheck="false"
      validationBehavior="aria"
      autoFocus={autoFocus}
      {...(maxLength === undefined ? {} : { maxLength })}
    >
      <Label className="field__label">{label}</Label>
      {multiline ? (
        <TextArea className="field__input" rows={3} {...direction} />
      ) : (
        <Input className="field__input" {...direction} />
      )}
      {hint === undefined || error !== undefined ? null : (
        <Text slot="description" className="field__hint">
          {hint}
        </Text>
      )}
      <FieldFault fault={error} />
    </TextField>
  );
}
