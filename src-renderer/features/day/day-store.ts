import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { DayReport, ShiftView } from '../../../src-shared/contract/day.ts';
import type { CallInput, CallOutput, CallResult } from '../../../src-shared/contract/schemas.ts';
import { ask } from '../../base/bridge.ts';
import { heedCopyStatusNews } from '../../base/stores/session-store.ts';
import { turnsOf } from '../../base/stores/turns.ts';

export type Counted = NonNullable<CallInput<'day', 'close'>['counted']>;
type Zs = CallOutput<'day', 'zs'>;
type Act = 'openShift' | 'handOver' | 'close';

interface Day {
  readonly shift: ShiftView | null;
  /** What was sold since the last Z. A failed reading keeps what was read before. */
  readonly x: DayReport | null;
  /** The Z that is shown in place of the X. */
  readonly z: DayReport | null;
  /** It was made a moment ago. */
  readonly justClosed: boolean;
  readonly zs: Zs | null;
  readonly reading: boolean;
  /** Why the shift or the X could not be read. */
  readonly failure: Failure | null;
  /** Why the list of Zs, or one of them, could not be read. */
  readonly zsFailure: Failure | null;
  readonly acting: Act | null;
  readonly refused: { readonly act: Act; readonly failure: Failure } | null;
  /** Reads the shift and the X; says whether both are as they are now. */
  look: () => Promise<boolean>;
  lookAtZs: () => Promise<void>;
  loadOlder: () => Promise<void>;
  openZ: (name: string) => Promise<void>;
  showX: () => void;
  changeShift: (act: 'openShift' | 'handOver', counted: Counted) => Promise<boolean>;
  /** True where the Z is made; a press while one is being made is no second one. */
  close: (counted: Counted) => Promise<boolean>;
  leaveRefusal: () => void;
}

export const useDay = create<Day>()((set, get) => ({
  shift: null,
  x: null,
  z: null,
  justClosed: false,
  zs: null,
  reading: false,
  failure: null,
  zsFailure: null,
  acting: null,
  refused: null,

  look: async () => {
    const { isLast } = turn('now');
    set({ reading: true });
    const [shift, x] = await Promise.all([ask(({ day }) => day.shift({})), ask(({ day }) => day.x({}))]);
    if (!isLast()) return false;
    set({
      reading: false,
      failure: !shift.ok ? shift.error : !x.ok ? x.error : null,
      ...(shift.ok ? { shift: shift.value } : {}),
      ...(x.ok ? { x: x.value } : {}),
    });
    return shift.ok && x.ok;
  },

  lookAtZs: async () => {
    const { isLast } = turn('list');
    const zs = await ask(({ day }) => day.zs({}));
    if (isLast()) set(zs.ok ? { zs: zs.value, zsFailure: null } : { zsFailure: zs.error });
  },

  loadOlder: async () => {
    const { zs } = get();
    if (zs?.nextCursor === undefined) return;
    const { items, nextCursor: cursor } = zs;
    const { isLast } = turn('list');
    const older = await ask(({ day }) => day.zs({ cursor }));
    if (!isLast()) return;
    set(
      older.ok
        ? { zs: { ...older.value, items: [...items, ...older.value.items] }, zsFailure: null }
        : { zsFailure: older.error },
    );
  },

  openZ: async (name) => {
    const { isLast } = turn('z');
    const z = await ask(({ day }) => day.z({ name }));
    if (!isLast()) return;
    set(z.ok ? { z: z.value, justClosed: false, zsFailure: null } : { zsFailure: z.error });
  },

  showX: () => {
    turn('z');
    set({ z: null, justClosed: false });
  },

  changeShift: async (act, counted) => {
    const shift = await once(act, ({ day }) => day[act](countedIn(counted)));
    if (shift === null) return false;
    set({ shift });
    void get().look();
    return true;
  },

  close: async (counted) => {
    const seen = get().x;
    const day = seen === null ? {} : { firstSeq: seen.firstSeq };
    const z = await once('close', (bridge) => bridge.day.close({ ...countedIn(counted), ...day }));
    if (z === null) return false;
    turn('z');
    // What was shown of the day is over with it.
    const lastZ = z.name === null ? null : { name: z.name, issuedAt: z.until };
    set({ z, justClosed: true, x: null, shift: { open: null, lastZ } });
    void get().look();
    void get().lookAtZs();
    return true;
  },

  leaveRefusal: () => set({ refused: null }),
}));

const turn = turnsOf(useDay);

/** One act at a time; null where it was refused, or another one is under way. */
async function once<T>(act: Act, call: Parameters<typeof ask<T>>[0]): Promise<T | null> {
  const { getState, setState } = useDay;
  if (getState().acting !== null) return null;
  const { isLast } = turn('act');
  setState({ acting: act, refused: null });
  const result: CallResult<T> = await ask(call);
  if (!isLast()) return null;
  setState({ acting: null, refused: result.ok ? null : { act, failure: result.error } });
  if (result.ok) return result.value;
  // A shift that is open already, or open no more, is not what the screen says.
  if (!heedCopyStatusNews(result.error)) void getState().look();
  return null;
}

function countedIn(counted: Counted): { counted?: Counted } {
  return counted.length === 0 ? {} : { counted };
}
