import type { ReactNode } from 'react';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { useFocusWhenLost } from '../../base/focus/use-focus-when-lost.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { useView } from '../../base/stores/view-store.ts';
import { everyOrder, useFound } from '../../entities/orders/found-store.ts';
import { NextAttempt, OrderActions } from '../../entities/orders/order-actions.tsx';
import { OrderBadge } from '../../entities/orders/order-badge.tsx';
import { nextOf, situationOf, lastingRefusal } from '../../entities/orders/order-words.ts';
import { hasCodesWaiting, isUnsettled, useOrders } from '../../entities/orders/orders-store.ts';
import { useSaleNumber } from '../../entities/orders/use-sale-number.ts';
import { useSeen } from '../../entities/orders/use-seen.ts';
import { PersonName } from '../../entities/people/person-name.tsx';
import { useCodesLock } from '../../entities/records/copy-status-store.ts';
import { AskAgain, useCanAskAgain } from '../../entities/sale/ask-again.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import './order-page.css';
import { Money } from '../../ui/money.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { Times } from '../../ui/times.tsx';
import { SaveForCompany } from '../code-files/save-for-company.tsx';
import { OrderComplaints } from '../complaints/order-complaints.tsx';
import { DecisionPanel } from '../decisions/decision-panel.tsx';
import { OrderPayment } from '../payments/order-payment.tsx';
import { OrderStory } from './order-story-panel.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { useTimeline } from './use-timeline.ts';

export function OrderPage({ operationId }: { operationId: string }) {
  const text = useText();
  const order = useOrders((orders) => orders.byId[operationId]);
  const { timeline, failure } = useTimeline(operationId);
  return (
    <div className="order-page">
      {order === undefined ? null : (
        <>
          <OrderHead order={order} />
          <Facts order={order} />
          <OrderPayment order={order} />
          <OrderComplaints order={order} />
        </>
      )}
      {failure === null ? null : <FailureNote failure={failure} />}
      {timeline === null && failure === null ? <Loading label={text('app.loading')} shape="row" count={4} /> : null}
      {timeline === null || order === undefined ? null : <OrderStory order={order} timeline={timeline} />}
      {timeline === null ? null : <OrderTimeline timeline={timeline} />}
    </div>
  );
}

function OrderHead({ order }: { order: OrderView }) {
  const text = useText();
  const name = useName();
  const { says, next } = situationOf(order, text);
  const refusal = lastingRefusal(order);
  const canAskAgain = useCanAskAgain(order);
  const lock = useCodesLock(order.codesState);
  const problem = useSession(({ start }) => start?.problem);
  const maySell = useMay('orders', 'resume');
  const mayShow = useMay('reveals', 'show');
  const maySave = useMay('reveals', 'saveForCompany') && lock === null && order.codesState !== 'keptBack';
  const isSeen = useSeen(order.operationId);
  // A decision takes its dialog along, and what is seen leaves the tray where it was pressed.
  const head = useFocusWhenLost<HTMLElement>(isSeen && order.attention === undefined);
  const openCodes = (): void => useView.getState().openCodes({ kind: 'order', operationId: order.operationId });
  return (
    <header className="order-page__head" ref={head} tabIndex={-1}>
      <div className="order-page__title">
        <h2>
          <bdi>{name(order.cardName) ?? text('catalogue.unnamedCard')}</bdi> <Times quantity={order.quantity} />
        </h2>
        <OrderBadge order={order} />
        <span className="order-page__total">
          <Money {...order.charge.total} strong />
        </span>
      </div>
      <div className="order-page__now">
        <p className="order-page__says">{says}</p>
        <p>
          {isOver(order) ? null : <strong>{text('journal.next')}:</strong>}{' '}
          {lock !== null && hasCodesWaiting(order)
            ? text(problem === undefined ? lock : `failure.${problem.code}.next`)
            : canAskAgain
              ? text('order.askAgain.next')
              : next}
        </p>
      </div>
      {refusal === undefined ? null : (
        <FailureNote failure={refusal} next={nextOf(order, refusal, text)} quiet={isUnsettled(order)} />
      )}
      {maySell ? <OrderActions order={order} /> : null}
      <NextAttempt order={order} />
      {canAskAgain && maySell ? <AskAgain order={order} /> : null}
      {order.attention === undefined ? null : <DecisionPanel order={order} attention={order.attention} />}
      {order.state !== 'completed' ? null : order.codesState === 'none' ? (
        <ToOwnedCards />
      ) : mayShow ? (
        <div className="order-page__ways">
          <Button tone={isOver(order) || lock !== null ? 'plain' : 'primary'} icon="ticket" onPress={openCodes}>
            {text('journal.openCodes')}
          </Button>
          {maySave ? <SaveForCompany order={order} /> : null}
        </div>
      ) : (
        <p>{text('people.noCodes')}</p>
      )}
    </header>
  );
}

