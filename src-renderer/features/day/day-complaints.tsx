import { useId } from 'react';
import type { DayReport } from '../../../src-shared/contract/day.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useView } from '../../base/stores/view-store.ts';
import { ComplaintBadge } from '../../entities/complaints/complaint-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Figures } from './figures.tsx';
import './order-lines.css';
import { MoreLines } from './order-lines.tsx';
import { useFirst } from './use-first.ts';

/** What replacements came to, and the complaints that somebody has something to do about. */
export function DayComplaints({ report: { replacements, complaints } }: { report: DayReport }) {
  const text = useText();
  const titleId = useId();
  return (
    <>
      {replacements === undefined ? null : (
        <section className="order-lines" aria-labelledby={titleId}>
          <h3 id={titleId}>{text('day.replacements')}</h3>
          <p className="order-lines__soft">{text('day.replacements.says')}</p>
          <Figures totals={replacements} />
        </section>
      )}
      {complaints === undefined ? null : <Lines complaints={complaints} />}
    </>
  );
}

function Lines({ complaints: { count, items } }: { complaints: NonNullable<DayReport['complaints']> }) {
  const text = useText();
  const titleId = useId();
  const { shown, showAll } = useFirst(items);
  return (
    <section className="order-lines" aria-labelledby={titleId}>
      <h3 id={titleId}>{text('complaint.list.count', { count })}</h3>
      <p className="order-lines__soft">{text('day.complaints.says')}</p>
      <ul>
        {shown.map((line) => (
          <Line key={line.complaintId} line={line} />
        ))}
      </ul>
      <MoreLines list={{ lines: items, count }} showAll={showAll} />
    </section>
  );
}

function Line({
  line: { operationId, cardName, openedAt, sent },
}: {
  line: NonNullable<DayReport['complaints']>['items'][number];
}) {
  const text = useText();
  const name = useName();
  const dayTime = useDayTime();
  const shownName = name(cardName ?? undefined) ?? text('catalogue.unnamedCard');
  const time = dayTime(openedAt);
  return (
    <li>
      <div className="order-lines__words">
        <p className="order-lines__name">
          <bdi>{shownName}</bdi>
        </p>
        <p className="order-lines__soft">
          <bdi>{time}</bdi>
        </p>
      </div>
      <ComplaintBadge state={sent ? 'sent' : 'open'} />
      <Button
        aria-label={text('complaint.order.open.of', { name: shownName, time })}
        onPress={() => useView.getState().openOrder(operationId)}
      >
        {text('complaint.order.open')}
      </Button>
    </li>
  );
}
