import { useState } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useStep } from '../../base/use-step.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Disclosed } from '../../ui/disclosure.tsx';
import '../../ui/panel.css';
import './restore-panel.css';
import { FailureNote } from '../../ui/failure-note.tsx';

interface Backups {
  readonly madeAt: string;
  /** Those before it, the newest first. */
  readonly older: readonly string[];
}

/** The way back from damaged records: what the last backup has, what it has not, and what is to be done after it. */
export function RestorePanel({ madeAt, older }: Backups) {
  const text = useText();
  const dayTime = useDayTime();
  const [asked, setAsked] = useState<string | null>(null);
  const { busy, failure, go } = useStep(async () =>
    asked === null ? null : useSession.getState().restoreBackup(asked),
  );
  const restore = async (): Promise<void> => {
    await go();
    setAsked(null);
  };
  return (
    <section className="panel">
      <h2>{text('restore.title')}</h2>
      <p>{text('restore.says', { time: dayTime(madeAt) })}</p>
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
        <Button size="l" onPress={() => setAsked(madeAt)}>
          {text('restore.open')}
        </Button>
      </div>
      {older.length === 0 ? null : <OlderBackups older={older} onAsk={setAsked} />}
      {asked === null ? null : (
        <ConfirmDialog
          title={text('restore.ask', { time: dayTime(asked) })}
          confirm={text('restore.confirm')}
          back={text('restore.back')}
          isPending={busy}
          onConfirm={() => void restore()}
          onBack={() => setAsked(null)}
        >
          <p>{text('restore.lost')}</p>
          <p>{text('copyStatus.locked')}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function OlderBackups({ older, onAsk }: Pick<Backups, 'older'> & { onAsk: (madeAt: string) => void }) {
  const text = useText();
  const dayTime = useDayTime();
  return (
    <Disclosed title={text('restore.earlier')} level={3}>
      <div className="restore__older">
        <p className="panel__says">{text('restore.earlier.says')}</p>
        <div className="panel__actions">
          {older.map((madeAt) => (
            <Button key={madeAt} onPress={() => onAsk(madeAt)}>
              {dayTime(madeAt)}
            </Button>
          ))}
        </div>
      </div>
    </Disclosed>
  );
}
