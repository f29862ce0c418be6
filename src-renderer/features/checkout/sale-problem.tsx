import { useState } from 'react';

import type { ShownFailure } from '../../app/shown-failure.ts';
import { useText } from '../../app/i18n/use-text.ts';
import { useView } from '../../app/stores/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Tick } from '../../ui/tick.tsx';
import { useCatalogue } from '../catalogue/catalogue-store.ts';
import { useCheckout } from './checkout-store.ts';

interface SaleProblemProps {
  readonly problem: ShownFailure;
  readonly placing: boolean;
  readonly canSell: boolean;
}

/** The number of the request is told with the order, where there is room for it on one line. */
export function withoutRequest({ requestId: _, ...failure }: ShownFailure): ShownFailure {
  return failure;
}

/** Why the sale did not go through, with the answer that only a person may give. */
export function SaleProblem({ problem: refusal, placing, canSell }: SaleProblemProps) {
  const text = useText();
  const problem = withoutRequest(refusal);
  const syncing = useCatalogue((catalogue) => catalogue.syncing);
  switch (problem.code) {
    case 'allowed_debt_consent_required':
      return <DebtConsent problem={problem} placing={placing} canSell={canSell} />;
    case 'same_sale_pending':
      return <SameSale problem={problem} placing={placing} canSell={canSell} />;
    case 'records_not_reconciled':
      // The band says it, with the way out.
      return null;
    case 'price_changed':
      return <FailureNote failure={problem} next={text('sale.price.notBought')} actions={syncing ? <p role="status">{text('sale.price.reading')}</p> : undefined} />;
    default:
      return <FailureNote failure={problem} />;
  }
}

/** Never ticked beforehand: the debt is the account owner's, and the person agrees to it for this one sale. */
function DebtConsent({ problem, placing, canSell }: SaleProblemProps) {
  const text = useText();
  const [agreed, setAgreed] = useState(false);
  const buy = (): void => void useCheckout.getState().buy({ useAllowedDebt: true });
  return (
    <FailureNote
      failure={problem}
      actions={(
        <>
          <Tick isSelected={agreed} onChange={setAgreed}>{text('sale.debt.consent')}</Tick>
          <Button tone="primary" size="l" wide isDisabled={!agreed || !canSell} isPending={placing} onPress={buy}>{text('sale.debt.buy')}</Button>
        </>
      )}
    />
  );
}

function SameSale({ problem, placing, canSell }: SaleProblemProps) {
  const text = useText();
  const { operationId, detail } = problem;
  const buy = (): void => void useCheckout.getState().buy({ besidesPending: true });
  const look = (): void => {
    useCheckout.getState().clear();
    if (operationId === undefined) useView.getState().go('orders');
    else useView.getState().openOrder(operationId);
  };
  return (
    <Callout
      tone="wait" role="alert" title={text('sale.same.title')}
      actions={(
        <>
          <Button tone="primary" wide onPress={look}>{text('sale.same.look')}</Button>
          <Button wide isPending={placing} isDisabled={!canSell} onPress={buy}>{text('sale.same.another')}</Button>
        </>
      )}
    >
      <p>{text(detail === 'codes_not_shown' ? 'sale.same.notShown' : 'failure.same_sale_pending.says')}</p>
    </Callout>
  );
}
