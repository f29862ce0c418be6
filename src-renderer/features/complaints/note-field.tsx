import { useText } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';
import { noteErrorOf } from './complaint-words.ts';

interface NoteFieldProps {
  readonly note: string;
  readonly onChange: (note: string) => void;
  readonly failure: ShownFailure | null;
}

/** A person's own words, and what main says is wrong: with them at the field, and with anything else below it. */
export function NoteField({ note, onChange, failure }: NoteFieldProps) {
  const text = useText();
  const error = noteErrorOf(failure, text);
  return (
    <>
      <Field
        label={text('complaint.note')}
        hint={text('complaint.note.hint')}
        value={note}
        onChange={onChange}
        {...(error === undefined ? {} : { error })}
      />
      {failure === null || error !== undefined ? null : <FailureNote failure={failure} />}
    </>
  );
}
