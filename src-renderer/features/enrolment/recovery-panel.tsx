import { useState } from 'react';

import { ask } from '../../app/bridge.ts';
import { useText } from '../../app/i18n/use-text.ts';
import type { ShownFailure } from '../../app/shown-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';

/** The phrase is shown once and lives only in this component; leaving the area drops it. */
export function RecoveryPanel() {
  const text = useText();
  const [phrase, setPhrase] = useState<string | null>(null);
  const [kept, setKept] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const make = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const result = await ask((bridge) => bridge.app.recoveryPhrase({}));
    setBusy(false);
    if (result.ok) setPhrase(result.value.phrase);
    else setFailure(result.error);
  };
  const done = (): void => {
    setPhrase(null);
    setKept(true);
  };
  return (
    <section className="panel">
      <h2>{text('recovery.title')}</h2>
      <p className="panel__says">{text('recovery.says')}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
      {phrase === null ? (
        <>
          {kept ? <p role="status">{text('recovery.kept')}</p> : null}
          <div><Button isPending={busy} onPress={() => void make()}>{text('recovery.make')}</Button></div>
        </>
      ) : (
        <>
          <Callout tone="wait" icon="key"><p>{text('recovery.once')}</p></Callout>
          <ol className="phrase" dir="ltr">
            {phrase.split(/[\s-]+/).map((word, index) => <li key={index}><span>{word}</span></li>)}
          </ol>
          <div><Button tone="primary" onPress={done}>{text('recovery.done')}</Button></div>
        </>
      )}
    </section>
  );
}
