import { useText } from '../base/i18n/use-text.ts';
import { usePageState } from '../base/stores/page-store.ts';
import { useSession } from '../base/stores/session-store.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import './quit-dialog.css';

/** Says what is not settled before the counter ends, and what becomes of it at the next start. */
export function QuitDialog() {
  const text = useText();
  const unsettled = usePageState((screen) => screen.quitAsked);
  const isTraining = useSession((session) => session.start?.mode === 'training');
  const { answerQuit } = usePageState.getState();
  if (unsettled === null) return null;
  const { pending, codesWaiting } = unsettled;
  return (
    <ConfirmDialog
      title={text('quit.title')}
      confirm={text('quit.confirm')}
      back={text('quit.back')}
      isPending={false}
      onConfirm={() => void answerQuit(true)}
      onBack={() => void answerQuit(false)}
    >
      {pending === 0 ? null : (
        <Fact
          says={text('quit.pending', { count: pending })}
          next={isTraining ? undefined : text('quit.pending.next')}
        />
      )}
      {codesWaiting === 0 ? null : (
        <Fact
          says={text('quit.codes', { count: codesWaiting })}
          next={isTraining ? undefined : text('quit.codes.next')}
        />
      )}
      {isTraining ? <p>{text('quit.training')}</p> : null}
    </ConfirmDialog>
  );
}

function Fact({ says, next }: { says: string; next: string | undefined }) {
  return (
    <div>
      <p className="quit__says">{says}</p>
      {next === undefined ? null : <p>{next}</p>}
    </div>
  );
}
