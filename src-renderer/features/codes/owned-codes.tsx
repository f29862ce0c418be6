import { useState } from 'react';
import { ask } from '../../base/bridge.ts';
import { useText } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import type { CodesTarget } from '../../base/stores/view-store.ts';
import { useCodesLock } from '../../entities/records/copy-status-store.ts';
import { CodeList } from './code-list.tsx';
import { SheetFrame } from './sheet-frame.tsx';
import { useShown } from './use-shown.ts';

/**
 * One card the wallet owns, or every card of an invoice, revealed again by the service. Copying needs the order they
 * came with.
 */
export function OwnedCodes({ target }: { target: Exclude<CodesTarget, { kind: 'order' }> }) {
  const text = useText();
  const { walletId, operationId } = target;
  const soldCardIds = target.kind === 'invoice' ? target.soldCardIds : [target.soldCardId];
  const lock = useCodesLock();
  const revealed = useShown(() =>
    ask((bridge) =>
      target.kind === 'invoice'
        ? bridge.reveals.revealInvoice({ walletId, invoiceId: target.invoiceId })
        : bridge.reveals.revealOwned({ walletId, soldCardId: target.soldCardId }),
    ),
  );
  const [problem, setProblem] = useState<ShownFailure | null>(null);
  return (
    <SheetFrame
      title={target.name ?? text('catalogue.unnamedCard')}
      count={soldCardIds.length}
      revealed={revealed}
      problem={problem}
      note={text('codes.toReveal')}
      lock={lock}
      done={undefined}
    >
      <CodeList
        soldCardIds={soldCardIds}
        revealed={revealed}
        operationId={lock === null ? operationId : undefined}
        byCard={false}
        onProblem={setProblem}
      />
    </SheetFrame>
  );
}
