import type { ReactNode } from 'react';
import { hasDetail } from '../../../src-shared/contract/details.ts';
import { useText } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { useView } from '../../base/stores/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useWhyNoSale } from './why-no-sale.ts';

interface SameSaleProps {
  readonly problem: ShownFailure;
  readonly isPending: boolean;
  readonly canBuy: boolean;
  readonly onBuy: () => void;
  /** Before the order that is the same is shown. */
  readonly onLook?: () => void;
  readonly children?: ReactNode;
}

/** A sale of the same is not over: a person looks at that order, or buys another on purpose. */
export function SameSale({ problem, isPending, canBuy, onBuy, onLook, children }: SameSaleProps) {
  const text = useText();
  const whyNot = useWhyNoSale();
  const { operationId } = problem;
  const look = (): void => {
    onLook?.();
    if (operationId === undefined) useView.getState().go('orders');
    else useView.getState().openOrder(operationId);
  };
  const isUnshown = hasDetail(problem, 'same_sale_pending', 'codes_not_shown');
  return (
    <Callout
      tone="wait"
      role="alert"
      title={text('sale.same.title')}
      actions={
        <>
          <Button tone="primary" wide onPress={look}>
            {text('sale.same.look')}
          </Button>
          <Button wide isPending={isPending} isDisabled={!canBuy} onPress={onBuy} {...whyNot}>
            {text('sale.same.another')}
          </Button>
        </>
      }
    >
      {children}
      <p>{text(isUnshown ? 'sale.same.notShown' : 'failure.same_sale_pending.says')}</p>
    </Callout>
  );
}
