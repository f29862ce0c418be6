import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useStep } from '../../base/use-step.ts';
import { inTray, useOrders } from '../../entities/orders/orders-store.ts';
import '../../ui/panel.css';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';

/**
 * For who comes to this counter later. Main closes its deployment meanwhile, so that nothing may be left there to wait
 * for.
 */
export function StartTraining() {
  const text = useText();
  const isSettled = useOrders((orders) => orders.phase === 'ready' && inTray(orders).length === 0);
  const { busy, failure, go } = useStep(useSession.getState().startTraining);
  return (
    <section className="panel">
      <h2>{text('train.title')}</h2>
      <p className="panel__says">{text('train.says')}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
      {isSettled ? (
        <div>
          <Button isPending={busy} onPress={() => void go()}>
            {text('firstRun.training.start')}
          </Button>
        </div>
      ) : (
        <p role="status">{text('train.notNow')}</p>
      )}
    </section>
  );
}
