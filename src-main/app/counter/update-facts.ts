import type { OpenWork } from '../../../src-shared/contract/screen.ts';
import { isBackedUp } from '../../journal/backups.ts';
import type { CounterFacts } from '../../updates/when-to-offer.ts';
import type { OpenDeployment } from './open-deployment.ts';
import { pendingIn } from './page-state.ts';

interface Seen {
  readonly current: OpenDeployment | null;
  readonly openWork: OpenWork | null;
  readonly inFlight: number;
  /** The folder of the deployment's records. */
  readonly directory: string;
  readonly nowMs: number;
}

/** What an update could disturb now. A training is forgotten at the end all the same. */
export function updateFactsOf({ current, openWork, inFlight, directory, nowMs }: Seen): CounterFacts {
  // Records that do not open have nothing that can be copied, and an update may be what opens them.
  const isToBackUp = current?.mode === 'deployment' && current.localRecords.ok;
  return {
    inFlight,
    unsettled: current?.mode === 'deployment' ? pendingIn(current) : 0,
    isServing:
      openWork !== null &&
      (openWork.codesOf !== null || openWork.sale?.kind === 'draft' || openWork.basket !== undefined),
    // Nobody closes a day at the counter yet.
    isDayClosed: false,
    isBackedUp: !isToBackUp || isBackedUp(directory, nowMs),
  };
}

/** The service's time, where the counter has learned it from a real deployment. */
export function serviceTimeOf(current: OpenDeployment | null): number | null {
  if (current?.mode !== 'deployment' || !current.counter.ok) return null;
  const { serviceClock } = current.counter.value.session;
  return serviceClock.offsetMs() === null ? null : serviceClock.nowMs();
}
