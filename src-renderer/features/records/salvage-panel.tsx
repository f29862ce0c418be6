import { useState } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useStep } from '../../base/use-step.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import '../../ui/panel.css';
import { FailureNote } from '../../ui/failure-note.tsx';

/**
 * The way back from damaged records that keeps what was sold since the last backup: all that is not damaged, in a new
 * journal.
 */
export function SalvagePanel() {
  const text = useText();
  const [asks, setAsks] = useState(false);
  const { busy, failure, go } = useStep(() => useSession.getState().salvage());
  const salvage = async (): Promise<void> => {
    await go();
    setAsks(false);
  };
  return (
    <section className="panel">
      <h2>{text('salvage.title')}</h2>
      <p>{text('salvage.says')}</p>
      <p className="panel__says">{text('restore.aside')}</p>
      {failure === null ? null : failure.code === 'journal_corrupt' ? (
        <Callout tone="bad" role="alert" title={text('salvage.nothing')}>
          <p>{text('salvage.nothing.next')}</p>
        </Callout>
      ) : (
        <FailureNote failure={failure} showField />
      )}
      <div>
        <Button tone="primary" size="l" onPress={() => setAsks(true)}>
          {text('salvage.open')}
        </Button>
      </div>
      {asks ? (
        <ConfirmDialog
          title={text('salvage.ask')}
          confirm={text('salvage.confirm')}
          back={text('restore.back')}
          isPending={busy}
          onConfirm={() => void salvage()}
          onBack={() => setAsks(false)}
        >
          <p>{text('salvage.lost')}</p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}
