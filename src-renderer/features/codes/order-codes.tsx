import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import { focusOn } from '../../base/focus/focus-targets.ts';
import { useFocusWhenLost } from '../../base/focus/use-focus-when-lost.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { withApproval } from '../../base/stores/approval-store.ts';
import { soldWith, waitingIn } from '../../entities/orders/basket-orders.ts';
import { changeOrder, hasCodesWaiting, subjectOf, useOrders } from '../../entities/orders/orders-store.ts';
import { useSaleNumber } from '../../entities/orders/use-sale-number.ts';
import { useCodesLock } from '../../entities/records/copy-status-store.ts';
import { useCheckout } from '../../entities/sale/checkout-store.ts';
import { useSalePayment } from '../payments/use-sale-payment.ts';
import { BasketCodes } from './basket-codes.tsx';
import { CodeList, soldCardIdsOf } from './code-list.tsx';
import { leaveSheet } from './leave-sheet.ts';
import { ReceiptPart } from './receipt-part.tsx';
import { SheetFrame } from './sheet-frame.tsx';
import { useShown } from './use-shown.ts';

export function OrderCodes({ operationId }: { operationId: string }) {
  const order = useOrders((orders) => orders.byId[operationId]);
  return order === undefined ? null : <CodesOfSale order={order} />;
}

/** One sheet for what one customer takes away; what was handed over before is by itself again. */
function CodesOfSale({ order }: { order: OrderView }) {
  // As it was when the sheet opened: while all are handed over one after the other, it stays.
  const [basket] = useState(() => basketWaitingWith(order));
  return basket === null ? <KnownOrderCodes order={order} /> : <BasketCodes basket={basket} />;
}

function basketWaitingWith(order: OrderView): string | null {
  const { basket } = order;
  if (basket === undefined || !hasCodesWaiting(order)) return null;
  return waitingIn(useOrders.getState().byId, basket.id).length > 1 ? basket.id : null;
}

function KnownOrderCodes({ order }: { order: OrderView }) {
  const text = useText();
  const name = useName();
  const { operationId } = order;
  const byId = useOrders((orders) => orders.byId);
  const revealed = useShown((soldCardId) =>
    withApproval(
      (given) =>
        ask((bridge) =>
          bridge.reveals.show({ operationId, ...(soldCardId === undefined ? {} : { soldCardId }), ...given }),
        ),
      subjectOf(order),
    ),
  );
  const lock = useCodesLock(order.codesState);
  const note = useNote(order);
  const isLocked = lock !== null;
  const paying = useSalePayment(order);
  const [printing, setPrinting] = useState(false);
  const [problem, setProblem] = useState<ShownFailure | null>(null);
  const { handing, handOver } = useHandOver(order, setProblem);
  const sheet = useFocusWhenLost<HTMLDivElement>(printing ? order.prints : null);
  const title = name(order.cardName) ?? text('catalogue.unnamedCard');
  if (printing) {
    return <ReceiptPart title={title} orders={soldWith(byId, order)} part={sheet} onBack={() => setPrinting(false)} />;
  }
  const print = (): void => {
    revealed.hide();
    setPrinting(true);
  };
  return (
    <div className="sheet__part" ref={sheet} tabIndex={-1}>
      <SheetFrame
        title={title}
        count={order.quantity}
        revealed={revealed}
        problem={problem}
        note={note}
        lock={lock}
        paying={order.codesState === 'keptBack' ? null : paying}
        done={
          !hasCodesWaiting(order) || isLocked || !order.codesCameOut
            ? undefined
            : { isPending: handing, onPress: () => void handOver() }
        }
        onPrint={isLocked ? undefined : print}
      >
        <CodeList
          soldCardIds={soldCardIdsOf(order)}
          revealed={revealed}
          operationId={isLocked ? undefined : operationId}
          byCard={!isLocked && order.quantity > 1}
          onProblem={setProblem}
        />
      </SheetFrame>
    </div>
  );
}

/** The customer has them: the sheet closes, and where its sale still stood the next one begins. */
function useHandOver(order: OrderView, onProblem: (problem: ShownFailure | null) => void) {
  const [handing, setHanding] = useState(false);
  const handOver = async (): Promise<void> => {
    setHanding(true);
    onProblem(null);
    const result = await changeOrder((bridge) => bridge.reveals.handOver({ operationId: order.operationId }));
    setHanding(false);
    if (!result.ok) {
      onProblem(result.error);
      return;
    }
    // At once: else the sheet gives the focus back a picture later, and what is typed until then is lost.
    flushSync(() => leaveSheet([order]));
    // The next customer begins at the search, unless their sale has begun.
    if (useCheckout.getState().stage.kind === 'empty') focusOn('search');
  };
  return { handing, handOver };
}

function useNote(order: OrderView): string {
  const text = useText();
  const madeGood = useSaleNumber(order.makesGoodFor?.operationId);
  if (order.codesState === 'handedOver') return text('codes.handedOver');
  if (order.codesState === 'keptBack') return text('codes.keptBack');
  if (madeGood !== undefined) return text('complaint.makesGood.of', { order: madeGood });
  return text(order.codesState === 'toReveal' ? 'codes.toReveal' : 'codes.says');
}
