import { useId } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useConnection } from '../../base/stores/use-connection.ts';
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
  // Main lets what is under way end first, so that no answer is lost.
  const isWaiting = useConnection() === 'silent' && busy;
  const waitId = useId();
  return (
    <section className="panel">
      <h2>{text('train.title')}</h2>
      <p className="panel__says">{text('train.says')}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
      <p role="status" id={waitId} className={isWaiting ? undefined : 'visually-hidden'}>
        {isWaiting ? text('train.silent') : ''}
      </p>
      {isSettled ? (
        <div>
          <Button isPending={busy} {...(isWaiting ? { 'aria-describedby': waitId } : {})} onPress={() => void go()}>
            {text('firstRun.training.start')}
          </Button>
        </div>
      ) : (
        <p role="status">{text('train.notNow')}</p>
      )}
    </section>
  );
}
