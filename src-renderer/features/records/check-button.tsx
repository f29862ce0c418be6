import { useEffect, useRef } from 'react';
import { useText } from '../../base/i18n/use-text.ts';
import { useCanCheck, useCopyStatusCheck } from '../../entities/records/copy-status-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';

/** Asks the service; where that did not go well the same button asks again. */
export function CheckButton() {
  const text = useText();
  const canCheck = useCanCheck();
  const { checking, check } = useCopyStatusCheck();
  if (!canCheck) return <p>{text('copyStatus.later')}</p>;
  return (
    <>
      <Button tone="primary" icon="refresh" isPending={checking} onPress={() => void check()}>
        {text('copyStatus.check')}
      </Button>
      <p className="copy-status__checking" role="status">
        {checking ? text('copyStatus.checking') : ''}
      </p>
    </>
  );
}

export function CheckFailure() {
  const failure = useCopyStatusCheck((check) => check.failure);
  const note = useRef<HTMLDivElement>(null);
  // It stands below the button that was pressed, which may be the last of what can be seen.
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return failure === null ? null : (
    <div ref={note}>
      <FailureNote failure={failure} showField />
    </div>
  );
}

/** The same in one line, where there is little room. */
export function CheckFailureLine() {
  const text = useText();
  const failure = useCopyStatusCheck((check) => check.failure);
  return failure === null ? null : (
    <p role="alert">
      <strong>{text(`failure.${failure.code}.says`)}</strong> {text(`failure.${failure.code}.next`)}
    </p>
  );
}
