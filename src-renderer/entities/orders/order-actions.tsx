import { useState } from 'react';
import { finalStates, type Failure } from '../../../src-shared/contract/codes.ts';
import { promisedEnd } from '../../../src-shared/contract/promised-end.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useClockTime } from '../../base/i18n/use-time.ts';
import { useNow } from '../../base/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useOrders } from './orders-store.ts';
import { asksWanted, isWantedOver } from './wanted.ts';
import './order-actions.css';

/** What a person may do with an order that has no outcome yet. */
export function OrderActions({ order, wide = false }: { order: OrderView; wide?: boolean }) {
  const text = useText();
  const nowMs = useNow(1000);
  const [problem, setProblem] = useState<Failure | null>(null);
  const acting = useOrders((orders) => orders.acting[order.operationId]);
  if (finalStates.includes(order.state)) return null;
  const run = async (act: 'resume' | 'keepWanted' | 'cancel'): Promise<void> => {
    setProblem(null);
    setProblem(await useOrders.getState().act(act, order.operationId));
  };
  const asks = asksWanted(order, nowMs);
  return (
    <div className="order-actions">
      {asks ? (
        <Callout
          tone="wait"
          title={text('order.wanted.ask')}
          actions={
            <Button isPending={acting === 'keepWanted'} onPress={() => void run('keepWanted')}>
              {text('order.wanted.keep')}
            </Button>
          }
        >
          {isWantedOver(order, nowMs) ? (
            <p>{text(order.cancellable ? 'order.wanted.cancel' : 'order.wanted.ended')}</p>
          ) : null}
        </Callout>
      ) : null}
      {problem === null ? null : <FailureNote failure={problem} />}
      <div className="order-actions__row">
        <Button
          wide={wide}
          icon="refresh"
          isPending={acting === 'resume'}
          isDisabled={acting !== undefined && acting !== 'resume'}
          onPress={() => void run('resume')}
        >
          {text('order.resume')}
        </Button>
        {order.cancellable ? (
          <Button
            wide={wide}
            tone="danger"
            isPending={acting === 'cancel'}
            isDisabled={acting !== undefined && acting !== 'cancel'}
            onPress={() => void run('cancel')}
          >
            {text('order.cancel')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** When it goes on by itself, or until when the service wants to be left alone, and by when it is decided. */
export function NextAttempt({ order }: { order: OrderView }) {
  const { state, nextAttemptAt, askedUntil } = order;
  const text = useText();
  const clockTime = useClockTime();
  if (finalStates.includes(state) || nextAttemptAt === undefined) return null;
  const endsBy = promisedEnd(order);
  const next =
    askedUntil === undefined
      ? text('order.nextAttempt', { time: clockTime(nextAttemptAt) })
      : text('order.askedUntil', { time: clockTime(askedUntil) });
  return (
    <p className="order-actions__note">
      {endsBy === undefined ? next : `${next} ${text('order.endsBy', { time: clockTime(endsBy) })}`}
    </p>
  );
}
