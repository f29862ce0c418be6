import { useState } from 'react';
import type { ReactNode } from 'react';

import type { Failure } from '../../../src-preload/contract/codes.ts';
import type { OrderDetail, OrderView } from '../../../src-preload/contract/schemas.ts';
import { ask } from '../../app/bridge.ts';
import { useName, useText } from '../../app/i18n/use-text.ts';
import { useDayTime } from '../../app/i18n/use-time.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import { storyOf } from './order-story.ts';
import './order-story.css';

/** The order in plain words, and what the service's staff can find it by. */
export function OrderStory({ order, timeline }: { order: OrderView; timeline: OrderDetail['timeline'] }) {
  const text = useText();
  const name = useName();
  const dayTime = useDayTime();
  const { sent, known, open, staff, requestIds } = storyOf(order, timeline, name(order.cardName) ?? text('catalogue.unnamedCard'), text, dayTime);
  return (
    <section className="story" aria-label={text('story.title')}>
      <Part title={text('story.sent')}>{sent.map((sentence) => <p key={sentence}>{sentence}</p>)}</Part>
      <Part title={text('story.known')}>{known.map((sentence) => <p key={sentence}>{sentence}</p>)}</Part>
      <Part title={text('story.open')}>{open.map((sentence) => <p key={sentence}>{sentence}</p>)}</Part>
      <Part title={text('story.staff')}>
        <p>{staff}</p>
        {requestIds.length === 0 ? null : <ul className="story__ids" aria-label={text('app.requestId')}>{requestIds.map((id) => <li key={id}><Ltr select>{id}</Ltr></li>)}</ul>}
        <CopyForStaff operationId={order.operationId} />
      </Part>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return <div className="story__part"><h3>{title}</h3><div>{children}</div></div>;
}

/** Main writes the text, so that it is the same in every language and holds no code. */
function CopyForStaff({ operationId }: { operationId: string }) {
  const text = useText();
  const [copied, setCopied] = useState<'no' | 'yes' | Failure>('no');
  const copy = async (): Promise<void> => {
    // The words go first, so that a second copy is told too.
    setCopied('no');
    const result = await ask((bridge) => bridge.orders.copyForStaff({ operationId }));
    setCopied(result.ok ? 'yes' : result.error);
  };
  return (
    <div className="story__copy">
      <Button icon="copy" onPress={() => void copy()}>{text('story.copy')}</Button>
      <span role="status">{copied === 'yes' ? text('story.copied') : ''}</span>
      {typeof copied === 'string' ? null : <FailureNote failure={copied} />}
    </div>
  );
}
