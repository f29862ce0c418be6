import { useState } from 'react';
import type { CallOutput } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { saveByPage } from '../../base/save-by-page.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import '../../ui/panel.css';
import './support-log-panel.css';

type Saved = CallOutput<'supportLog', 'save'>['saved'];

/** What the counter noted for whoever helps the shop: to be looked at, and to be saved as one file. */
export function SupportLogPanel() {
  const text = useText();
  const [log, setLog] = useState<string | null>(null);
  const [saved, setSaved] = useState<Saved | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const show = async (): Promise<void> => {
    const read = await ask((bridge) => bridge.supportLog.read({}));
    setFailure(read.ok ? null : read.error);
    if (read.ok) setLog(read.value.text);
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    setSaved(null);
    const result = await ask((bridge) => bridge.supportLog.save({}));
    setBusy(false);
    setFailure(result.ok ? null : result.error);
    if (!result.ok) return;
    if (result.value.file !== null) saveByPage(result.value.file);
    setSaved(result.value.saved);
  };
  return (
    <section className="panel">
      <h2>{text('supportLog.title')}</h2>
      <p className="panel__says">{text('supportLog.says')}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
      <SavedNote saved={saved} />
      <div className="panel__actions">
        <Button icon="file" isPending={busy} onPress={() => void save()}>
          {text('supportLog.save')}
        </Button>
        <Button onPress={() => (log === null ? void show() : setLog(null))}>
          {text(log === null ? 'supportLog.show' : 'supportLog.hide')}
        </Button>
      </div>
      {log === null ? null : <LogText log={log} />}
    </section>
  );
}

/** It begins at its end, where the latest lines are. */
function LogText({ log }: { log: string }) {
  const text = useText();
  if (log === '') return <p role="status">{text('supportLog.empty')}</p>;
  return (
    <pre
      className="support-log"
      dir="ltr"
      tabIndex={0}
      role="region"
      aria-label={text('supportLog.title')}
      ref={(element) => element?.scrollTo(0, element.scrollHeight)}
    >
      {log}
    </pre>
  );
}

function SavedNote({ saved }: { saved: Saved | null }) {
  const text = useText();
  if (saved === null || saved === 'nowhere') return null;
  return (
    <Callout tone={saved === 'failed' ? 'wait' : 'good'} role="status">
      <p>{text(saved === 'failed' ? 'supportLog.failed' : 'supportLog.saved')}</p>
    </Callout>
  );
}
