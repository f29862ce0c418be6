import { useState } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useStep } from '../../base/use-step.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import '../../ui/panel.css';
import { FailureNote } from '../../ui/failure-note.tsx';

/** The way back from damaged records: what the last backup has, what it has not, and what is to be done after it. */
export function RestorePanel({ madeAt }: { madeAt: string }) {
  const text = useText();
  const time = useDayTime()(madeAt);
  const [asks, setAsks] = useState(false);
  const { busy, failure, go } = useStep(() => useSession.getState().restoreBackup(madeAt));
  const restore = async (): Promise<void> => {
    await go();
    setAsks(false);
  };
  return (
    <section className="panel">
      <h2>{text('restore.title')}</h2>
      <p>{text('restore.says', { time })}</p>
      <p>{text('restore.lost')}</p>
      <p className="panel__says">{text('restore.aside')}</p>
      {failure === null ? null : failure.field === 'file' ? (
        <Callout tone="bad" role="alert" title={text('restore.damaged')}>
          <p>{text('restore.damaged.next')}</p>
        </Callout>
      ) : (
        <FailureNote failure={failure} showField />
      )}
      <div>
        <Button size="l" onPress={() => setAsks(true)}>
          {text('restore.open')}
        </Button>
      </div>
      {asks ? (
        <ConfirmDialog
          title={text('restore.ask', { time })}
          confirm={text('restore.confirm')}
          back={text('restore.back')}
          isPending={busy}
          onConfirm={() => void restore()}
          onBack={() => setAsks(false)}
        >
          <p>{text('restore.lost')}</p>
          <p>{text('copyStatus.locked')}</p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}
