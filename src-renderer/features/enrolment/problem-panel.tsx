import { recoverableCodes } from '../../../src-preload/contract/codes.ts';
import type { Failure } from '../../../src-preload/contract/codes.ts';
import { useText } from '../../app/i18n/use-text.ts';
import { useSession } from '../../app/stores/session-store.ts';
import { useView } from '../../app/stores/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { CustodyPanel } from '../custody/custody-panel.tsx';
import { RestorePanel } from '../custody/restore-panel.tsx';
import { KeyStoreHelp } from './key-store-help.tsx';
import { RecoverForm } from './recover-form.tsx';

/** Why this counter does not sell though its service is chosen, and the way back. Whether it is enrolled cannot be told now. */
export function ProblemPanel({ problem }: { problem: Failure }) {
  const text = useText();
  const lastBackupAt = useSession((session) => session.start?.lastBackupAt);
  const journal = <Button icon="ticket" onPress={() => useView.getState().go('orders')}>{text('problem.journal')}</Button>;
  return (
    <div className="counter-area">
      <div className="counter-area__main">
        <PageHead title={text('problem.title')} says={text(problem.code === 'journal_corrupt' ? 'problem.damaged' : 'problem.says')} />
        <FailureNote failure={problem} showField actions={journal} />
        <KeyStoreHelp problem={problem} />
        {recoverableCodes.includes(problem.code) ? <RecoverForm /> : null}
        {lastBackupAt === undefined ? null : <RestorePanel madeAt={lastBackupAt} />}
        <CustodyPanel />
      </div>
    </div>
  );
}
