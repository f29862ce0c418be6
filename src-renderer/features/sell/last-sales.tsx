import { Button as AriaButton } from 'react-aria-components/Button';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useView } from '../../base/stores/view-store.ts';
import { newestFirst, useOrders } from '../../entities/orders/orders-store.ts';
import './last-sales.css';
import { CountedName } from '../../ui/counted-name.tsx';
import { Money } from '../../ui/money.tsx';

/** As many as the smallest window has room for below what to do next. */
const most = 3;

/** For the customer who comes back at once: a press on one of them opens it, with its codes and receipt. */
export function LastSales() {
  const text = useText();
  const orders = useOrders(({ byId }) => byId);
  const last = newestFirst(Object.values(orders).filter(({ state }) => state === 'completed')).slice(0, most);
  if (last.length === 0) return null;
  return (
    <section className="last-sales" aria-labelledby="last-sales">
      <h2 id="last-sales" className="last-sales__title">
        {text('sale.last')}
      </h2>
      <ul>
        {last.map((order) => (
          <li key={order.operationId}>
            <LastSale order={order} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function LastSale({ order }: { order: OrderView }) {
  const text = useText();
  const name = useName();
  const dayTime = useDayTime();
  return (
    <AriaButton className="last-sales__sale" onPress={() => useView.getState().openOrder(order.operationId)}>
      <CountedName name={name(order.cardName) ?? text('catalogue.unnamedCard')} quantity={order.quantity} />
      <Money {...order.charge.total} />
      <span className="last-sales__when">
        {dayTime(order.intendedAt)}
        {order.saleNumber === undefined ? null : (
          <>
            {' '}
            · <bdi dir="ltr">{order.saleNumber}</bdi>
          </>
        )}
      </span>
    </AriaButton>
  );
}
