import { useEffect } from 'react';
import type { ComplaintView } from '../../../src-shared/contract/complaints.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { useView } from '../../base/stores/view-store.ts';
import { useNow } from '../../base/use-now.ts';
import { ComplaintBadge } from '../../entities/complaints/complaint-badge.tsx';
import { useComplaints } from '../../entities/complaints/complaints-store.ts';
import { useOrders } from '../../entities/orders/orders-store.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosed } from '../../ui/disclosure.tsx';
import './complaints.css';
import { nextOf } from './complaint-words.ts';

/** The complaints that somebody has something to do about; nothing where there are none. */
export function OpenComplaints() {
  const text = useText();
  const { open, hasMore, isListOpen } = useComplaints();
  const moved = useOrders((orders) => orders.moved);
  useEffect(() => void useComplaints.getState().lookAtOpen(), [moved]);
  if (open === null || open.length === 0) return null;
  return (
    <div className="open-complaints">
      <Disclosed
        title={text('complaint.list.count', { count: open.length })}
        level={2}
        open={{ isOpen: isListOpen, onChange: (isNow) => useComplaints.setState({ isListOpen: isNow }) }}
      >
        <ul className="complaints__open">
          {open.map((complaint) => (
            <OpenOne key={complaint.id} complaint={complaint} />
          ))}
        </ul>
        {hasMore ? <p>{text('complaint.list.more')}</p> : null}
      </Disclosed>
    </div>
  );
}

const dayMs = 86_400_000;

function OpenOne({ complaint }: { complaint: ComplaintView }) {
  const text = useText();
  const name = useName();
  const dayTime = useDayTime();
  const nowMs = useNow(60_000);
  const isManager = useMay('complaints', 'replace');
  const { operationId, cardName, state, openedAt, reason } = complaint;
  const shownName = name(cardName ?? undefined) ?? text('catalogue.unnamedCard');
  const days = Math.max(0, Math.floor((nowMs - Date.parse(openedAt)) / dayMs));
  return (
    <li>
      <p className="complaint__head">
        <bdi>{shownName}</bdi>
        <ComplaintBadge state={state} />
      </p>
      <p className="complaints__soft">
        {text(`complaint.reason.${reason}`)} · <bdi>{dayTime(openedAt)}</bdi>
        {days === 0 ? null : <> · {text('complaint.age', { days })}</>}
      </p>
      <p className="complaints__soft">{nextOf(complaint, isManager, text)}</p>
      <Button
        aria-label={text('complaint.order.open.of', { name: shownName, time: dayTime(openedAt) })}
        onPress={() => useView.getState().openOrder(operationId)}
      >
        {text('complaint.order.open')}
      </Button>
    </li>
  );
}
