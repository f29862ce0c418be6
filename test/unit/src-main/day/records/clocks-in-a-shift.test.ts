import { afterEach, expect, it } from 'vitest';
import { addedBy } from '../../../../../src-main/day/machine/tally.ts';
import { nameOfZ } from '../../../../../src-main/day/views/day-report.ts';
import { completed, processing, Till, value } from '../../orders/till.ts';

const zoneBefore = process.env['TZ'];

afterEach(() => {
  if (zoneBefore === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zoneBefore;
});

const hourMs = 3_600_000;

/** How the clock of the machine goes on in the middle of a shift, and in which zone it is then. */
interface Middle {
  readonly what: string;
  readonly zone: string;
  readonly openedAt: string;
  readonly skipMs: number;
  readonly zoneAfter?: string;
  /** What the wall shows at the opening and at the close: that the case is what it says. */
  readonly wall: readonly [string, string];
}

const middles: readonly Middle[] = [
  {
    what: 'midnight',
    zone: 'Asia/Kuwait',
    openedAt: '2026-11-26T20:55:00Z',
    skipMs: hourMs / 6,
    wall: ['26 23:55', '27 00:05'],
  },
  {
    what: 'the end of summer time, when an hour comes twice',
    zone: 'Europe/Berlin',
    openedAt: '2026-10-25T00:30:00Z',
    skipMs: hourMs,
    wall: ['25 02:30', '25 02:30'],
  },
  {
    what: 'the beginning of summer time, when an hour is missing',
    zone: 'Africa/Cairo',
    openedAt: '2026-04-23T21:55:00Z',
    skipMs: hourMs / 6,
    wall: ['23 23:55', '24 01:05'],
  },
  {
    what: 'a clock that is set back by a day',
    zone: 'Asia/Kuwait',
    openedAt: '2026-11-26T09:00:00Z',
    skipMs: -24 * hourMs,
    wall: ['26 12:00', '25 12:00'],
  },
  {
    what: 'a machine that comes to another time zone, where it is yesterday',
    zone: 'Asia/Kuwait',
    openedAt: '2026-11-26T22:00:00Z',
    skipMs: hourMs,
    zoneAfter: 'America/New_York',
    wall: ['27 01:00', '26 18:00'],
  },
  {
    what: 'a week in which nobody closes it',
    zone: 'Asia/Kuwait',
    openedAt: '2026-11-20T09:00:00Z',
    skipMs: 7 * 24 * hourMs,
    wall: ['20 12:00', '27 12:00'],
  },
];

it.each(middles)('$what lies in a shift, and each sale is in one Z', async (middle) => {
  process.env['TZ'] = middle.zone;
  const till = await Till.open();
  till.clock.skip(Date.parse(middle.openedAt) - till.clock.nowMs());
  const { day, localRecords } = till.counter;
  const opened = value(day.beginShift(null));
  const atOpening = wallOf(till);
  await sell(till);
  const waiting = till.place();
  till.service.script(processing(waiting));
  await till.resume(waiting);

  // A person sets a clock back; time itself does not go back.
  if (middle.skipMs < 0) till.clock.set(middle.skipMs);
  else till.clock.skip(middle.skipMs);
  if (middle.zoneAfter !== undefined) process.env['TZ'] = middle.zoneAfter;
  expect([atOpening, wallOf(till)]).toEqual(middle.wall);
  expect(day.openShift()).toMatchObject({ shiftId: opened.shiftId, openedAtMs: opened.openedAtMs });
  await sell(till);
  const first = value(day.close(null));
  expect(day.openShift()).toBeNull();
  expect(first.z).toMatchObject({ shiftId: opened.shiftId, carriedOver: [{ operationId: waiting }] });

  till.service.script(completed(waiting));
  till.clock.skip(hourMs);
  expect(await till.resume(waiting)).toBe('completed');
  await sell(till);
  const second = value(day.close(null));
  const zs = day.zs(9).toReversed();
  expect(zs.map(({ z }) => [nameOfZ(z), addedBy(z).sales])).toEqual([
    ['1-1', 2],
    ['1-2', 2],
  ]);
  expect(second.z).toMatchObject({ firstSeq: first.z.lastSeq + 1, late: [{ operationId: waiting }], carriedOver: [] });
  expect(second.z.running).toMatchObject({ sales: 4, cost: [{ amount: '10.000', currency: 'KWD' }] });
  expect(addedBy(day.x()).sales).toBe(0);
  expect(localRecords.journal.verify()).toMatchObject({ ok: true });
});

async function sell(till: Till): Promise<void> {
  const operationId = till.place();
  till.service.script(completed(operationId));
  expect(await till.resume(operationId)).toBe('completed');
}

/** The day and the time that a clock on the wall shows there. */
function wallOf({ clock }: Till): string {
  const now = new Date(clock.nowMs());
  const twoDigits = (part: number): string => String(part).padStart(2, '0');
  return `${twoDigits(now.getDate())} ${twoDigits(now.getHours())}:${twoDigits(now.getMinutes())}`;
}