/** Nobody waits for its codes. */
function isOver({ codesState }: OrderView): boolean {
  return codesState === 'handedOver' || codesState === 'keptBack';
}

/** Where to look for cards whose codes never came here; only an enrolled counter can. */
function ToOwnedCards() {
  const text = useText();
  const isEnrolled = useSession(({ start }) => start?.enrolment.state === 'active');
  return isEnrolled ? (
    <div>
      <Button tone="primary" icon="card" onPress={() => useView.getState().go('owned')}>
        {text('copyStatus.owned')}
      </Button>
    </div>
  ) : null;
}

function Facts({ order }: { order: OrderView }) {
  const text = useText();
  const dayTime = useDayTime();
  return (
    <dl className="order-page__facts">
      <Fact name={text('order.time')}>{dayTime(order.intendedAt)}</Fact>
      {order.completedAt === undefined || !isTime(order.completedAt) ? null : (
        <Fact name={text('order.completedAt')}>{dayTime(order.completedAt)}</Fact>
      )}
      {order.saleNumber === undefined ? null : (
        <Fact name={text('order.saleNumber')}>
          <Ltr select>{order.saleNumber}</Ltr>
        </Fact>
      )}
      {order.soldBy === undefined ? null : (
        <Fact name={text('people.soldBy')}>
          <PersonName id={order.soldBy} />
        </Fact>
      )}
      {order.textClosed === true ? (
        <Fact name={text('order.reference')}>{text('order.reference.closed')}</Fact>
      ) : order.externalReference === null ? null : (
        <Fact name={text('order.reference')}>
          <Ltr select>{order.externalReference}</Ltr>
        </Fact>
      )}
      <Fact name={text('order.card')}>
        <Button
          tone="quiet"
          onPress={() =>
            void useFound.getState().look({ ...everyOrder, card: { cardId: order.cardId, cardName: order.cardName } })
          }
        >
          {text('journal.card.others')}
        </Button>
      </Fact>
      <Fact name={text('order.number')}>
        <Ltr select>{order.operationId}</Ltr>
      </Fact>
      {order.invoiceId === null ? null : (
        <Fact name={text('order.invoice')}>
          <Ltr select>{order.invoiceId}</Ltr>
        </Fact>
      )}
      {order.total === undefined ? null : (
        <Fact name={text('order.cost')}>
          <Money {...order.total} />
        </Fact>
      )}
      {order.charge.margin === undefined ? null : (
        <Fact name={text('order.margin')}>
          <Money amount={order.charge.margin} currency={order.charge.total.currency} />
        </Fact>
      )}
      {order.makesGoodFor === undefined ? null : <MakesGood makesGoodFor={order.makesGoodFor} />}
      {order.replaces === undefined ? null : (
        <Fact name={text('order.replaces')}>
          <Ltr select>{order.replaces}</Ltr>
        </Fact>
      )}
    </dl>
  );
}

/** That the customer pays nothing, and for which sale. */
function MakesGood({ makesGoodFor: { operationId } }: { makesGoodFor: NonNullable<OrderView['makesGoodFor']> }) {
  const text = useText();
  const saleNumber = useSaleNumber(operationId);
  return (
    <Fact name={text('complaint.makesGood')}>
      <Button tone="quiet" onPress={() => useView.getState().openOrder(operationId)}>
        <Ltr>{saleNumber}</Ltr>
      </Button>
    </Fact>
  );
}

/** A service may write a time in a form that nobody can read. */
function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
