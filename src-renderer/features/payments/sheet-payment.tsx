import { useText } from '../../base/i18n/use-text.ts';
import { usePayments } from '../../entities/payments/payments-store.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { MeansChoice } from './means-choice.tsx';
import type { SalePaying } from './use-sale-payment.ts';

/** On the codes sheet: what is chosen there already is right for most customers, and costs no press. */
export function SheetPayment({ paying }: { paying: SalePaying }) {
  const text = useText();
  const isNoting = usePayments(({ usual }) => usual !== null);
  const { payment, means, mayNote, failure, note } = paying;
  if (!isNoting) return null;
  return (
    <div className="sheet-payment">
      <MeansChoice label={text('payment.means')} means={means} onChange={note} isDisabled={!mayNote} shortcut="M" />
      {failure === null ? null : <FailureNote failure={failure} />}
      <p className="visually-hidden" role="status">
        {payment?.isNoted === true ? text('payment.changed', { means: text(`payment.means.${means}`) }) : ''}
      </p>
    </div>
  );
}
