import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { dayOf, spokenDay, timesOf } from '../../../../src-shared/search/days.ts';
import { projectRoot } from '../../../support/project.ts';

const now = new Date(2026, 10, 1, 0, 30);

describe('a day in words', () => {
  it.each([
    ['today', '2026-11-01', ''],
    ['Yesterday', '2026-10-31', ''],
    ['اليوم', '2026-11-01', ''],
    ['أمس', '2026-10-31', ''],
    ['أَمْسِ', '2026-10-31', ''],
    ['البارحة', '2026-10-31', ''],
    ['zain 10 yesterday', '2026-10-31', 'zain 10'],
    ['  أمس   زين ', '2026-10-31', 'زين'],
  ])('%s is %s', (text, day, rest) => {
    expect(spokenDay(text, now)).toEqual({ day, rest });
  });

  it.each(['', 'yesterdays', 'zain', 'constructor', 'toString'])('%s is none', (text) => {
    expect(spokenDay(text, now)).toBeNull();
  });
});

it('days from one to another begin with the first and end with the last', () => {
  const { from, until } = timesOf('2026-02-27', '2026-03-01');
  expect([from, until].map((time) => dayOf(new Date(time)))).toEqual(['2026-02-27', '2026-03-02']);
  expect(timesOf('2026-12-31', '2026-12-31').until).toBe(new Date(2027, 0, 1).toISOString());
});

/** In a process of its own: the zone is read once. */
function inZone(zone: string, expression: string): unknown {
  const module = JSON.stringify(`${projectRoot}/src-shared/search/days.ts`);
  const script = `import { spokenDay, timesOf } from ${module}; console.log(JSON.stringify(${expression}))`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, TZ: zone },
  });
  return JSON.parse(stdout === '' ? JSON.stringify(stderr) : stdout);
}

const hoursOf = ({ from, until }: { readonly from: string; readonly until: string }): number =>
  (Date.parse(until) - Date.parse(from)) / 3_600_000;

describe('where the clock is changed at midnight', () => {
  it.each([
    // Midnight does not exist on the first of these, and the second ends an hour later.
    ['Africa/Cairo', '2026-04-24', 23],
    ['Africa/Cairo', '2026-10-29', 25],
    ['Asia/Beirut', '2026-03-29', 23],
    ['Asia/Beirut', '2026-10-24', 25],
    ['Asia/Kuwait', '2026-10-29', 24],
  ])('in %s the day %s has its own hours, and the next begins where it ends', (zone, day, hours) => {
    const next = new Date(`${day}T12:00:00Z`);
    next.setUTCDate(next.getUTCDate() + 1);
    const following = next.toISOString().slice(0, 10);
    const [one, other] = inZone(zone, `[timesOf('${day}', '${day}'), timesOf('${following}', '${following}')]`) as [
      { from: string; until: string },
      { from: string; until: string },
    ];
    expect([hoursOf(one), other.from]).toEqual([hours, one.until]);
  });

  it('yesterday is the day before, also half an hour after the day of 25 hours', () => {
    expect(inZone('Africa/Cairo', `spokenDay('yesterday', new Date(2026, 9, 30, 0, 30))`)).toEqual({
      day: '2026-10-29',
      rest: '',
    });
    expect(inZone('Africa/Cairo', `spokenDay('today', new Date(2026, 3, 24, 1, 0))`)).toEqual({
      day: '2026-04-24',
      rest: '',
    });
  });
});
