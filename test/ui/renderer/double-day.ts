import type { DayReport, ShiftView } from '../../../src-shared/contract/day.ts';
import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { no, ok, soon } from './double-answers.ts';
import { ago, id, walletIds } from './double-data.ts';
import type { World } from './double-world.ts';

const dayHash = 'q7cDJ3cJ1mYlqk2Qk3uWmVb0p6m3sQeY3x0n2mT1c9A';
const zsOnPage = 4;
const nothingSold: DayReport['totals'] = { sales: 0, cards: 0, charge: [], uncharged: 0, cost: [], margin: [] };

/** A day of a shop in Kuwait with two people; `name` null: it goes on. */
function dayReportNamed(name: string | null, changes: Partial<DayReport> = {}): DayReport {
  const sold: DayReport['totals'] = {
    sales: 12,
    cards: 17,
    charge: [{ amount: '61.250', currency: 'KWD' }],
    uncharged: 0,
    cost: [{ amount: '56.400', currency: 'KWD' }],
    margin: [{ amount: '4.850', currency: 'KWD' }],
  };
  return {
    name,
    from: '2026-11-23T20:10:00.000Z',
    until: '2026-11-24T20:05:00.000Z',
    by: null,
    firstSeq: 4_012,
    lastSeq: 4_350,
    headHash: dayHash,
    totals: sold,
    byWallet: [{ id: walletIds.kwd, name: null, ...sold }],
    byCard: [{ id: id(4, 1), name: { en: 'Example Store 5 KWD', ar: 'متجر المثال 5 د.ك' }, ...sold }],
    byPerson: [{ id: null, name: null, ...sold }],
    late: nothingSold,
    lateOrders: [],
    takenBack: nothingSold,
    takenBackOrders: [],
    undecided: [],
    endedLate: [],
    soldInLost: [],
    ended: [{ state: 'refused', sales: 1 }],
    carriedOver: [],
    carriedOverCount: 0,
    running: name === null ? null : sold,
    lost: null,
    counted: null,
    cashCounts: [],
    ...changes,
  };
}

type Sums = NonNullable<DayReport['counted']>;

function comparedWith(expected: Sums | undefined, counted: Sums): { expected?: Sums; difference?: Sums } {
  if (expected === undefined) return {};
  const difference = counted.flatMap(({ amount, currency }) => {
    const wanted = expected.find((sum) => sum.currency === currency);
    return wanted === undefined ? [] : [{ amount: (Number(amount) - Number(wanted.amount)).toFixed(3), currency }];
  });
  return { expected, difference };
}

export function dayCalls(world: World): CallHandlers['day'] {
  const shift = (open: ShiftView['open']): ShiftView => {
    world.shift = { ...world.shift, open };
    return world.shift;
  };
  const begun = () => ({ openedAt: '2026-11-24T06:00:00.000Z', by: world.staff.me });
  const seesCost = () => world.staff.people.find(({ id: person }) => person === world.staff.me)?.role !== 'cashier';
  const report = (name: string | null, changes: Partial<DayReport> = {}): DayReport => {
    const full = dayReportNamed(name, { ...world.options.day, ...changes });
    return seesCost() ? full : withoutCost(full);
  };
  const issued = (number: number) => `${world.shift.lastZ?.name.split('-')[0] ?? '2'}-${number}`;
  const last = (): number => Number(world.shift.lastZ?.name.split('-')[1] ?? 0);
  return {
    shift: () => soon(ok(world.shift)),
    openShift: () => soon(world.shift.open === null ? ok(shift(begun())) : no('shift_open')),
    handOver: ({ counted = [] }) => {
      const { open } = world.shift;
      if (open === null) return soon(no('no_shift'));
      const expected = report(null).payments?.expectedCash;
      const by = world.staff.me;
      const takenOver = { at: ago(0), what: 'handedOver' as const, by, counted, ...comparedWith(expected, counted) };
      const { takenOver: _, ...before } = open;
      return soon(ok(shift({ ...before, ...begun(), ...(counted.length === 0 ? {} : { takenOver }) })));
    },
    x: () => soon(ok(report(null))),
    close: ({ counted }) => {
      const name = issued(last() + 1);
      world.shift = { open: null, lastZ: { name, issuedAt: '2026-11-24T20:05:00.000Z' } };
      return soon(ok(report(name, { by: world.staff.me, counted: counted ?? null })));
    },
    zs: ({ cursor }) => {
      const first = cursor === undefined ? last() : Number(cursor);
      const numbers = Array.from({ length: first }, (_, index) => first - index);
      const items = numbers.slice(0, zsOnPage).map((number) => {
        const { totals } = report(issued(number));
        return { name: issued(number), issuedAt: '2026-11-23T20:10:00.000Z', by: null, totals };
      });
      return soon(ok({ items, ...(first > zsOnPage ? { nextCursor: String(first - zsOnPage) } : {}) }));
    },
    z: ({ name }) => soon(Number(name.split('-')[1]) <= last() ? ok(report(name)) : no('input_invalid')),
  };
}

/** As main tells it to a cashier. */
function withoutCost(report: DayReport): DayReport {
  const { totals, byWallet, byCard, byPerson, byCategory, late, takenBack, running, lost, replacements } = report;
  const less = <T extends DayReport['totals']>(full: T): T => ({ ...full, cost: null, margin: null });
  return {
    ...report,
    totals: less(totals),
    byWallet: byWallet.map(less),
    byCard: byCard.map(less),
    byPerson: byPerson.map(less),
    ...(byCategory === undefined ? {} : { byCategory: byCategory.map(less) }),
    late: less(late),
    takenBack: less(takenBack),
    ...(replacements === undefined ? {} : { replacements: less(replacements) }),
    running: running === null ? null : less(running),
    lost: lost === null ? null : { ...lost, running: less(lost.running) },
  };
}
