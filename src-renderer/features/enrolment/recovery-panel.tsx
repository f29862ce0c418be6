import { useCallback, useState } from 'react';

import { ask } from '../../app/bridge.ts';
import { useText } from '../../app/i18n/use-text.ts';
import type { ShownFailure } from '../../app/shown-failure.ts';
import { useHideOnLeaving } from '../../app/use-hide-on-leaving.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useFocusWhenLost } from '../../ui/use-focus-when-lost.ts';

/** The phrase replaces the one before it, so that it is asked for twice. It is shown once and lives only in these components; leaving the area drops it. */
export function RecoveryPanel() {
  const text = useText();
  const [phrase, setPhrase] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const [kept, setKept] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const panel = useFocusWhenLost<HTMLElement>(phrase);
  const make = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const result = await ask((bridge) => bridge.app.recoveryPhrase({}));
    setBusy(false);
    setAsking(false);
    if (result.ok) setPhrase(result.value.phrase);
    else setFailure(result.error);
  };
  const done = (): void => {
    setPhrase(null);
    setKept(true);
  };
  return (
    <section className="panel" ref={panel} tabIndex={-1}>
      <h2>{text('recovery.title')}</h2>
      <p className="panel__says">{text('recovery.says')}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
      {phrase === null ? (
        <>
          {kept ? <p role="status">{text('recovery.kept')}</p> : null}
          <div><Button onPress={() => setAsking(true)}>{text(kept ? 'recovery.confirm' : 'recovery.make')}</Button></div>
        </>
      ) : (
        <Phrase phrase={phrase} onDone={done} />
      )}
      {asking ? (
        <ConfirmDialog title={text('recovery.confirm.title')} confirm={text('recovery.confirm')} back={text('recovery.back')} isPending={busy} onConfirm={() => void make()} onBack={() => setAsking(false)}>
          <p>{text('recovery.confirm.says')}</p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

function Phrase({ phrase, onDone }: { phrase: string; onDone: () => void }) {
  const text = useText();
  const [covered, setCovered] = useState(false);
  useHideOnLeaving(useCallback(() => setCovered(true), []));
  return (
    <>
      <Callout tone="wait" icon="key"><p>{text('recovery.once')}</p></Callout>
      {covered ? <p role="status">{text('recovery.covered')}</p> : (
        <ol className="phrase" dir="ltr">
          {phrase.split('-').map((group, index) => <li key={index}><span>{group}</span></li>)}
        </ol>
      )}
      <div className="phrase-actions">
        {covered ? <Button icon="eye" onPress={() => setCovered(false)}>{text('recovery.show')}</Button> : null}
        <Button tone="primary" onPress={onDone}>{text('recovery.done')}</Button>
      </div>
    </>
  );
}
