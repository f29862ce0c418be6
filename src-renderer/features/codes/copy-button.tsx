import { useEffect, useState } from 'react';
import type { CodePart } from '../../../src-shared/codes/codes-layout.ts';
import { ask } from '../../base/bridge.ts';
import { useText } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { withApproval } from '../../base/stores/approval-store.ts';
import { heedCopyStatusNews } from '../../base/stores/session-store.ts';
import { subjectOf, useOrders } from '../../entities/orders/orders-store.ts';
import { Button } from '../../ui/button.tsx';

const copiedShownMs = 2000;

interface CopyButtonProps {
  readonly label: string;
  readonly operationId: string;
  readonly soldCardId: string;
  readonly part: CodePart;
  readonly onProblem: (problem: ShownFailure | null) => void;
}

/** Main puts the code on the clipboard; it does not pass through this window. */
export function CopyButton({ label, operationId, soldCardId, part, onProblem }: CopyButtonProps) {
  const text = useText();
  const [state, setState] = useState<'ready' | 'copying' | 'copied'>('ready');
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('ready'), copiedShownMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (): Promise<void> => {
    setState('copying');
    const result = await withApproval(
      (given) => ask((bridge) => bridge.reveals.copy({ operationId, soldCardId, part, ...given })),
      subjectOf(useOrders.getState().byId[operationId]),
    );
    setState(result.ok ? 'copied' : 'ready');
    onProblem(result.ok || heedCopyStatusNews(result.error) ? null : result.error);
  };
  return (
    <>
      <Button
        icon={state === 'copied' ? 'check' : 'copy'}
        aria-label={label}
        isPending={state === 'copying'}
        onPress={() => void copy()}
      >
        {text(state === 'copied' ? 'codes.copied' : 'codes.copy')}
      </Button>
      <span className="visually-hidden" role="status">
        {state === 'copied' ? text('codes.copied.announce') : ''}
      </span>
    </>
  );
}
