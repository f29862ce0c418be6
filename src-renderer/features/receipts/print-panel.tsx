import { useState } from 'react';
import type { ReprintReason } from '../../../src-shared/contract/codes.ts';
import { hasDetail } from '../../../src-shared/contract/details.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import { useText } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { withApproval } from '../../base/stores/approval-store.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { changeOrders, subjectsOf } from '../../entities/orders/orders-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { PrintChoices } from './print-choices.tsx';
import { PrintQuestion } from './print-question.tsx';
import type { ReceiptChoice } from './receipt-choice.ts';
import './receipts.css';
import { ReceiptPreview } from './receipt-preview.tsx';

/**
 * One receipt of what one customer bought, in one order or several: how it will look, what is on it, where it is
 * printed, and then whether it came out.
 */
export function PrintPanel({ orders, onBack }: { orders: readonly OrderView[]; onBack: () => void }) {
  const text = useText();
  const language = useSession((session) => session.language);
  const [choice, setChoice] = useState<ReceiptChoice>({ language, withCodes: false });
  const { needsReason, reason, setReason, printing, problem, print, answer } = usePrinting(orders, onBack);
  const unanswered = orders.find(({ prints }) => prints.unanswered !== undefined)?.prints.unanswered;
  if (unanswered !== undefined && !printing) {
    return <PrintQuestion onAnswer={(printed) => answer(unanswered, printed)} problem={problem} />;
  }
  return (
    <div className="print">
      <ReceiptPreview operationIds={orders.map(idOf)} choice={choice} />
      <div className="print__choices">
        <PrintChoices
          canHaveCodes={orders.every(({ codes, quantity }) => codes.length >= quantity)}
          choice={choice}
          onChoice={setChoice}
          reason={needsReason ? reason : undefined}
          onReason={setReason}
        />
        <div className="print__actions">
          {problem === null ? null : hasDetail(problem, 'print_failed', 'refused') ? (
            <Callout tone="plain" icon="printer" role="status">
              <p>{text('receipt.cancelled')}</p>
            </Callout>
          ) : (
            <FailureNote failure={problem} />
          )}
          {/* Who opened this by P goes on by Enter; where a reason is due it is chosen first. */}
          <Button
            tone="primary"
            size="l"
            icon="printer"
            autoFocus={!needsReason}
            isPending={printing}
            isDisabled={needsReason && reason === null}
            onPress={() => void print(choice)}
          >
            {text('receipt.send')}
          </Button>
          <Button size="l" onPress={onBack}>
            {text('receipt.back')}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** What is sent to the printer and why again, and what a person saw come out of it. */
function usePrinting(orders: readonly OrderView[], onPrinted: () => void) {
  const operationIds = orders.map(idOf);
  const [reason, setReason] = useState<ReprintReason | null>(null);
  const [printing, setPrinting] = useState(false);
  const [problem, setProblem] = useState<ShownFailure | null>(null);
  const needsReason = orders.some(({ prints }) => prints.times > 0);

  const print = async (choice: ReceiptChoice): Promise<void> => {
    setPrinting(true);
    setProblem(null);
    const why = needsReason && reason !== null ? { reason } : {};
    const result = await withApproval(
      (given) => ask((bridge) => bridge.receipts.print({ operationIds, ...choice, ...why, ...given })),
      subjectsOf(orders),
    );
    setPrinting(false);
    // A print that failed is tried again for the reason that it had.
    if (result.ok) setReason(null);
    else setProblem(result.error);
  };
  const answer = async (print: string, printed: boolean): Promise<void> => {
    const asked = orders.filter(({ prints }) => prints.unanswered === print).map(idOf);
    const result = await changeOrders(
      (bridge) => bridge.receipts.answer({ operationIds: asked, print, printed }),
      (answered) => answered.orders,
    );
    if (!result.ok) {
      setProblem(result.error);
      return;
    }
    setProblem(null);
    setReason('not-printed');
    if (printed) onPrinted();
  };
  return { needsReason, reason, setReason, printing, problem, print, answer };
}

function idOf({ operationId }: OrderView): string {
  return operationId;
}
