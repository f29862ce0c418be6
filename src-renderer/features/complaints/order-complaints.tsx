import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ComplaintView } from '../../../src-shared/contract/complaints.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { useFocusWhenLost } from '../../base/focus/use-focus-when-lost.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { useComplaints } from '../../entities/complaints/complaints-store.ts';
import { useOrders } from '../../entities/orders/orders-store.ts';
import { useIsInDoubt } from '../../entities/records/copy-status-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import './complaints.css';
import { ComplaintCard } from './complaint-card.tsx';
import { isOver } from './complaint-words.ts';
import { OpenComplaint } from './open-complaint.tsx';

/** So many cards of an order are listed at once. */
const listedFirst = 5;

/** The sold cards of an order: what was said of each, and the way to say that its code does not work. */
export function OrderComplaints({ order }: { order: OrderView }) {
  const text = useText();
  const { operationId, codes } = order;
  const complaints = useComplaints(({ ofOrder }) => ofOrder[operationId]);
  const failure = useComplaints((store) => store.failure);
  const moved = useOrders((orders) => orders.moved);
  const isInDoubt = useIsInDoubt();
  const mayOpen = useMay('complaints', 'open') && !isInDoubt;
  const [opening, setOpening] = useState<string | null>(null);
  const [isWhole, setWhole] = useState(false);
  const section = useFocusWhenLost<HTMLElement>(complaints);
  const asked = useRef<HTMLLIElement>(null);
  // The button that asked is gone; the keyboard goes on with what it led to.
  const showOpened = (): void => {
    const card = asked.current;
    flushSync(() => setOpening(null));
    const opened = card?.querySelector<HTMLElement>('.complaint:last-child');
    opened?.focus({ preventScroll: true });
    opened?.scrollIntoView({ block: 'nearest' });
  };
  useEffect(() => void useComplaints.getState().lookAt(operationId), [operationId, moved]);
  const cards = codes.map(({ soldCardId }, index) => {
    const known = (complaints ?? []).filter((complaint) => complaint.soldCardId === soldCardId);
    return { soldCardId, number: index + 1, known };
  });
  const isComplained = cards.some(({ known }) => known.length > 0);
  if (cards.length === 0 || (!order.codesCameOut && !isComplained)) return null;
  const listed = isWhole ? cards : cards.filter(({ known }, index) => index < listedFirst || known.length > 0);
  return (
    <section className="complaints" aria-label={text('complaint.cards')} ref={section} tabIndex={-1}>
      <h3>{text('complaint.cards')}</h3>
      {failure === null ? null : <FailureNote failure={failure} />}
      <ul className="complaints__cards">
        {listed.map(({ soldCardId, number, known }) => (
          <li key={soldCardId} ref={soldCardId === opening ? asked : null}>
            <div className="complaints__card">
              <span className="complaints__words">
                {text('complaint.card', { number })}
                <span className="complaints__soft">
                  {' · '}
                  <Ltr select>{soldCardId}</Ltr>
                </span>
              </span>
              {mayOpen && complaints !== undefined && known.every(mayFollow) ? (
                <Button
                  {...(cards.length === 1 ? {} : { 'aria-label': text('complaint.button.of', { number }) })}
                  onPress={() => setOpening(soldCardId)}
                >
                  {text('complaint.button')}
                </Button>
              ) : null}
            </div>
            {known.map((complaint) => (
              <ComplaintCard key={complaint.id} complaint={complaint} />
            ))}
          </li>
        ))}
      </ul>
      {listed.length === cards.length ? null : (
        <div>
          <Button onPress={() => setWhole(true)}>{text('day.all', { count: cards.length })}</Button>
        </div>
      )}
      {opening === null ? null : (
        <OpenComplaint
          operationId={operationId}
          soldCardId={opening}
          onOpened={showOpened}
          onBack={() => setOpening(null)}
        />
      )}
    </section>
  );
}

/** Whether another complaint about the card may follow this one: not once the card was made good. */
function mayFollow(complaint: ComplaintView): boolean {
  return isOver(complaint) && (complaint.replacement === null || complaint.replacement.state !== 'completed');
}
