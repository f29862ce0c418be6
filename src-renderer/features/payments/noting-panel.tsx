import { useState } from 'react';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { paymentMeans, type PaymentMeans } from '../../../src-shared/contract/payment-words.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { usePayments } from '../../entities/payments/payments-store.ts';
import { Choice } from '../../ui/choice.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import '../../ui/panel.css';

const none = 'none';
const choices: readonly (PaymentMeans | typeof none)[] = [none, ...paymentMeans];

/** Whether the shop notes how customers pay, and what counts where nobody says otherwise. */
export function NotingPanel() {
  const text = useText();
  const maySet = useMay('payments', 'setUsual');
  const usual = usePayments((payments) => payments.usual);
  const [said, setSaid] = useState<Failure | 'saved' | null>(null);
  if (!maySet) return null;
  return (
    <section className="panel">
      <h2>{text('payment.noting.title')}</h2>
      <p className="panel__says">{text('payment.noting.says')}</p>
      <Choice
        label={text('payment.noting.usual')}
        value={usual ?? none}
        items={choices.map((id) => ({ id, name: text(`payment.noting.${id}`) }))}
        onChange={(id) =>
          void usePayments
            .getState()
            .setUsual(id === none ? null : id)
            .then((failure) => setSaid(failure ?? 'saved'))
        }
      />
      {said === null || said === 'saved' ? null : <FailureNote failure={said} />}
      <span role="status">{said === 'saved' ? text('payment.noting.saved') : ''}</span>
    </section>
  );
}
