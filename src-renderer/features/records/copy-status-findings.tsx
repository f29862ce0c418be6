import type { ReactNode } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import { useView } from '../../base/stores/view-store.ts';
import { useOrders } from '../../entities/orders/orders-store.ts';
import { differences, type Findings } from '../../entities/records/copy-status-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import { CheckFailure } from './check-button.tsx';
import { LostOrders } from './copy-status-lost.tsx';
import { NotedButton } from './noted-button.tsx';

const shownAtMost = 50;

/** Which cards do not fit, and what to do about them. */
export function CopyStatusFindings({ findings }: { findings: Findings }) {
  const text = useText();
  const { ownedCards, unknownCards, missingCards, unchecked = [], lostOrders = [] } = findings;
  const isClean = differences(findings) === 0;
  return (
    <>
      <h2>{text('copyStatus.done.title')}</h2>
      <Callout tone={isClean ? 'good' : 'wait'} icon={isClean ? 'check' : 'alert'} role="status">
        <p>
          {text('copyStatus.done.owned', { count: ownedCards })}{' '}
          {text(isClean ? 'copyStatus.done.agree' : 'copyStatus.done.open')}
        </p>
        {unchecked.length === 0 ? null : (
          <p>
            {text('copyStatus.done.unread', { count: unchecked.length })} {text('copyStatus.unchecked.risk')}
          </p>
        )}
      </Callout>
      <Cards
        title={text('copyStatus.unknown', { count: unknownCards.length })}
        says={text('copyStatus.unknown.next', { count: unknownCards.length })}
        cards={unknownCards}
        after={
          <Button tone="primary" icon="card" onPress={() => useView.getState().go('owned')}>
            {text('copyStatus.owned')}
          </Button>
        }
      />
      <Cards
        title={text('copyStatus.missing', { count: missingCards.length })}
        says={text('copyStatus.missing.next', { count: missingCards.length })}
        cards={missingCards}
        beside={(card) => <ItsOrder soldCardId={card} />}
      />
      <LostOrders orders={lostOrders} />
      <div>
        <NotedButton />
      </div>
      <CheckFailure />
    </>
  );
}

interface CardsProps {
  readonly title: string;
  readonly says: string;
  readonly cards: readonly string[];
  readonly beside?: (card: string) => ReactNode;
  readonly after?: ReactNode;
}

function Cards({ title, says, cards, beside, after }: CardsProps) {
  const text = useText();
  if (cards.length === 0) return null;
  const rest = cards.length - shownAtMost;
  return (
    <div className="copy-status__cards">
      <h3>{title}</h3>
      <p>{says}</p>
      <ul>
        {cards.slice(0, shownAtMost).map((card) => (
          <li key={card}>
            <Ltr select>{card}</Ltr>
            {beside?.(card)}
          </li>
        ))}
      </ul>
      {rest > 0 ? <p>{text('copyStatus.rest', { count: rest })}</p> : null}
      {after === undefined ? null : <div>{after}</div>}
    </div>
  );
}

/** The order that a card was bought with, where this window has read it. */
function ItsOrder({ soldCardId }: { soldCardId: string }) {
  const text = useText();
  const operationId = useOrders(
    ({ byId }) =>
      Object.values(byId).find(({ codes }) => codes.some((code) => code.soldCardId === soldCardId))?.operationId,
  );
  return operationId === undefined ? null : (
    <Button tone="quiet" icon="ticket" onPress={() => useView.getState().openOrder(operationId)}>
      {text('copyStatus.order')}
    </Button>
  );
}
