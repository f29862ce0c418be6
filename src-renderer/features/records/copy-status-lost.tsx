import type { StartView } from '../../../src-shared/contract/schemas.ts';
import { useText } from '../../base/i18n/use-text.ts';
import type { Findings } from '../../entities/records/copy-status-store.ts';
import { Ltr } from '../../ui/ltr.tsx';

type Salvaged = NonNullable<StartView['salvaged']>;
type LostOrder = NonNullable<Findings['lostOrders']>[number];

const shownAtMost = 50;

/** What a salvage could not lift, order by order. */
export function SalvageLosses({ salvaged: { missing } }: { salvaged: Salvaged }) {
  const text = useText();
  return (
    <div className="copy-status__cards">
      <h3>{text('copyStatus.lost', { count: missing.length })}</h3>
      <ul>
        {missing.slice(0, shownAtMost).map(({ operationId, what }) => (
          <li key={`${operationId} ${what}`} className="copy-status__loss">
            <Ltr select>{operationId}</Ltr> <span>{text(`copyStatus.lost.${what}`)}</span>
          </li>
        ))}
      </ul>
      <Rest count={missing.length - shownAtMost} />
    </div>
  );
}

/** How the service says that the orders stand which are lost here. */
export function LostOrders({ orders }: { orders: readonly LostOrder[] }) {
  const text = useText();
  if (orders.length === 0) return null;
  return (
    <div className="copy-status__cards">
      <h3>{text('copyStatus.lostOrders', { count: orders.length })}</h3>
      <p>{text('copyStatus.lostOrders.next')}</p>
      <ul>
        {orders.slice(0, shownAtMost).map((order) => (
          <li key={order.operationId}>
            <Ltr select>{order.operationId}</Ltr> <LostOrderResult order={order} />
          </li>
        ))}
      </ul>
      <Rest count={orders.length - shownAtMost} />
    </div>
  );
}

function LostOrderResult({ order: { standing, quantity } }: { order: LostOrder }) {
  const text = useText();
  if (standing === 'completed') return <>{text('copyStatus.lostOrders.completed', { count: quantity ?? 0 })}</>;
  if (standing === 'failed') return <>{text('copyStatus.lostOrders.failed')}</>;
  return (
    <>
      {text('copyStatus.lostOrders.open')} <Ltr>{standing}</Ltr>
    </>
  );
}

function Rest({ count }: { count: number }) {
  const text = useText();
  return count > 0 ? <p>{text('copyStatus.rest', { count })}</p> : null;
}
