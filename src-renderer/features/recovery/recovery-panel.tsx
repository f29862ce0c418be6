import { useCallback, useEffect, useRef, useState } from 'react';
import { ask } from '../../base/bridge.ts';
import { useFocusWhenLost } from '../../base/focus/use-focus-when-lost.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { expectSecret } from '../../base/screen-protection.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { useHideOnLeaving } from '../../base/use-hide-on-leaving.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import '../../ui/panel.css';
import { FailureNote } from '../../ui/failure-note.tsx';
import './recovery-panel.css';

/** Long enough to write it down twice; whoever needs longer says so. */
const shownForMs = 5 * 60_000;

/** `gone` says that it is no longer on the screen. */
interface Made {
  readonly phrase: string;
  readonly gone: () => void;
}

/**
 * The phrase replaces the one before it, so that it is asked for twice. It is shown once, for a while, and lives only
 * in these components; leaving the area drops it.
 */
export function RecoveryPanel() {
  const text = useText();
  const [made, setMade] = useState<Made | null>(null);
  const [asking, setAsking] = useState(false);
  const [ended, setEnded] = useState<'kept' | 'late' | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const panel = useFocusWhenLost<HTMLElement>(made);
  const isHere = useIsHere();
  useEffect(() => made?.gone, [made]);
  const make = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const gone = expectSecret();
    const result = await ask((bridge) => bridge.app.recoveryPhrase({}));
    if (!result.ok || !isHere.current) gone();
    setBusy(false);
    setAsking(false);
    if (result.ok) setMade({ phrase: result.value.phrase, gone });
    else setFailure(result.error);
  };
  const end = useCallback((how: 'kept' | 'late'): void => {
    setMade(null);
    setEnded(how);
  }, []);
  return (
    <section className="panel" ref={panel} tabIndex={-1}>
      <h2>{text('recovery.title')}</h2>
      <p className="panel__says">{text('recovery.says')}</p>
      {failure === null ? null : <FailureNote failure={failure} />}
      {made === null ? (
        <>
          {ended === null ? null : <p role="status">{text(`recovery.${ended}`)}</p>}
          <div>
            <Button onPress={() => setAsking(true)}>
              {text(ended === null ? 'recovery.make' : 'recovery.confirm')}
            </Button>
          </div>
        </>
      ) : (
        <Phrase phrase={made.phrase} onEnd={end} />
      )}
      {asking ? (
        <ConfirmDialog
          title={text('recovery.confirm.title')}
          confirm={text('recovery.confirm')}
          back={text('recovery.back')}
          isPending={busy}
          onConfirm={() => void make()}
          onBack={() => setAsking(false)}
        >
          <p>{text('recovery.confirm.says')}</p>
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

/** What comes for a panel that is no longer there must not stay. */
function useIsHere(): { readonly current: boolean } {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

function Phrase({ phrase, onEnd }: { phrase: string; onEnd: (how: 'kept' | 'late') => void }) {
  const text = useText();
  const [untilMs, setUntilMs] = useState(() => Date.now() + shownForMs);
  useEffect(() => {
    const timer = setTimeout(() => onEnd('late'), Math.max(0, untilMs - Date.now()));
    return () => clearTimeout(timer);
  }, [untilMs, onEnd]);
  const [covered, setCovered] = useState(false);
  useHideOnLeaving(useCallback(() => setCovered(true), []));
  return (
    <>
      <Callout tone="wait" icon="key">
        <p>{text('recovery.once')}</p>
      </Callout>
      {covered ? (
        <p role="status">{text('recovery.covered')}</p>
      ) : (
        <ol className="phrase" dir="ltr">
          {phrase.split('-').map((group, index) => (
            <li key={index}>
              <span>{group}</span>
            </li>
          ))}
        </ol>
      )}
      <div className="phrase-actions">
        {covered ? (
          <Button icon="eye" onPress={() => setCovered(false)}>
            {text('recovery.show')}
          </Button>
        ) : null}
        <Button tone="primary" onPress={() => onEnd('kept')}>
          {text('recovery.done')}
        </Button>
      </div>
      <Countdown
        untilMs={untilMs}
        wholeSeconds={shownForMs / 1000}
        label={(seconds) => text('recovery.countdown', { minutes: Math.ceil(seconds / 60) })}
        onExtend={() => setUntilMs((at) => at + shownForMs)}
      />
    </>
  );
}
