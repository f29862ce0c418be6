import { useState } from 'react';
import { recoverableCodes, type Failure, type FailureCode } from '../../../src-shared/contract/codes.ts';
import { hasDetail } from '../../../src-shared/contract/details.ts';
import { focusArea } from '../../base/focus/focus-area.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useView } from '../../base/stores/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { DeploymentFile, FileProblemNote, readDeployment, type FileProblem } from '../first-run/deployment-file.tsx';
import { CopyStatusPanel } from '../records/copy-status-panel.tsx';
import { RestorePanel } from '../records/restore-panel.tsx';
import { SalvagePanel } from '../records/salvage-panel.tsx';
import { KeyStoreHelp } from '../recovery/key-store-help.tsx';
import { RecoverForm } from '../recovery/recover-form.tsx';
import { SupportLogPanel } from '../support-log/support-log-panel.tsx';
import { UpdatesPanel } from '../updates/updates-panel.tsx';

/** The counter sells again as soon as another file is chosen. */
const fileProblems: readonly FailureCode[] = ['profile_unreadable', 'profile_invalid'];

/**
 * Why this counter does not sell though its service is chosen, and the way back. Whether it is enrolled cannot be known
 * now.
 */
export function ProblemPanel({ problem, onRecovered }: { problem: Failure; onRecovered: () => void }) {
  const text = useText();
  const lastBackupAt = useSession((session) => session.start?.lastBackupAt);
  const older = useSession((session) => session.start?.olderBackupsAt) ?? [];
  const { busy, fileProblem, choose } = useFileAgain();
  const ways = (
    <>
      {fileProblems.includes(problem.code) ? (
        <DeploymentFile tone="primary" icon="file" isPending={busy} onChoose={(file) => void choose(file)} />
      ) : null}
      <Button icon="ticket" onPress={() => useView.getState().go('orders')}>
        {text('problem.journal')}
      </Button>
    </>
  );
  return (
    <div className="counter-area">
      <div className="counter-area__main">
        <PageHead title={text('problem.title')} says={text(saysOf(problem))} />
        <FileProblemNote problem={fileProblem ?? problem} actions={ways} />
        <KeyStoreHelp problem={problem} />
        {canRecover(problem) ? <RecoverForm onRecovered={onRecovered} /> : null}
        {problem.code === 'journal_corrupt' ? <SalvagePanel /> : null}
        {lastBackupAt === undefined ? null : <RestorePanel madeAt={lastBackupAt} older={older} />}
        <CopyStatusPanel />
        <UpdatesPanel />
        <SupportLogPanel />
      </div>
    </div>
  );
}

function saysOf(problem: Failure): 'problem.says' | 'problem.vault' | 'problem.damaged' | 'problem.openAgain' {
  if (problem.code === 'vault_damaged' || problem.code === 'vault_missing') return 'problem.vault';
  if (problem.code !== 'journal_corrupt') return 'problem.says';
  // The record itself may be whole: an opening reads all of it, and then needs neither a salvage nor a backup.
  const mayMend = hasDetail(problem, 'journal_corrupt', 'index') || hasDetail(problem, 'journal_corrupt', 'operations');
  return mayMend ? 'problem.openAgain' : 'problem.damaged';
}

/** The phrase seals anew under the system's key store, which must therefore be open. */
function canRecover(failure: Failure): boolean {
  return recoverableCodes.includes(failure.code) && !hasDetail(failure, 'vault_unavailable', 'sealer_unavailable');
}

function useFileAgain() {
  const [busy, setBusy] = useState(false);
  const [fileProblem, setFileProblem] = useState<FileProblem | null>(null);
  const choose = async (file: File | null): Promise<void> => {
    setBusy(true);
    const failed = await readDeployment(file);
    setBusy(false);
    setFileProblem(failed);
    if (failed === null) focusArea();
  };
  return { busy, fileProblem, choose };
}
