import { useFocusWhenLost } from '../../base/focus/use-focus-when-lost.ts';
import { useText } from '../../base/i18n/use-text.ts';
import '../../ui/panel.css';
import { useCustody } from '../../entities/records/custody-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { CheckButton, CheckFailure } from './check-button.tsx';
import { CustodyFindings } from './custody-findings.tsx';
import { SalvageLosses } from './custody-lost.tsx';
import { CustodyUnchecked } from './custody-unchecked.tsx';
import './custody.css';

const untilThen = ['custody.until.sell', 'custody.until.codes', 'custody.until.pending', 'custody.until.read'] as const;

/** The same in full, in the area of this counter: what happened, what is locked, the check, and what it found. */
export function CustodyPanel() {
  const text = useText();
  const { custody, kind, findings, unchecked, salvaged } = useCustody();
  const panel = useFocusWhenLost<HTMLElement>(findings === null);
  if (custody === undefined && findings === null) return null;
  return (
    <section className="panel custody" aria-label={text('custody.label')} ref={panel} tabIndex={-1}>
      {findings !== null ? (
        <CustodyFindings findings={findings} />
      ) : kind === undefined ? null : (
        <>
          <h2>{text(`custody.${kind}.title`)}</h2>
          <p>{text(`custody.${kind}.says`)}</p>
          {salvaged === undefined || salvaged.missing.length === 0 ? null : <SalvageLosses salvaged={salvaged} />}
          <div className="custody__until">
            <h3>{text('custody.until')}</h3>
            <ul>
              {untilThen.map((key) => (
                <li key={key}>{text(key)}</li>
              ))}
            </ul>
          </div>
          <Callout tone="wait" icon="alert" title={text('custody.oneCopy.title')}>
            <p>{text('custody.oneCopy.says')}</p>
          </Callout>
          <div className="custody__actions">
            <CheckButton />
          </div>
          <CheckFailure />
          {unchecked === undefined ? null : <CustodyUnchecked unchecked={unchecked} />}
        </>
      )}
    </section>
  );
}
