import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { CallResult, OrderView, SeveralShownView, ShownView } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import { focusOn } from '../../base/focus/focus-targets.ts';
import { useFocusWhenLost } from '../../base/focus/use-focus-when-lost.ts';
import { useName, useText } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { withApproval } from '../../base/stores/approval-store.ts';
import { waitingIn } from '../../entities/orders/basket-orders.ts';
import { changeOrders, subjectsOf, useOrders } from '../../entities/orders/orders-store.ts';
import { useCodesLock } from '../../entities/records/copy-status-store.ts';
import { useCheckout } from '../../entities/sale/checkout-store.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useSalePayment } from '../payments/use-sale-payment.ts';
import { CodeList, soldCardIdsOf } from './code-list.tsx';
import { leaveSheet } from './leave-sheet.ts';
import { ReceiptPart } from './receipt-part.tsx';
import { SheetFrame } from './sheet-frame.tsx';
import { useShown } from './use-shown.ts';

type Several = Pick<SeveralShownView, 'shown' | 'failed'> & Pick<ShownView, 'cards'>;

/**
 * The codes of all lines that came, one below the other: shown at one press and handed over at one press. What comes
 * later is on a sheet of its own.
 */
export function BasketCodes({ basket }: { basket: string }) {
  const text = useText();
  const name = useName();
  // As they were when the sheet opened: one that is handed over stays until all are.
  const [ids] = useState(() => waitingIn(useOrders.getState().byId, basket).map(({ operationId }) => operationId));
  const byId = useOrders((orders) => orders.byId);
  const orders = ids.flatMap((id) => byId[id] ?? []);
  const [several, setSeveral] = useState<Several | null>(null);
  const revealed = useShown(async (): Promise<CallResult<ShownView>> => {
    const result = await withApproval(
      (given) => ask((bridge) => bridge.reveals.showSeveral({ operationIds: ids, ...given })),
      subjectsOf(orders),
    );
    setSeveral(result.ok ? result.value : null);
    return result;
  });
  const paying = useSalePayment(orders[0]);
  const [printing, setPrinting] = useState(false);
  const [problem, setProblem] = useState<ShownFailure | null>(null);
  const { handing, handOver } = useHandOver(orders, setProblem);
  const lock = useCodesLock(orders[0]?.codesState ?? 'none');
  const sheet = useFocusWhenLost<HTMLDivElement>(printing ? orders[0]?.prints : null);
  const nameOf = ({ cardName }: OrderView): string => name(cardName) ?? text('catalogue.unnamedCard');
  if (printing)
    return <ReceiptPart title={text('codes.basket')} orders={orders} part={sheet} onBack={() => setPrinting(false)} />;
  const owners = ownersOf(orders, several, nameOf);
  const print = (): void => {
    revealed.hide();
    setPrinting(true);
  };
  return (
    <div className="sheet__part" ref={sheet} tabIndex={-1}>
      <SheetFrame
        title={text('codes.basket')}
        count={orders.reduce((sum, { quantity }) => sum + quantity, 0)}
        revealed={revealed}
        problem={problem}
        note={text(orders.some(({ codesState }) => codesState === 'toReveal') ? 'codes.toReveal' : 'codes.says')}
        lock={lock}
        paying={paying}
        done={
          lock !== null || !orders.some(({ codesCameOut }) => codesCameOut)
            ? undefined
            : { isPending: handing, onPress: () => void handOver() }
        }
        onPrint={lock !== null ? undefined : print}
      >
        {(several?.failed ?? []).map(({ operationId, failure }) => (
          <FailureNote
            key={operationId}
            failure={failure}
            actions={<bdi>{orders.filter((each) => each.operationId === operationId).map(nameOf)}</bdi>}
          />
        ))}
        <CodeList
          soldCardIds={orders.flatMap(soldCardIdsOf)}
          revealed={revealed}
          operationId={undefined}
          {...(lock === null ? { owners } : {})}
          byCard={false}
          onProblem={setProblem}
        />
      </SheetFrame>
    </div>
  );
}

/** Which line each card is of: as main showed them, and before that as far as their ids are known. */
function ownersOf(
  orders: readonly OrderView[],
  several: Several | null,
  nameOf: (order: OrderView) => string,
): ReadonlyMap<string, { readonly operationId: string; readonly name: string }> {
  const owners = new Map<string, { readonly operationId: string; readonly name: string }>();
  const add = (operationId: string, soldCardIds: readonly string[]): void => {
    const order = orders.find((each) => each.operationId === operationId);
    if (order === undefined) return;
    for (const soldCardId of soldCardIds) owners.set(soldCardId, { operationId, name: nameOf(order) });
  };
  for (const { operationId, codes } of orders)
    add(
      operationId,
      codes.map(({ soldCardId }) => soldCardId),
    );
  let from = 0;
  for (const { operationId, cards } of several?.shown ?? []) {
    const shown = (several?.cards ?? []).slice(from, from + cards);
    add(
      operationId,
      shown.map(({ soldCardId }) => soldCardId),
    );
    from += cards;
  }
  return owners;
}

/** Hands over the lines whose codes came out, all or none: what fails is said, and can be tried again. */
function useHandOver(
  orders: readonly OrderView[],
  onProblem: (problem: ShownFailure | null) => void,
): { readonly handing: boolean; readonly handOver: () => Promise<void> } {
  const [handing, setHanding] = useState(false);
  const handOver = async (): Promise<void> => {
    setHanding(true);
    onProblem(null);
    const operationIds = orders
      .filter(
        ({ codesCameOut, codesState }) => codesCameOut && codesState !== 'handedOver' && codesState !== 'keptBack',
      )
      .map(({ operationId }) => operationId);
    const result =
      operationIds.length === 0
        ? null
        : await changeOrders(
            (bridge) => bridge.reveals.handOverSeveral({ operationIds }),
            (given) => given.orders,
          );
    setHanding(false);
    if (result?.ok === false) {
      onProblem(result.error);
      return;
    }
    // At once: else the sheet gives the focus back a picture later, and what is typed until then is lost.
    flushSync(() => leaveSheet(orders));
    if (useCheckout.getState().stage.kind === 'empty') focusOn('search');
  };
  return { handing, handOver };
}
