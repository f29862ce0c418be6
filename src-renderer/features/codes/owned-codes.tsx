import { useState } from 'react';

import { ask } from '../../app/bridge.ts';
import { useText } from '../../app/i18n/use-text.ts';
import type { ShownFailure } from '../../app/shown-failure.ts';
import type { CodesTarget } from '../../app/stores/view-store.ts';
import { useIsInDoubt } from '../custody/custody-store.ts';
import { CodeList } from './code-list.tsx';
import { SheetFrame } from './sheet-frame.tsx';
import { useShown } from './use-shown.ts';

/** One card the wallet owns, revealed again by the service. Copying needs the order it came with. */
export function OwnedCodes({ target }: { target: Extract<CodesTarget, { kind: 'owned' }> }) {
  const text = useText();
  const { walletId, soldCardId, operationId } = target;
  const isLocked = useIsInDoubt();
  const revealed = useShown(() => ask((bridge) => bridge.reveals.revealOwned({ walletId, soldCardId })));
  const [problem, setProblem] = useState<ShownFailure | null>(null);
  return (
    <SheetFrame title={target.name ?? text('catalogue.unnamedCard')} count={1} revealed={revealed} problem={problem} note={text('codes.toReveal')} isLocked={isLocked} done={undefined}>
      <CodeList soldCardIds={[soldCardId]} revealed={revealed} operationId={isLocked ? undefined : operationId} byCard={false} onProblem={setProblem} />
    </SheetFrame>
  );
}
