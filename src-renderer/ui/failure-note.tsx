import type { ReactNode } from 'react';
import type { FailureCode } from '../../src-shared/contract/codes.ts';
import { useText } from '../base/i18n/use-text.ts';
import type { ShownFailure } from '../base/shown-failure.ts';
import { useView } from '../base/stores/view-store.ts';
import { Button } from './button.tsx';
import { Callout } from './callout.tsx';
import './failure-note.css';
import { Ltr } from './ltr.tsx';

export interface FailureNoteProps {
  readonly failure: ShownFailure;
  readonly actions?: ReactNode;
  readonly showField?: boolean;
  readonly quiet?: boolean;
  /** What to do here, where that is not what the failure asks for everywhere else. */
  readonly next?: string;
}

/** A failure in words: what happened, what to do, and the number to name to the service's support. */
export function FailureNote({ failure, actions, showField = false, quiet = false, next }: FailureNoteProps) {
  const text = useText();
  const canFind = useView(({ area }) => area !== 'diagnosis') && diagnosable.includes(failure.code);
  const find = <Button onPress={() => useView.getState().go('diagnosis')}>{text('diagnosis.find')}</Button>;
  return (
    <Callout
      tone={quiet ? 'wait' : 'bad'}
      title={text(`failure.${failure.code}.says`)}
      actions={
        canFind ? (
          <>
            {actions}
            {find}
          </>
        ) : (
          actions
        )
      }
      {...(quiet ? {} : { role: 'alert' as const })}
    >
      <p>{next ?? text(`failure.${failure.code}.next`)}</p>
      {showField && failure.faults !== undefined ? <FaultList faults={failure.faults} /> : null}
      {showField && failure.faults === undefined && failure.field !== undefined ? (
        <p>{text('app.field', { field: failure.field })}</p>
      ) : null}
      {showField && failure.detail !== undefined ? <p>{text('app.detail', { detail: failure.detail })}</p> : null}
      {failure.requestId === undefined ? null : (
        <p>
          {text('app.requestId')} <Ltr select>{failure.requestId}</Ltr>
        </p>
      )}
    </Callout>
  );
}

/** Every place that is wrong with what is allowed there: so that a file is put right once and not once for each. */
function FaultList({ faults }: { faults: NonNullable<ShownFailure['faults']> }) {
  const text = useText();
  return (
    <ul className="failure-note__faults">
      {faults.map(({ field, allowed }) => (
        <li key={`${field} ${allowed}`}>
          <p>{field === '' ? text('app.wholeFile') : <Ltr select>{field}</Ltr>}</p>
          <p>
            <Ltr select>{allowed}</Ltr>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Where calls themselves are refused or unverified, the counter can look for the cause itself. */
const diagnosable: readonly FailureCode[] = ['invalid_credentials', 'answer_unverified', 'clock_off'];
