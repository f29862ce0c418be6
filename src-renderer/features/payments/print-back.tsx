import { useState } from 'react';
import { hasDetail } from '../../../src-shared/contract/details.ts';
import { ask } from '../../base/bridge.ts';
import { useText } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useHasPrinter } from '../report-files/printers.ts';

/** Prints what was given back, for the customer. */
export function PrintBack({ operationId, id }: { operationId: string; id: string }) {
  const text = useText();
  const language = useSession((session) => session.language);
  const hasPrinter = useHasPrinter();
  const mayPrint = useMay('payments', 'printBack');
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<ShownFailure | 'printed' | 'cancelled' | null>(null);
  if (!mayPrint || !hasPrinter) return null;
  const print = async (): Promise<void> => {
    setBusy(true);
    const printed = await ask((bridge) => bridge.payments.printBack({ operationId, id, language }));
    setBusy(false);
    if (printed.ok) setSaid('printed');
    else setSaid(hasDetail(printed.error, 'print_failed', 'refused') ? 'cancelled' : printed.error);
  };
  return (
    <>
      <Button icon="printer" isPending={busy} onPress={() => void print()}>
        {text('payment.print')}
      </Button>
      <span role="status">{typeof said === 'string' ? text(words[said]) : ''}</span>
      {said === null || typeof said === 'string' ? null : <FailureNote failure={said} />}
    </>
  );
}

const words = { printed: 'payment.printed', cancelled: 'receipt.cancelled' } as const;
