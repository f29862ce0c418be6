import { useState } from 'react';
import { hasDetail } from '../../../src-shared/contract/details.ts';
import type { ReportChoice, ReportFile } from '../../../src-shared/contract/reports.ts';
import { ask } from '../../base/bridge.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { saveByPage } from '../../base/save-by-page.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useHasPrinter } from './printers.ts';
import './report-actions.css';

type Said = 'printed' | 'saved' | 'saveFailed' | 'cancelled';

/** Puts a report on paper or into a file; what is on it is read anew. */
export function ReportActions({ report }: { report: ReportChoice }) {
  const text = useText();
  const language = useSession((session) => session.language);
  const hasPrinter = useHasPrinter();
  const [busy, setBusy] = useState<ReportFile | 'paper' | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const begin = (what: ReportFile | 'paper'): void => {
    setBusy(what);
    setSaid(null);
    setFailure(null);
  };
  const print = async (): Promise<void> => {
    begin('paper');
    const printed = await ask((bridge) => bridge.reports.print({ report, language }));
    setBusy(null);
    if (printed.ok) setSaid('printed');
    else if (hasDetail(printed.error, 'print_failed', 'refused')) setSaid('cancelled');
    else setFailure(printed.error);
  };
  const save = async (as: ReportFile): Promise<void> => {
    begin(as);
    const result = await ask((bridge) => bridge.reports.save({ report, as, language }));
    setBusy(null);
    if (!result.ok) {
      setFailure(result.error);
      return;
    }
    const { saved, file } = result.value;
    if (file !== null) saveByPage(file);
    if (saved !== 'nowhere') setSaid(saved === 'failed' ? 'saveFailed' : 'saved');
  };
  return (
    <div className="report-actions">
      {failure === null ? null : <FailureNote failure={failure} />}
      <div className="report-actions__buttons">
        {hasPrinter === true ? (
          <Button icon="printer" isPending={busy !== null} onPress={() => void print()}>
            {text('report.print')}
          </Button>
        ) : null}
        <Button icon="file" isPending={busy !== null} onPress={() => void save(hasPrinter === true ? 'pdf' : 'html')}>
          {text(hasPrinter === true ? 'report.save.pdf' : 'report.save.html')}
        </Button>
        <Button icon="file" isPending={busy !== null} onPress={() => void save('csv')}>
          {text('report.save.csv')}
        </Button>
      </div>
      <p role="status" className="report-actions__said">
        {said === null ? '' : text(said === 'cancelled' ? 'receipt.cancelled' : `report.${said}`)}
      </p>
    </div>
  );
}
