import { useId, type ReactNode } from 'react';
import type { CountedList } from '../../../src-shared/contract/day-lists.ts';
import type { DayReport } from '../../../src-shared/contract/day.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useView } from '../../base/stores/view-store.ts';
import { tones } from '../../entities/orders/order-tone.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Times } from '../../ui/times.tsx';
import './order-lines.css';
import { useFirst } from './use-first.ts';

type Line = DayReport['carriedOver'][number] & {
  readonly begunIn?: string | null;
  /** What of it is to be given back. */
  readonly sum?: { readonly amount: string; readonly currency: string };
  /** What it is now, instead of what its order came to. */
  readonly isVoid?: boolean;
};

interface OrderLinesProps {
  readonly title: string;
  readonly says: string;
  /** It may name fewer than there are. */
  readonly list: CountedList<Line>;
  /** The way to those that are not named. */
  readonly beside?: ReactNode;
  /** What they came to, or where the rest of them is. */
  readonly children?: ReactNode;
}

/** Orders by name, each with the way to it. */
export function OrderLines({ title, says, list, beside, children }: OrderLinesProps) {
  const titleId = useId();
  const { shown, showAll } = useFirst(list.lines);
  if (list.count === 0) return null;
  return (
    <section className="order-lines" aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      <p className="order-lines__soft">{says}</p>
      {children}
      <ul>
        {shown.map((line) => (
          <OrderLine key={line.operationId} line={line} />
        ))}
      </ul>
      <MoreLines list={list} showAll={showAll}>
        {beside}
      </MoreLines>
    </section>
  );
}

interface MoreLinesProps {
  readonly list: CountedList<unknown>;
  /** Shows all that are named; null where they are shown. */
  readonly showAll: (() => void) | null;
  readonly children?: ReactNode;
}

/** Below a list: how to see the others that it names, and how many it does not name. */
export function MoreLines({ list: { lines, count }, showAll, children }: MoreLinesProps) {
  const text = useText();
  const unnamed = count - lines.length;
  const isWhole = unnamed <= 0;
  return (
    <>
      {showAll === null ? null : (
        <div>
          <Button onPress={showAll}>{text(isWhole ? 'day.all' : 'day.first', { count: lines.length })}</Button>
        </div>
      )}
      {isWhole ? null : (
        <div className="order-lines__more">
          <p>{text('day.more', { count: unnamed })}</p>
          {children}
        </div>
      )}
    </>
  );
}

function OrderLine({ line }: { line: Line }) {
  const text = useText();
  const name = useName();
  const dayTime = useDayTime();
  const { operationId, cardName, cards, intendedAt, state, begunIn = null, sum, isVoid = false } = line;
  const shownName = name(cardName ?? undefined) ?? text('catalogue.unnamedCard');
  const time = dayTime(intendedAt);
  return (
    <li>
      <div className="order-lines__words">
        <p className="order-lines__name">
          <bdi>{shownName}</bdi> <Times quantity={cards} />
        </p>
        <p className="order-lines__soft">
          <bdi>{time}</bdi>
          {begunIn === null ? null : <> · {text('day.late.from', { name: begunIn })}</>}
        </p>
      </div>
      {sum === undefined ? null : <Money {...sum} strong />}
      {isVoid ? (
        <Badge tone="neutral">{text('payment.what.void')}</Badge>
      ) : (
        <Badge tone={tones[state]}>{text(`state.${state}.name`)}</Badge>
      )}
      <Button
        aria-label={text('day.order', { name: shownName, time })}
        onPress={() => useView.getState().openOrder(operationId)}
      >
        {text('copyStatus.order')}
      </Button>
    </li>
  );
}
