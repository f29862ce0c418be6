import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { Role } from '../../../src-shared/contract/roles.ts';
import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import type { StaffView } from '../../../src-shared/contract/staff.ts';
import { knownId, type StaffId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Staff } from '../../staff/staff.ts';
import { staffIn } from '../counter/page-state.ts';
import { atCounter, type CallContext } from './context.ts';

/** Who works here, and who of them is at the counter. */
export function staffCalls(context: CallContext): CallHandlers['staff'] {
  const { pageState } = context;
  /**
   * The people as they are after a change. Whoever is none any more leaves the counter, and so does who has another
   * role: what is on their screen, they saw in the old one.
   */
  const after = (
    change: (staff: Staff) => Result<unknown, Failure> | Promise<Result<unknown, Failure>>,
  ): Promise<Result<StaffView, Failure>> =>
    atCounter(context, async ({ staff }) => {
      const roleHere = (): Role | null => {
        const me = pageState.person();
        return me === null ? null : (staff.find(me)?.role ?? null);
      };
      const before = roleHere();
      const changed = await change(staff);
      if (!changed.ok) return changed;
      if (before !== null && pageState.person() !== null && roleHere() !== before) await context.lock();
      return ok(viewOf(context, staff));
    });
  return {
    list: () => {
      const staff = staffIn(context.current());
      return Promise.resolve(ok(staff === null ? { people: [], me: null } : viewOf(context, staff)));
    },
    enter: ({ id, pin }) =>
      atCounter(context, async ({ staff }) => {
        const person = await staff.signIn(knownId<StaffId>(id), pin);
        if (!person.ok) return person;
        // Another deployment may have taken the place of this one, whose people these are.
        if (staffIn(context.current()) !== staff) return err({ code: 'not_allowed' });
        if (!pageState.isLocked()) await context.lock();
        pageState.unlock(person.value.id);
        return ok({});
      }),
    leave: async () => {
      if (staffIn(context.current())?.people().length === 0) return err({ code: 'person_required' });
      await context.lock();
      return ok({});
    },
    add: ({ name, role, pin }) =>
      after(async (staff) => {
        const isFirst = staff.people().length === 0;
        const added = await staff.add({ name, role, pin });
        if (added.ok && isFirst && !pageState.isLocked()) pageState.unlock(added.value.id);
        return added;
      }),
    rename: ({ id, name }) => after((staff) => staff.rename(knownId<StaffId>(id), name)),
    changeRole: ({ id, role }) => after((staff) => staff.changeRole(knownId<StaffId>(id), role)),
    changePin: ({ id, pin }) => after((staff) => staff.changePin(knownId<StaffId>(id), pin)),
    remove: ({ id }) => after((staff) => staff.remove(knownId<StaffId>(id))),
    resetPin: ({ id, phrase, pin }) => after((staff) => staff.resetPin(knownId<StaffId>(id), phrase, pin)),
  };
}

function viewOf({ pageState, ports }: CallContext, staff: Staff): StaffView {
  const nowMs = ports.clock.nowMs();
  return {
    me: pageState.person(),
    people: staff.people().map((person) => {
      const lockedForMs = staff.lockedForMs(person.id);
      return { ...person, ...(lockedForMs > 0 ? { lockedUntil: new Date(nowMs + lockedForMs).toISOString() } : {}) };
    }),
  };
}
