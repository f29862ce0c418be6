import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { LimitsChange, LimitsView } from '../../../src-shared/contract/limits.ts';
import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { ok, type Result } from '../../core/result.ts';
import type { LimitEvent } from '../../limits/machine/events.ts';
import type { LimitRecords } from '../../limits/records/limit-records.ts';
import { atCounter, inLocalRecords, type CallContext } from './context.ts';
import { knowsCost } from './cost.ts';

/** What the screen shows at once; the command line shows all. */
const mostChanges = 500;

/** What cashiers may spend without a manager. Main holds each call to its roles. */
export function limitCalls(context: CallContext): CallHandlers['limits'] {
  /** Where no PIN can be checked they are nobody's to read, in a shop that has people. */
  const read = <T>(work: (limits: LimitRecords) => T): Promise<Result<T, Failure>> =>
    knowsCost(context)
      ? inLocalRecords(context, ({ limits }) => ok(work(limits)))
      : atCounter(context, ({ localRecords: { limits } }) => ok(work(limits)));
  return {
    read: () => read(viewOf),
    history: () =>
      read((limits) => {
        const items = limits.history().map(changeOf).toReversed();
        return { items: items.slice(0, mostChanges), hasMore: items.length > mostChanges };
      }),
    set: (typed) =>
      atCounter(context, ({ localRecords: { limits } }) => {
        const changed = limits.set(typed);
        return changed.ok ? ok(viewOf(limits)) : changed;
      }),
  };
}

function viewOf(limits: LimitRecords): LimitsView {
  return { items: limits.read().map((terms) => ({ ...terms })) };
}

function changeOf({ atMs, body: { by, ...terms } }: LimitEvent): LimitsChange {
  return { at: new Date(atMs).toISOString(), ...(by === undefined ? {} : { by }), ...terms };
}
