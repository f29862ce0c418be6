import { useState } from 'react';

import type { Failure } from '../../../src-preload/contract/codes.ts';
import { useText } from '../../app/i18n/use-text.ts';
import { useSession } from '../../app/stores/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';

/** Back to the first choice, without starting the counter again. */
export function LeaveTraining() {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const leave = async (): Promise<void> => {
    setBusy(true);
    setFailure(await useSession.getState().leaveTraining());
    setBusy(false);
  };
  return (
    <section className="panel">
      <h2>{text('leave.title')}</h2>
      <p className="panel__says">{text('leave.says')}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
      <div><Button isPending={busy} onPress={() => void leave()}>{text('leave.training')}</Button></div>
    </section>
  );
}
