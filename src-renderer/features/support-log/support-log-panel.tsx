import { useState } from 'react';
import { ask } from '../../base/bridge.ts';
import { useText } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import '../../ui/panel.css';
import { SavedNote } from './saved-note.tsx';
import './support-log-panel.css';
import { useSaveLog } from './use-save-log.ts';

/** What the counter noted for whoever helps the shop: to be looked at, and to be saved as one file. */
export function SupportLogPanel() {
  const text = useText();
  const [log, setLog] = useState<string | null>(null);
  const [unread, setUnread] = useState<ShownFailure | null>(null);
  const { busy, saved, failure: unsaved, save } = useSaveLog();
  const show = async (): Promise<void> => {
    const read = await ask((bridge) => bridge.supportLog.read({}));
    setUnread(read.ok ? null : read.error);
    if (read.ok) setLog(read.value.text);
  };
  const failure = unsaved ?? unread;
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
