import type { ReactNode } from 'react';
import type { OrderDetail, OrderView } from '../../../src-shared/contract/schemas.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { CopyForStaff } from '../../entities/orders/copy-for-staff.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import { storyOf } from './order-story.ts';
import './order-story.css';

/**
 * The order in plain words, and what the service's support can find it by. Before a decision the numbers stand with it.
 */
export function OrderStory({ order, timeline }: { order: OrderView; timeline: OrderDetail['timeline'] }) {
  const text = useText();
  const name = useName();
  const dayTime = useDayTime();
  const { sent, known, open, staff, requestIds } = storyOf(
    order,
    timeline,
    name(order.cardName) ?? text('catalogue.unnamedCard'),
    text,
    dayTime,
  );
  return (
    <section className="story" aria-label={text('story.title')}>
      <Part title={text('story.sent')}>
        {sent.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Part>
      <Part title={text('story.known')}>
        {known.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Part>
      <Part title={text('story.open')}>
        {open.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Part>
      <Part title={text('story.staff')}>
        <p>{staff}</p>
        {requestIds.length === 0 ? null : (
          <ul className="story__ids" aria-label={text('app.requestId')}>
            {requestIds.map((id) => (
              <li key={id}>
                <Ltr select>{id}</Ltr>
              </li>
            ))}
          </ul>
        )}
        {order.attention === undefined ? <CopyForStaff operationId={order.operationId} /> : null}
      </Part>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="story__part">
      <h3>{title}</h3>
      <div>{children}</div>
    </div>
  );
}
