import { useMemo } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import { usePageState } from '../../base/stores/page-store.ts';
import { useStaff } from '../../base/stores/staff-store.ts';
import { oncePerSheet } from '../../entities/orders/basket-orders.ts';
import { isUnsettled, useOrders } from '../../entities/orders/orders-store.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import './lock-screen.css';
import { PersonLock } from './person-lock.tsx';

/** In place of the work, which is not behind it but gone until a person goes on. */
export function LockScreen() {
  const text = useText();
  const hasPeople = useStaff(({ people }) => people.length > 0);
  const byId = useOrders((orders) => orders.byId);
  const isUnread = useOrders(({ phase }) => phase === 'failed');
  const unsettled = useMemo(() => oncePerSheet(Object.values(byId).filter(isUnsettled)).length, [byId]);
  return (
    <main className="lock-room">
      <div className="lock">
        <span className="lock__sign">
          <Icon name="lock" size={36} />
        </span>
        <h1>{text('lock.title')}</h1>
        <p className="lock__says">{text('lock.says')}</p>
        {isUnread ? (
          <p className="lock__unread" role="alert">
            <Icon name="alert" />
            {text('tray.unread')}
          </p>
        ) : null}
        {unsettled === 0 ? null : (
          <p className="lock__unsettled">
            <Icon name="clock" />
            {text('tray.count', { count: unsettled })}
          </p>
        )}
        {hasPeople ? (
          <PersonLock />
        ) : (
          <Button tone="primary" size="l" autoFocus onPress={() => void usePageState.getState().unlock()}>
            {text('lock.continue')}
          </Button>
        )}
      </div>
    </main>
  );
}
