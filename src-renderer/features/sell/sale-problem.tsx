import { useState } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { useCatalogue } from '../../entities/catalogue/catalogue-store.ts';
import { useCheckout, type Draft, type ShownSale } from '../../entities/sale/checkout-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Tick } from '../../ui/tick.tsx';
import { LargeSale } from './large-sale.tsx';
import { SameSale } from './same-sale.tsx';
import { priceComingId, useWhyNoSale } from './why-no-sale.ts';

interface SaleProblemProps {
  readonly problem: ShownFailure;
  readonly draft: Draft;
  /** What an answer here buys; null where nothing can be bought. */
  readonly shown: ShownSale | null;
  readonly placing: boolean;
  readonly canSell: boolean;
}

/** The number of the request is shown with the order, where there is room for it on one line. */
export function withoutRequest({ requestId: _, ...failure }: ShownFailure): ShownFailure {
  return failure;
}

/** Why the sale did not go through, with the answer that only a person may give. */
export function SaleProblem(props: SaleProblemProps) {
  const { problem: refusal, draft } = props;
  const text = useText();
  const problem = withoutRequest(refusal);
  const syncing = useCatalogue((catalogue) => catalogue.syncing);
  if (draft.isRenewing === true)
    return (
      <Callout tone="wait" icon="clock" role="status">
        <p id={priceComingId}>{text('sale.price.reading')}</p>
      </Callout>
    );
  switch (problem.code) {
    case 'allowed_debt_consent_required':
      return <DebtConsent {...props} problem={problem} />;
    case 'same_sale_pending':
      return <SameDraft {...props} problem={problem} />;
    case 'large_sale':
      return draft.asked === undefined ? null : (
        <LargeSale draft={draft} asked={draft.asked} isPending={props.placing} />
      );
    case 'records_not_reconciled':
      // The band says it, with the way out.
      return null;
    case 'validation_failed':
      return draft.quantityBefore === undefined ? (
        <FailureNote failure={problem} />
      ) : (
        <Callout tone="bad" role="alert" title={text('sale.quantity.refused', { before: draft.quantityBefore })}>
          <p>{text('sale.quantity.refused.next')}</p>
        </Callout>
      );
    case 'charge_changed':
    case 'price_changed':
      return (
        <FailureNote
          failure={problem}
          next={text('sale.price.notBought')}
          actions={syncing ? <PriceComing /> : undefined}
        />
      );
    default:
      return <FailureNote failure={problem} />;
  }
}

export function PriceComing() {
  const text = useText();
  return (
    <p id={priceComingId} role="status">
      {text('sale.price.reading')}
    </p>
  );
}

/** Never ticked beforehand: the debt is the account owner's, and the person agrees to it for this one sale. */
function DebtConsent({ problem, shown, placing, canSell }: SaleProblemProps) {
  const text = useText();
  const [agreed, setAgreed] = useState(false);
  const whyNot = useWhyNoSale();
  const buy = (): void => {
    if (shown !== null) void useCheckout.getState().buy({ useAllowedDebt: true }, shown);
  };
  return (
    <FailureNote
      failure={problem}
      actions={
        <>
          <Tick isSelected={agreed} onChange={setAgreed}>
            {text('sale.debt.consent')}
          </Tick>
          <Button
            tone="primary"
            size="l"
            wide
            isDisabled={canSell && (!agreed || shown === null)}
            isPending={placing || !canSell}
            {...whyNot}
            onPress={buy}
          >
            {text('sale.debt.buy')}
          </Button>
        </>
      }
    />
  );
}

function SameDraft({ problem, shown, placing, canSell }: SaleProblemProps) {
  const { buy, clear } = useCheckout.getState();
  const another = (): void => {
    if (shown !== null) void buy({ besidesPending: true }, shown);
  };
  return (
    <SameSale
      problem={problem}
      isPending={placing || !canSell}
      canBuy={shown !== null}
      onBuy={another}
      onLook={clear}
    />
  );
}
