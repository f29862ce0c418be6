import { useText } from '../../app/i18n/use-text.ts';
import { Callout } from '../../ui/callout.tsx';
import { useFocusWhenLost } from '../../ui/use-focus-when-lost.ts';
import { CheckButton, CheckFailure } from './check-button.tsx';
import { CustodyFindings } from './custody-findings.tsx';
import { useCustody } from './custody-store.ts';
import { CustodyUnchecked } from './custody-unchecked.tsx';
import './custody.css';

const untilThen = ['custody.until.sell', 'custody.until.codes', 'custody.until.pending', 'custody.until.read'] as const;

/** The same in full, in the area of this counter: what happened, what is locked, the check, and what it found. */
export function CustodyPanel() {
  const text = useText();
  const { custody, findings, unchecked } = useCustody();
  const panel = useFocusWhenLost<HTMLElement>(findings === null);
  if (custody === undefined && findings === null) return null;
  return (
    <section className="panel custody" aria-label={text('custody.label')} ref={panel} tabIndex={-1}>
      {findings !== null ? <CustodyFindings findings={findings} /> : custody === undefined ? null : (
        <>
          <h2>{text(`custody.${custody}.title`)}</h2>
          <p>{text(`custody.${custody}.says`)}</p>
          <div className="custody__until">
            <h3>{text('custody.until')}</h3>
            <ul>{untilThen.map((key) => <li key={key}>{text(key)}</li>)}</ul>
          </div>
          <Callout tone="wait" icon="alert" title={text('custody.oneCopy.title')}><p>{text('custody.oneCopy.says')}</p></Callout>
          <div className="custody__actions"><CheckButton /></div>
          <CheckFailure />
          {unchecked === undefined ? null : <CustodyUnchecked unchecked={unchecked} />}
        </>
      )}
    </section>
  );
}
