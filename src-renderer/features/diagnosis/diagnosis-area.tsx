import { useEffect, useState } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import { useIsDisturbed } from '../../base/stores/use-connection.ts';
import { useNow } from '../../base/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Busy } from '../../ui/skeleton.tsx';
import { CallLines } from './call-lines.tsx';
import { CausePanel } from './cause-panel.tsx';
import { useDiagnosis } from './diagnosis-store.ts';
import './diagnosis.css';
import { PermissionList } from './permission-list.tsx';

/** How the service sees this counter's calls, and why it refuses them where it does. */
export function DiagnosisArea() {
  const text = useText();
  const { busy, diagnosis, failure, explained, examination, look, lookAnew, search, cancel } = useDiagnosis();
  const isDisturbed = useIsDisturbed();
  useEffect(() => void useDiagnosis.getState().look(), []);
  useEffect(() => {
    // Why no answer came is no longer true once answers come.
    const { failure: before, look: again } = useDiagnosis.getState();
    if (!isDisturbed && before !== null) void again();
  }, [isDisturbed]);
  // Two notes with an advice each would be one too many.
  const isExplained = examination !== null && failure !== null && failure.code === explained;
  return (
    <div className="diagnosis">
      <PageHead title={text('diagnosis.title')} says={text('diagnosis.says')}>
        <div className="diagnosis__actions">
          <Button
            icon="refresh"
            isPending={busy === 'asking'}
            isDisabled={busy === 'searching'}
            onPress={() => void look()}
          >
            {text('diagnosis.again')}
          </Button>
          <Button
            icon="search"
            isPending={busy === 'searching'}
            isDisabled={busy === 'asking'}
            onPress={() => void search()}
          >
            {text('diagnosis.find')}
          </Button>
        </div>
      </PageHead>
      {failure === null || isExplained ? null : <FailureNote failure={failure} showField />}
      {busy === null ? null : <Busy label={text(`diagnosis.${busy}`)} />}
      {busy === 'searching' ? (
        <div className="diagnosis__waiting">
          <p role="status">{text('diagnosis.searching')}</p>
          <Elapsed />
          <Button icon="cross" onPress={() => void cancel()}>
            {text('diagnosis.cancel')}
          </Button>
        </div>
      ) : null}
      {examination === null ? null : (
        <CausePanel
          examination={examination}
          requestId={isExplained ? failure.requestId : undefined}
          onApplied={() => void lookAnew()}
        />
      )}
      {diagnosis === null ? null : (
        <>
          <CallLines diagnosis={diagnosis} />
          <PermissionList effective={diagnosis.effectiveScopes} />
        </>
      )}
    </div>
  );
}

/** So that a minute is not taken for a standstill. No live region: it would speak every second. */
function Elapsed() {
  const text = useText();
  const [sinceMs] = useState(() => Date.now());
  const nowMs = useNow(1000);
  return <p>{text('diagnosis.elapsed', { count: Math.max(0, Math.floor((nowMs - sinceMs) / 1000)) })}</p>;
}
