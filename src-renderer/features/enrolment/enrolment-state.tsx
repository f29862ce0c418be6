import { useEffect, useState } from 'react';
import type { EnrolmentSteps } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import { useText } from '../../base/i18n/use-text.ts';
import { useDayTime } from '../../base/i18n/use-time.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { useSession } from '../../base/stores/session-store.ts';
import { useView } from '../../base/stores/view-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';

/** While staff's activation is awaited: often at first, then slower. */
const [firstLookMs, slowestLookMs, slower] = [2_000, 60_000, 1.5];
const isUnderWay = (state: EnrolmentSteps['state']): boolean =>
  ['keyMade', 'submitted', 'proved', 'awaitingActivation'].includes(state);

interface EnrolmentStateProps {
  readonly enrolment: EnrolmentSteps;
  /** Why the form that is gone came no further, until the next step says more. */
  readonly failed?: ShownFailure | null;
}

/** Where the enrolment stands, in words, and the one thing to do about it. */
export function EnrolmentState({ enrolment, failed = null }: EnrolmentStateProps) {
  const text = useText();
  const { state, refusal, thumbprintsAgree, waitsFor, invitationEndsAt: endsAt } = enrolment;
  const dayTime = useDayTime();
  const isWaiting = state === 'awaitingActivation' || waitsFor === 'activation';
  const { checking, failure, check } = useCheck(isWaiting, isWaiting || isUnderWay(state) ? failed : null);
  const says = text(`enrol.state.${state}`);
  if (state === 'none' || state === 'draft') return null;
  if (!isWaiting && (state === 'refused' || state === 'expired')) {
    // A reason that is known has an advice of its own.
    return refusal === undefined ? (
      <Callout tone="bad" role="alert" title={says}>
        <p>{text(`enrol.state.${state}.next`)}</p>
      </Callout>
    ) : (
      <FailureNote failure={refusal} />
    );
  }
  // Nobody is asked to read out what must not be confirmed.
  if (thumbprintsAgree === false) return <Callout tone="bad" role="alert" title={text('enrol.thumbprint.differ')} />;
  if (state === 'active') {
    return (
      <Callout
        tone="good"
        title={says}
        role="status"
        actions={<Button onPress={() => useView.getState().go('sell')}>{text('enrol.goSell')}</Button>}
      />
    );
  }
  const shown = failure ?? refusal;
  return (
    <>
      <Callout
        tone="wait"
        role="status"
        title={says}
        actions={
          <Button icon="refresh" isPending={checking} onPress={() => void check()}>
            {text(isWaiting ? 'enrol.check' : 'enrol.continue')}
          </Button>
        }
      >
        {isWaiting ? <p>{text('enrol.waiting')}</p> : null}
        {state === 'expired' || endsAt === undefined || Number.isNaN(Date.parse(endsAt)) ? null : (
          <p>{text('enrol.invitationEnds', { time: dayTime(endsAt) })}</p>
        )}
        {waitsFor === undefined ? null : <p>{text(`enrol.waits.${waitsFor}`)}</p>}
      </Callout>
      {shown === undefined || (waitsFor !== undefined && failure === null) ? null : (
        <FailureNote failure={shown} quiet />
      )}
    </>
  );
}

/** Asks main to look or to go on; while the staff's activation is awaited it asks by itself. */
function useCheck(isWaiting: boolean, failed: ShownFailure | null) {
  const [checking, setChecking] = useState(false);
  const [checked, setChecked] = useState<{ readonly failure: ShownFailure | null } | null>(null);
  const check = async (): Promise<void> => {
    setChecking(true);
    setChecked({ failure: await look() });
    setChecking(false);
  };
  useEffect(() => {
    if (!isWaiting) return;
    let waitMs = firstLookMs;
    let timer = setTimeout(function again() {
      void look();
      waitMs = Math.min(slowestLookMs, waitMs * slower);
      timer = setTimeout(again, waitMs);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return { checking, failure: checked === null ? failed : checked.failure, check };
}

async function look(): Promise<ShownFailure | null> {
  const result = await ask((bridge) => bridge.enrolment.check({}));
  if (!result.ok) return result.error;
  useSession.getState().setEnrolment(result.value);
  return null;
}
