import { useState } from 'react';
import type { EnrolmentView } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import { useText } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import '../../ui/panel.css';
import { EnrolForm } from './enrol-form.tsx';
import { EnrolmentState } from './enrolment-state.tsx';
import { EnrolmentSteps } from './enrolment-steps.tsx';
import { Thumbprints } from './thumbprints.tsx';
import './next-key.css';

/** The enrolment of the key that is to replace the one in use, which sells meanwhile. */
export function NextKey({ next }: { next: EnrolmentView['next'] }) {
  const text = useText();
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState<ShownFailure | null>(null);
  const [isTrying, setTrying] = useState(false);
  const hasEnded = next?.state === 'refused' || next?.state === 'expired';
  const needsForm = next === undefined ? open : hasEnded || next.state === 'draft' || next.waitsFor !== undefined;
  return (
    <section className="next-key" aria-labelledby="next-key">
      <div className="panel">
        <h2 id="next-key">{text('key.replace.title')}</h2>
        <p className="panel__says">{text('key.replace.says')}</p>
        {next === undefined && !open ? (
          <div>
            <Button icon="key" onPress={() => setOpen(true)}>
              {text('key.replace.begin')}
            </Button>
          </div>
        ) : null}
      </div>
      {next === undefined || (hasEnded && isTrying) ? null : (
        <EnrolmentState enrolment={next} failed={needsForm ? null : failed} />
      )}
      {needsForm ? (
        <EnrolForm submitLabel={text('key.replace.submit')} onFailed={setFailed} onAsking={setTrying} />
      ) : null}
      {next === undefined || (needsForm && next.waitsFor !== 'activation') ? null : (
        <>
          <Thumbprints enrolment={next} />
          <EnrolmentSteps {...next} />
        </>
      )}
    </section>
  );
}

/**
 * A key that was replaced and that orders still need, with the way to retire it where they cannot be settled with it
 * any more.
 */
export function ReplacedKeys({ replaced }: { replaced: NonNullable<EnrolmentView['replaced']> }) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ShownFailure | null>(null);
  const retire = async (): Promise<void> => {
    setBusy(true);
    const result = await ask((bridge) => bridge.enrolment.retire({}));
    setBusy(false);
    setFailure(result.ok ? null : result.error);
    if (result.ok) useSession.getState().setEnrolment(result.value);
  };
  return (
    <section className="panel">
      <h2>{text('key.replaced.title')}</h2>
      <p className="panel__says">
        {text('key.replaced.orders', { count: replaced.reduce((sum, { pendingOrders }) => sum + pendingOrders, 0) })}
      </p>
      {failure === null ? null : <FailureNote failure={failure} />}
      {failure?.code === 'key_pending_orders' ? null : (
        <div>
          <Button isPending={busy} onPress={() => void retire()}>
            {text('key.replaced.retire')}
          </Button>
        </div>
      )}
    </section>
  );
}
