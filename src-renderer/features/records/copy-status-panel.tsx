import { useFocusWhenLost } from '../../base/focus/use-focus-when-lost.ts';
import { useText } from '../../base/i18n/use-text.ts';
import '../../ui/panel.css';
import { useCopyStatus } from '../../entities/records/copy-status-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { CheckButton, CheckFailure } from './check-button.tsx';
import { CopyStatusFindings } from './copy-status-findings.tsx';
import { SalvageLosses } from './copy-status-lost.tsx';
import { CopyStatusUnchecked } from './copy-status-unchecked.tsx';
import './copy-status.css';

const untilThen = [
  'copyStatus.until.sell',
  'copyStatus.until.codes',
  'copyStatus.until.pending',
  'copyStatus.until.read',
] as const;

/** The same in full, in the area of this counter: what happened, what is locked, the check, and what it found. */
export function CopyStatusPanel() {
  const text = useText();
  const { copyStatus, kind, findings, unchecked, salvaged } = useCopyStatus();
  const panel = useFocusWhenLost<HTMLElement>(findings === null);
  if (copyStatus === undefined && findings === null) return null;
  return (
    <section className="panel copy-status" aria-label={text('copyStatus.label')} ref={panel} tabIndex={-1}>
      {findings !== null ? (
        <CopyStatusFindings findings={findings} />
      ) : kind === undefined ? null : (
        <>
          <h2>{text(`copyStatus.${kind}.title`)}</h2>
          <p>{text(`copyStatus.${kind}.says`)}</p>
          {salvaged === undefined || salvaged.missing.length === 0 ? null : <SalvageLosses salvaged={salvaged} />}
          <div className="copy-status__until">
            <h3>{text('copyStatus.until')}</h3>
            <ul>
              {untilThen.map((key) => (
                <li key={key}>{text(key)}</li>
              ))}
            </ul>
          </div>
          <Callout tone="wait" icon="alert" title={text('copyStatus.oneCopy.title')}>
            <p>{text('copyStatus.oneCopy.says')}</p>
          </Callout>
          <div className="copy-status__actions">
            <CheckButton />
          </div>
          <CheckFailure />
          {unchecked === undefined ? null : <CopyStatusUnchecked unchecked={unchecked} />}
        </>
      )}
    </section>
  );
}
