import { useState } from 'react';
import type { SalePayment } from '../../../src-shared/contract/payments.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { useFocusWhenLost } from '../../base/focus/use-focus-when-lost.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { PersonName } from '../../entities/people/person-name.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Money } from '../../ui/money.tsx';
import { MeansChoice } from './means-choice.tsx';
import { MoneyBackDialog } from './money-back-dialog.tsx';
import './payments.css';
import { PrintBack } from './print-back.tsx';
import { useSalePayment, type SalePaying } from './use-sale-payment.ts';

/** How the sale of this order was paid, what went back, and what can be done about it. */
export function OrderPayment({ order }: { order: OrderView }) {
  const text = useText();
  const paying = useSalePayment(order);
  const isManager = useMay('payments', 'setUsual');
  const payment = paying?.payment ?? null;
  const section = useFocusWhenLost<HTMLElement>(payment?.revision);
  if (paying === null || payment === null || payment.lines.every(({ charge }) => charge === null)) return null;
  const { isVoided, owed, kept, back } = payment;
  return (
    <section className="order-payment" aria-label={text('payment.title')} ref={section} tabIndex={-1}>
      <h3>{text('payment.title')}</h3>
      <MeansChoice
        label={text('payment.means')}
        means={paying.means}
        onChange={paying.note}
        isDisabled={!paying.mayNote}
      />
      {payment.needsManager && paying.mayNote && !isManager ? (
        <p className="order-payment__soft">{text('payment.later')}</p>
      ) : null}
      {paying.failure === null ? null : <FailureNote failure={paying.failure} />}
      {isVoided ? (
        <Callout tone="wait">
          <p>{text('payment.voided')}</p>
        </Callout>
      ) : null}
      {owed.length === 0 ? null : (
        <Callout tone="wait" icon="alert">
          <p>{text('payment.owed')}</p>
          <Sums sums={owed} />
        </Callout>
      )}
      {kept.length === 0 ? null : (
        <p>
          {text('payment.kept')}: <Sums sums={kept} />
        </p>
      )}
      <Ahead order={order} payment={payment} paying={paying} />
      {back.length === 0 ? null : (
        <>
          <h4>{text('payment.returned')}</h4>
          <ul className="order-payment__back">
            {back.map((one) => (
              <Back key={one.id} one={one} operationId={order.operationId} />
            ))}
          </ul>
        </>
      )}
      <Acts order={order} payment={payment} />
    </section>
  );
}

function Sums({ sums }: { sums: SalePayment['kept'] }) {
  return (
    <span className="order-payment__sums">
      {sums.map((sum) => (
        <Money key={sum.currency} {...sum} strong />
      ))}
    </span>
  );
}

/** An order without a result: the customer may have paid for it all the same. */
function Ahead({ order, payment, paying }: { order: OrderView; payment: SalePayment; paying: SalePaying }) {
  const text = useText();
  const { operationId } = order;
  const line = payment.lines.find((each) => each.operationId === operationId);
  if (line === undefined || line.charge === null || !isOpen(line.state)) return null;
  const mayNote = paying.mayNote && paying.means !== 'notNoted';
  if (!mayNote && !line.isPaid) return null;
  return (
    <div className="order-payment__acts">
      {mayNote ? (
        <Button onPress={() => paying.noteAhead(!line.isPaid)}>
          {text(line.isPaid ? 'payment.ahead.undo' : 'payment.ahead')}
        </Button>
      ) : null}
      <span className="order-payment__soft">{text(line.isPaid ? 'payment.ahead.noted' : 'payment.ahead.says')}</span>
    </div>
  );
}

function isOpen(state: OrderView['state']): boolean {
  return !['completed', 'failed', 'refused', 'cancelled', 'notBought'].includes(state);
}

/** Without any card there are no codes to keep: all that is left is money to give back. */
function isBought({ lines }: SalePayment): boolean {
  return lines.some(({ state }) => state === 'completed');
}

function Back({ one, operationId }: { one: SalePayment['back'][number]; operationId: string }) {
  const text = useText();
  const dayTime = useDayTime();
  const { id, what, sums, means, reason, at, by, approvedBy } = one;
  return (
    <li>
      <p>
        {text(`payment.what.${what}`)} · <Sums sums={sums} /> · {text(`payment.means.${means}`)}
      </p>
      <p className="order-payment__soft">
        {text(`payment.reason.${reason}`)} · <bdi>{dayTime(at)}</bdi>
        {by === undefined ? null : (
          <>
            {' '}
            · <PersonName id={by} />
          </>
        )}
        {approvedBy === undefined ? null : (
          <>
            {' '}
            · {text('approval.by')} <PersonName id={approvedBy} />
          </>
        )}
      </p>
      <PrintBack operationId={operationId} id={id} />
    </li>
  );
}

/** A cashier does them with a manager's word. */
function Acts({ order: { operationId }, payment }: { order: OrderView; payment: SalePayment }) {
  const text = useText();
  const mayGiveBack = useMay('payments', 'giveBack');
  const [asked, setAsked] = useState<'refund' | 'void' | null>(null);
  if (!mayGiveBack || payment.kept.length === 0) return null;
  return (
    <div className="order-payment__acts">
      <Button onPress={() => setAsked('refund')}>{text('payment.refund')}</Button>
      {payment.canVoid && isBought(payment) ? (
        <Button onPress={() => setAsked('void')}>{text('payment.void')}</Button>
      ) : null}
      {asked === null ? null : (
        <MoneyBackDialog what={asked} operationId={operationId} payment={payment} onDone={() => setAsked(null)} />
      )}
    </div>
  );
}
