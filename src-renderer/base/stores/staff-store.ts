import { create } from 'zustand';
import { mayCall } from '../../../src-shared/contract/call-rules.ts';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { CallName, Domain } from '../../../src-shared/contract/names.ts';
import type { Role } from '../../../src-shared/contract/roles.ts';
import type { CallResult, CounterBridge } from '../../../src-shared/contract/schemas.ts';
import type { StaffView } from '../../../src-shared/contract/staff.ts';
import { ask } from '../bridge.ts';
import { turnsOf } from './turns.ts';

export type Person = StaffView['people'][number];

interface StaffState extends StaffView {
  load: () => Promise<void>;
  enter: (id: string, pin: string) => Promise<Failure | null>;
  /** Locks, for the next person. */
  leave: () => Promise<void>;
  /** One of the calls that change who works here. */
  change: (call: (staff: CounterBridge['staff']) => Promise<CallResult<StaffView>>) => Promise<Failure | null>;
}

/** The people of this shop as main knows them; nobody where it uses no PINs. No PIN is ever kept here. */
export const useStaff = create<StaffState>()((set, get) => ({
  people: [],
  me: null,
  load: async () => {
    const { isNews } = turn();
    const view = await ask((bridge) => bridge.staff.list({}));
    if (view.ok && isNews()) set(view.value);
  },
  enter: async (id, pin) => {
    const opened = await ask((bridge) => bridge.staff.enter({ id, pin }));
    if (opened.ok) return null;
    // How long this person has to wait now.
    await get().load();
    return opened.error;
  },
  leave: async () => {
    await ask((bridge) => bridge.staff.leave({}));
  },
  change: async (call) => {
    const view = await ask((bridge) => call(bridge.staff));
    if (!view.ok) return view.error;
    turn().isNews();
    set(view.value);
    return null;
  },
}));

const turn = turnsOf(useStaff);

/** Who is at the counter; null where the shop uses no PINs. */
export function meIn({ people, me }: StaffView): Person | null {
  return people.find(({ id }) => id === me) ?? null;
}

/** The role of who is at the counter; null where the shop uses no PINs, and anybody may do anything. */
function useRole(): Role | null {
  return useStaff((staff) => meIn(staff)?.role ?? null);
}

/** Whether main would take this call from who is there. Main refuses it all the same: the page only shows it. */
export function useMay<D extends Domain>(domain: D, call: CallName<D>): boolean {
  return mayCall(domain, call, useRole());
}
