import type { ReactNode } from 'react';

import type { ShownFailure } from '../app/shown-failure.ts';
import { useText } from '../app/i18n/use-text.ts';
import { Callout } from './callout.tsx';
import { Ltr } from './ltr.tsx';

interface FailureNoteProps {
  readonly failure: ShownFailure;
  readonly actions?: ReactNode;
  readonly showField?: boolean;
  readonly quiet?: boolean;
}

/** A failure in words: what happened, what to do, and the number to name to the service's staff. */
export function FailureNote({ failure, actions, showField = false, quiet = false }: FailureNoteProps) {
  const text = useText();
  return (
    <Callout tone={quiet ? 'wait' : 'bad'} title={text(`failure.${failure.code}.says`)} actions={actions} {...(quiet ? {} : { role: 'alert' as const })}>
      <p>{text(`failure.${failure.code}.next`)}</p>
      {showField && failure.field !== undefined ? <p>{text('app.field', { field: failure.field })}</p> : null}
      {showField && failure.detail !== undefined ? <p>{text('app.detail', { detail: failure.detail })}</p> : null}
      {failure.requestId === undefined ? null : (
        <p>
          {text('app.requestId')} <Ltr select>{failure.requestId}</Ltr>
        </p>
      )}
    </Callout>
  );
}
