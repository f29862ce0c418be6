import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useStep } from '../../base/use-step.ts';
import { Button } from '../../ui/button.tsx';
import '../../ui/panel.css';
import { FailureNote } from '../../ui/failure-note.tsx';

/** Back to the counter that it was begun from or to the first choice, without starting the counter again. */
export function LeaveTraining() {
  const text = useText();
  const { busy, failure, go } = useStep(useSession.getState().leaveTraining);
  return (
    <section className="panel">
      <h2>{text('leave.title')}</h2>
      <p className="panel__says">{text('leave.says')}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
      <div>
        <Button isPending={busy} onPress={() => void go()}>
          {text('leave.training')}
        </Button>
      </div>
    </section>
  );
}
