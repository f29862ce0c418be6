import { useState } from 'react';
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
  const [said, setSaid] = useState<ShownFailure | 'printed' | null>(null);
  if (!mayPrint || !hasPrinter) return null;
  const print = async (): Promise<void> => {
    setBusy(true);
    const printed = await ask((bridge) => bridge.payments.printBack({ operationId, id, language }));
    setBusy(false);
    setSaid(printed.ok ? 'printed' : printed.error);
  };
  return (
    <>
      <Button icon="printer" isPending={busy} onPress={() => void print()}>
        {text('payment.print')}
      </Button>
      <span role="status">{said === 'printed' ? text('payment.printed') : ''}</span>
      {said === null || said === 'printed' ? null : <FailureNote failure={said} />}
    </>
  );
}
