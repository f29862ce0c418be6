import type { OpenWork, Unsettled } from '../../../src-shared/contract/screen.ts';
import type { StaffId } from '../../core/ids.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import type { OrderRecords } from '../../orders/records/order-records.ts';
import type { Staff } from '../../staff/staff.ts';
import type { OpenDeployment } from './open-deployment.ts';
import type { NoticeListener } from './ports.ts';

/**
 * What main knows of the page, and of the person who may have left it: locked or not, the work that is open, whether
 * the counter may end.
 */
export interface PageState {
  readonly isLocked: () => boolean;
  /** Nothing is locked where nothing is open. */
  readonly lock: () => void;
  /** `person` where somebody opened it with a PIN. */
  readonly unlock: (person?: StaffId) => void;
  /** Who opened it with a PIN and is still there. */
  readonly person: () => StaffId | null;
  /** Another deployment is open now: where people work at it, it waits for one of them. */
  readonly opened: () => void;
  /** How long ago the last lock came, whether or not it was locked before; endless where none has come. */
  readonly sinceLockMs: () => number;
  /**
   * Tells from now on whether the counter has stayed open since: who asked for something is still there when it comes.
   */
  readonly watched: () => () => boolean;
  /** The work that the page had open for the person at the counter, as long as the same deployment is open. */
  readonly openWork: () => OpenWork | null;
  readonly keepOpenWork: (openWork: OpenWork) => void;
  /** A sale was begun: a page that is gone before it hears of that comes back to the sale, not to its draft. */
  readonly watch: (operationId: string) => void;
  /** False where unsettled sales have to be named first; a second request is granted, whatever the page does. */
  readonly mayQuit: () => boolean;
  readonly stay: () => void;
}

export function createPageState(
  current: () => OpenDeployment | null,
  notify: NoticeListener,
  monotonicMs: () => number,
): PageState {
  let locked = false;
  let lockedAtMs = -Infinity;
  let locks = 0;
  let quitAsked = false;
  let person: StaffId | null = null;
  let kept: { readonly of: OpenDeployment | null; readonly works: Map<StaffId | null, OpenWork> } | null = null;
  const worksNow = (): Map<StaffId | null, OpenWork> => {
    if (kept === null || kept.of !== current()) kept = { of: current(), works: new Map() };
    return kept.works;
  };
  // While it waits for a person, it is nobody's work.
  const isNobodys = (): boolean => person === null && isStaffed(current());
  const openWork = (): OpenWork | null => (isNobodys() ? null : (worksNow().get(person) ?? null));
  const keep = (next: OpenWork): void => {
    if (!isNobodys()) worksNow().set(person, next);
  };
  const turn = (to: boolean): void => {
    if (locked === to) return;
    locked = to;
    if (locked) locks += 1;
    notify('lockChanged', { locked, ...(person === null ? {} : { person }) });
  };
  return {
    isLocked: () => locked,
    lock: () => {
      if (current() === null) return;
      lockedAtMs = monotonicMs();
      person = null;
      turn(true);
    },
    unlock: (next) => {
      person = next ?? null;
      turn(false);
    },
    person: () => person,
    opened: () => {
      person = null;
      if (isStaffed(current())) turn(true);
    },
    sinceLockMs: () => monotonicMs() - lockedAtMs,
    watched: () => {
      const before = locks;
      return () => locks === before;
    },
    openWork: openWork,
    keepOpenWork: keep,
    watch: (operationId) => {
      const before = openWork();
      if (before === null) return;
      const { basket: _, ...others } = before;
      keep({ ...others, sale: { kind: 'watch', operationId } });
    },
    mayQuit: () => {
      const unsettled = unsettledIn(current());
      if (quitAsked || unsettled.pending + unsettled.codesWaiting === 0) return true;
      quitAsked = true;
      notify('quitAsked', unsettled);
      return false;
    },
    stay: () => {
      quitAsked = false;
    },
  };
}

const countedAtMost = 1000;

/** Sales that a person still has to do or wait for something with. */
function unsettledIn(current: OpenDeployment | null): Unsettled {
  const none = { pending: 0, codesWaiting: 0 };
  return fromRecords(current, none, (records) => {
    const waiting = records.page({ show: 'codesWaiting', limit: countedAtMost });
    const operationIds = waiting.ok ? waiting.value.operationIds : [];
    // One sheet hands over all that a basket brought: the tray counts that as one sale too.
    const sheets = new Set(operationIds.map((operationId) => records.find(operationId)?.intent.basket ?? operationId));
    return { pending: records.pending().length, codesWaiting: sheets.size };
  });
}

/** How many orders have no result yet. */
export function pendingIn(current: OpenDeployment | null): number {
  return fromRecords(current, 0, (records) => records.pending().length);
}

function fromRecords<T>(current: OpenDeployment | null, none: T, read: (records: OrderRecords) => T): T {
  if (current?.localRecords.ok !== true) return none;
  try {
    return read(current.localRecords.value.records);
  } catch (error) {
    // Records that cannot be read now are as they are; a person must still be able to close the counter.
    if (error instanceof JournalUnavailable) return none;
    throw error;
  }
}

/**
 * Whether sales would stand still and be seen by nobody, were this deployment left for another or for a training. Where
 * the counter cannot go on with them anyway they hold nobody.
 */
export function areUnsettled(current: OpenDeployment | null): boolean {
  if (current?.mode !== 'deployment' || !current.counter.ok) return false;
  const { pending, codesWaiting } = unsettledIn(current);
  return pending + codesWaiting > 0;
}

/**
 * The people of what is open; null where it has none, and where its key is not at hand: no PIN can be checked there,
 * and nothing can be sold or shown.
 */
export function staffIn(current: OpenDeployment | null): Staff | null {
  return current?.counter.ok === true ? current.counter.value.staff : null;
}

/** Whether the lock waits for a PIN. */
export function isStaffed(current: OpenDeployment | null): boolean {
  return (staffIn(current)?.people().length ?? 0) > 0;
}

/** Whether these records may not be the one and latest copy, and the counter could find that out. */
export function areCopied(current: OpenDeployment | null): boolean {
  return current?.counter.ok === true && current.counter.value.localRecords.journal.copyStatus() !== 'own';
}
