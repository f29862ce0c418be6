import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { focusArea } from '../../base/focus/focus-area.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Field } from '../../ui/field.tsx';
import '../../ui/panel.css';

const longestPhrase = 200;

/** The phrase lives in this form only, and leaves it with the submit. */
export function RecoverForm({ onRecovered }: { onRecovered: () => void }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const [phrase, setPhrase] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy || phrase.trim() === '') return;
    setBusy(true);
    setFailure(null);
    setPhrase('');
    const refused = await useSession.getState().recover(phrase);
    setBusy(false);
    setFailure(refused);
    if (refused !== null) {
      form.current?.querySelector('input')?.focus();
      return;
    }
    onRecovered();
    focusArea();
  };
  // The field that takes the focus scrolls only itself into sight.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  if (!open)
    return (
      <div>
        <Button icon="key" onPress={() => setOpen(true)}>
          {text('recover.open')}
        </Button>
      </div>
    );
  const isWrong = failure?.code === 'passphrase_wrong';
  return (
    <form className="panel" ref={form} onSubmit={(event) => void submit(event)}>
      <Field
        label={text('recover.phrase')}
        hint={text('recover.hint')}
        ltr
        value={phrase}
        onChange={setPhrase}
        maxLength={longestPhrase}
        autoFocus
        error={isWrong && phrase === '' ? text('recover.wrong') : undefined}
      />
      {failure === null || isWrong ? null : <FailureNote failure={failure} showField />}
      <div>
        <Button type="submit" tone="primary" size="l" icon="key" isPending={busy}>
          {text('recover.submit')}
        </Button>
      </div>
    </form>
  );
}
