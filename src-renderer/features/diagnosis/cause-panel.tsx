import { useState } from 'react';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Ltr } from '../../ui/ltr.tsx';
import '../../ui/panel.css';
import { SaveForSupport } from '../support-log/save-for-support.tsx';
import { useDiagnosis, type Examination } from './diagnosis-store.ts';
import { EvidenceList } from './evidence-list.tsx';

interface CausePanelProps {
  readonly examination: Examination;
  /** Of the refusal that led here. */
  readonly requestId: string | undefined;
  readonly onApplied: () => void;
}

/** The one cause, what to do about it, and what shows it. */
export function CausePanel({ examination, requestId, onApplied }: CausePanelProps) {
  const text = useText();
  const { cause, changes, fields, evidence } = examination;
  const wantsWord = evidence.some(({ kind }) => kind === 'wordNeeded');
  return (
    <section className="panel cause">
      <h2>{text('diagnosis.cause')}</h2>
      <Callout tone={cause === 'none' ? 'good' : 'bad'} role="status" title={text(`cause.${cause}.says`)}>
        <p>{text(`cause.${cause}.next`)}</p>
        {requestId === undefined ? null : (
          <p>
            {text('app.requestId')} <Ltr select>{requestId}</Ltr>
          </p>
        )}
        {wantsWord ? (
          <div>
            <Button onPress={() => void useDiagnosis.getState().search({ tryForms: true })}>
              {text('diagnosis.tryForms')}
            </Button>
          </div>
        ) : null}
      </Callout>
      {changes.length === 0 ? null : <Change examination={examination} onApplied={onApplied} />}
      {fields.length === 0 ? null : (
        <div className="cause__part">
          <h3>{text('diagnosis.fields')}</h3>
          {cause === 'form_unknown' ? null : <p>{text('diagnosis.fields.says')}</p>}
          <ul className="cause__fields">
            {fields.map((field) => (
              <li key={field}>
                <Ltr select>{field}</Ltr>
              </li>
            ))}
          </ul>
        </div>
      )}
      <EvidenceList examination={examination} />
      {cause === 'none' ? null : <SaveForSupport />}
    </section>
  );
}

function Change({
  examination: { changes, applicable },
  onApplied,
}: {
  examination: Examination;
  onApplied: () => void;
}) {
  const text = useText();
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const apply = async (): Promise<void> => {
    setBusy(true);
    const failed = await useSession.getState().applyChange();
    setFailure(failed);
    setBusy(false);
    setAsks(false);
    if (failed === null) onApplied();
  };
  return (
    <div className="cause__change">
      <h3>{text('diagnosis.change')}</h3>
      {changes.map(({ path, from, to }) => (
        <dl key={path}>
          <div>
            <dt>
              <Ltr select>{path}</Ltr>
            </dt>
          </div>
          <div>
            <dt>{text('diagnosis.change.was')}</dt>
            <dd>
              <Ltr>{JSON.stringify(from)}</Ltr>
            </dd>
          </div>
          <div>
            <dt>{text('diagnosis.change.is')}</dt>
            <dd>
              <Ltr select>{JSON.stringify(to)}</Ltr>
            </dd>
          </div>
        </dl>
      ))}
      {failure === null ? null : <FailureNote failure={failure} showField />}
      {applicable ? (
        <div>
          <Button
            tone="primary"
            onPress={() => {
              setAsks(true);
            }}
          >
            {text('diagnosis.apply')}
          </Button>
        </div>
      ) : null}
      {asks ? (
        <ConfirmDialog
          title={text('diagnosis.apply.title')}
          confirm={text('diagnosis.apply')}
          back={text('diagnosis.apply.back')}
          isPending={busy}
          onConfirm={() => void apply()}
          onBack={() => {
            setAsks(false);
          }}
        >
          <p>{text('diagnosis.apply.says')}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
