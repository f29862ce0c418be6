import { useEffect, useRef, useState, type RefObject } from 'react';
import type { EnrolmentView } from '../../../src-shared/contract/schemas.ts';
import { useText } from '../../base/i18n/use-text.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useMay } from '../../base/stores/staff-store.ts';
import { differences, useCopyStatus } from '../../entities/records/copy-status-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { DiagnosisLink } from '../diagnosis/diagnosis-link.tsx';
import { EnrolForm } from '../enrolment/enrol-form.tsx';
import { EnrolmentState } from '../enrolment/enrolment-state.tsx';
import { EnrolmentSteps } from '../enrolment/enrolment-steps.tsx';
import { NextKey, ReplacedKeys } from '../enrolment/next-key.tsx';
import { ConfirmedKeysPanel, ServiceKeysPanel } from '../enrolment/service-keys.tsx';
import { Thumbprints } from '../enrolment/thumbprints.tsx';
import { LimitsLink } from '../limits/limits-link.tsx';
import { NotingPanel } from '../payments/noting-panel.tsx';
import { PeopleLink } from '../people/people-link.tsx';
import { PricesLink } from '../prices/prices-link.tsx';
import { ShopPanel } from '../receipts/shop-panel.tsx';
import { BackupNote } from '../records/backup-note.tsx';
import { CopyStatusPanel } from '../records/copy-status-panel.tsx';
import { RecoveryPanel } from '../recovery/recovery-panel.tsx';
import { LargeSaleChoices } from '../settings/large-sale-choices.tsx';
import { LeavingChoices } from '../settings/leaving-choices.tsx';
import { SizePanel } from '../settings/size-panel.tsx';
import { SupportLogPanel } from '../support-log/support-log-panel.tsx';
import { LeaveTraining } from '../training/leave-training.tsx';
import { StartTraining } from '../training/start-training.tsx';
import { UpdatesPanel } from '../updates/updates-panel.tsx';
import { CertificatesNote } from './certificates-note.tsx';
import { DeploymentSigner } from './deployment-signer.tsx';
import './counter-area.css';
import { ProblemPanel } from './problem-panel.tsx';
import { ProfileNotes } from './profile-notes.tsx';

/** This counter's key: from the invitation to the activation, and what it may do then. */
export function CounterArea() {
  const text = useText();
  const enrolment = useSession((session) => session.start?.enrolment);
  const problem = useSession((session) => session.start?.problem);
  const isTraining = useSession((session) => session.start?.mode === 'training');
  const { copyStatus, findings } = useCopyStatus();
  const mayManage = useMay('enrolment', 'begin');
  const [isRecovered, setIsRecovered] = useState(false);
  const [failed, setFailed] = useState<ShownFailure | null>(null);
  const [isTrying, setTrying] = useState(false);
  const main = useTopAfterForm(enrolment !== undefined && needsForm(enrolment.state));
  if (enrolment === undefined) return null;
  if (problem !== undefined) return <ProblemPanel problem={problem} onRecovered={() => setIsRecovered(true)} />;
  if (!mayManage) return <ReadOnlyCounter enrolment={enrolment} />;
  const { state, waitsFor } = enrolment;
  const isToBeChecked = copyStatus !== undefined || (findings !== null && differences(findings) > 0);
  const isAsking = needsForm(state);
  const mayTakeAnother = isAsking || waitsFor !== undefined;
  const nextKey = state === 'active' && !isTraining ? <NextKey key={enrolment.keyId} next={enrolment.next} /> : null;
  const isEnding = enrolment.validity?.warning !== undefined;
  return (
    <div className="counter-area">
      <div className="counter-area__main" ref={main}>
        {state === 'active' ? (
          <PageHead title={text('nav.counter')} />
        ) : (
          <PageHead title={text('enrol.title')} says={text('enrol.says')} />
        )}
        {isRecovered ? (
          <Callout tone="good" role="status">
            <p>{text('recover.done')}</p>
          </Callout>
        ) : null}
        <CopyStatusPanel />
        <BackupNote />
        <CertificatesNote />
        <ServiceKeysPanel />
        {(state === 'active' && isToBeChecked) || (isAsking && isTrying) ? null : (
          <EnrolmentState enrolment={enrolment} failed={mayTakeAnother ? null : failed} />
        )}
        {isEnding ? nextKey : null}
        {isAsking && waitsFor === undefined ? null : <Thumbprints enrolment={enrolment} />}
        {mayTakeAnother ? <EnrolForm onFailed={setFailed} onAsking={setTrying} /> : null}
        {enrolment.replaced === undefined ? null : <ReplacedKeys replaced={enrolment.replaced} />}
        <ConfirmedKeysPanel />
        <DeploymentSigner />
        <ProfileNotes />
        {isEnding ? null : nextKey}
        <ShopPanel />
        {state === 'active' ? <LargeSaleChoices /> : null}
        {state === 'active' ? <NotingPanel /> : null}
      </div>
      <aside className="counter-area__side">
        {state === 'active' ? null : <EnrolmentSteps {...enrolment} />}
        <PeopleLink />
        {state === 'active' ? <PricesLink /> : null}
        {state === 'active' ? <LimitsLink /> : null}
        <DiagnosisLink />
        <UpdatesPanel />
        <SupportLogPanel />
        <LeavingChoices />
        <SizePanel />
        <RecoveryPanel />
        {isTraining ? <LeaveTraining /> : null}
        {state === 'active' && !isTraining ? <StartTraining /> : null}
      </aside>
    </div>
  );
}

function needsForm(state: EnrolmentView['state']): boolean {
  return state === 'none' || state === 'draft' || state === 'refused' || state === 'expired';
}

/** What became of the form is said at the top, and the form may have been sent from further down. */
function useTopAfterForm(isForm: boolean): RefObject<HTMLDivElement | null> {
  const main = useRef<HTMLDivElement>(null);
  const wasForm = useRef(isForm);
  useEffect(() => {
    if (wasForm.current && !isForm) main.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
    wasForm.current = isForm;
  }, [isForm]);
  return main;
}

/** What this counter shows to who may not change it, and why. */
function ReadOnlyCounter({ enrolment }: { enrolment: EnrolmentView }) {
  const text = useText();
  const isTraining = useSession((session) => session.start?.mode === 'training');
  return (
    <div className="counter-area">
      <div className="counter-area__main">
        <PageHead title={text('nav.counter')} />
        <Callout tone="plain" icon="lock">
          <p>{text('people.managerOnly')}</p>
        </Callout>
        <BackupNote />
        <CertificatesNote />
        <EnrolmentState enrolment={enrolment} />
        <Thumbprints enrolment={enrolment} />
      </div>
      <aside className="counter-area__side">
        {enrolment.state === 'active' ? <PricesLink /> : null}
        {enrolment.state === 'active' ? <LimitsLink /> : null}
        <DiagnosisLink />
        <SizePanel />
        {enrolment.state === 'active' && !isTraining ? <StartTraining /> : null}
      </aside>
    </div>
  );
}
