import type { DayReport, ShiftView } from '../../../src-shared/contract/day.ts';
import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { no, ok, soon } from './double-answers.ts';
import type { World } from './double-world.ts';

const dayHash = 'q7cDJ3cJ1mYlqk2Qk3uWmVb0p6m3sQeY3x0n2mT1c9A';
const nothingSold: DayReport['totals'] = { sales: 0, cards: 0, charge: [], uncharged: 0, cost: [], margin: [] };

/** A day of a shop in Kuwait with two people; `name` null: it goes on. */
export function dayReportNamed(name: string | null, changes: Partial<DayReport> = {}): DayReport {
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
    byWallet: [{ id: '0b000000-0000-4000-8000-000000000001', name: null, ...sold }],
    byCard: [
      {
        id: '0c000000-0000-4000-8000-000000000001',
        name: { en: 'Example Store 5 KWD', ar: 'متجر المثال 5 د.ك' },
        ...sold,
      },
    ],
    byPerson: [{ id: null, name: null, ...sold }],
    late: nothingSold,
    lateOrders: [],
    takenBack: nothingSold,
    takenBackOrders: [],
    ended: [{ state: 'refused', sales: 1 }],
    carriedOver: [],
    carriedOverCount: 0,
    running: name === null ? null : sold,
    lost: null,
    counted: null,
    ...changes,
  };
}

export function dayCalls(world: World): CallHandlers['day'] {
  const shift = (open: ShiftView['open']): ShiftView => {
    world.shift = { ...world.shift, open };
    return world.shift;
  };
  const report = (name: string | null): DayReport => dayReportNamed(name, world.options.day);
  return {
    shift: () => soon(ok(world.shift)),
    openShift: () => soon(ok(shift({ openedAt: '2026-11-24T06:00:00.000Z', by: null }))),
    handOver: () => soon(ok(shift({ openedAt: '2026-11-24T06:00:00.000Z', by: null }))),
    x: () => soon(ok(report(null))),
    close: () => {
      world.shift = { open: null, lastZ: { name: '1-7', issuedAt: '2026-11-24T20:05:00.000Z' } };
      return soon(ok(report('1-7')));
    },
    zs: () =>
      soon(
        ok({
          items: [
            { name: '1-6', issuedAt: '2026-11-23T20:10:00.000Z', by: null, totals: dayReportNamed('1-6').totals },
          ],
        }),
      ),
    z: ({ name }) => soon(/^1-[67]$/.test(name) ? ok(report(name)) : no('input_invalid')),
  };
}
