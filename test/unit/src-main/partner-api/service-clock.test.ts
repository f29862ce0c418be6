import { describe, expect, it } from 'vitest';
import { createServiceClock } from '../../../../src-main/partner-api/service-clock.ts';

const startMs = 1_800_000_000_000;

/** A machine whose wall clock can be set while its monotonic clock runs on. */
function machine() {
  let [wallMs, monotonicMs] = [startMs, 5_000.25];
  return {
    clock: { nowMs: () => wallMs, monotonicMs: () => monotonicMs, sleep: () => Promise.resolve() },
    pass: (ms: number) => {
      wallMs += ms;
      monotonicMs += ms;
    },
    setWall: (ms: number) => {
      wallMs = ms;
    },
    monotonicMs: () => monotonicMs,
  };
}

describe('the time of the service', () => {
  it('is the machine’s until something is learned', () => {
    const { clock, pass } = machine();
    const service = createServiceClock(clock, 0, () => undefined);
    pass(1_000);
    expect(service.nowMs()).toBe(startMs + 1_000);
    expect(service.offsetMs()).toBeNull();
  });

  it('is learned from an answer, and carried on whatever happens to the machine’s clock', () => {
    const { clock, pass, setWall, monotonicMs } = machine();
    const service = createServiceClock(clock, 0, () => undefined);
    service.learn(startMs / 1000 + 600, monotonicMs(), monotonicMs());
    expect(service.offsetMs()).toBe(600_500);
    setWall(0);
    pass(10_000);
    expect(service.nowMs()).toBe(startMs + 610_500);
  });

  it('is worth learning anew, once, where the machine may have slept: its clock ran ahead of the monotonic one', () => {
    const { clock, pass, setWall, monotonicMs } = machine();
    const service = createServiceClock(clock, 0, () => undefined);
    setWall(startMs + 3_600_000);
    expect(service.mayHaveSlept()).toBe(false);
    setWall(startMs);
    service.learn(startMs / 1000 + 600, monotonicMs(), monotonicMs());
    pass(86_400_000);
    setWall(clock.nowMs() + 5_000);
    expect(service.mayHaveSlept()).toBe(false);
    setWall(clock.nowMs() + 3_600_000);
    expect([service.mayHaveSlept(), service.mayHaveSlept()]).toEqual([true, false]);
    setWall(clock.nowMs() - 3_600_000);
    expect([service.mayHaveSlept(), service.nowMs()]).toEqual([false, startMs + 86_400_000 + 600_500]);
  });

  it('is not moved by the fraction of a second that a whole number of seconds leaves open', () => {
    const { clock, pass, monotonicMs } = machine();
    const service = createServiceClock(clock, 0, () => undefined);
    const sentAtMs = monotonicMs();
    pass(900);
    service.learn(startMs / 1000, sentAtMs, monotonicMs());
    expect(service.nowMs()).toBe(startMs + 900);
    expect(Math.abs(service.offsetMs() ?? Number.NaN)).toBeLessThanOrEqual(1);
  });

  it('is learned anew when the service’s clock has moved', () => {
    const { clock, pass, monotonicMs } = machine();
    const service = createServiceClock(clock, 0, () => undefined);
    service.learn(startMs / 1000 + 600, monotonicMs(), monotonicMs());
    pass(1_000);
    service.learn(startMs / 1000 + 300, monotonicMs(), monotonicMs());
    expect(service.nowMs()).toBe(startMs + 300_500);
  });

  it('is learned once: what fits it within a second and a half moves nothing, and tells nobody', () => {
    const { clock, pass, monotonicMs } = machine();
    const service = createServiceClock(clock, 0, () => undefined);
    const heard: (number | null)[] = [];
    service.onLearned(() => heard.push(service.offsetMs()));
    const learn = (seconds: number): void => service.learn(startMs / 1000 + seconds, monotonicMs(), monotonicMs());
    learn(600);
    pass(500);
    for (const fitting of [599, 602]) learn(fitting);
    expect(heard).toEqual([600_500]);
    learn(603);
    expect(heard).toEqual([600_500, 603_000]);
    learn(600);
    expect(heard).toEqual([600_500, 603_000, 600_000]);
  });

  it('dates requests by unbound answers too, which move nothing else and only until a bound one comes', () => {
    const { clock, pass, monotonicMs } = machine();
    const service = createServiceClock(clock, 0, () => undefined);
    const at = () => [service.datingMs() - clock.nowMs(), service.nowMs() - clock.nowMs(), service.offsetMs()];
    service.advise(startMs / 1000 + 1, monotonicMs(), monotonicMs());
    expect(at()).toEqual([0, 0, null]);
    service.advise(startMs / 1000 - 30, monotonicMs(), monotonicMs());
    pass(5_000);
    expect(at()).toEqual([-29_500, 0, null]);
    service.learn(startMs / 1000 + 25, monotonicMs(), monotonicMs());
    expect(at()).toEqual([20_500, 20_500, 20_500]);
    service.advise(startMs / 1000 + 10, monotonicMs(), monotonicMs());
    expect(at()).toEqual([5_500, 20_500, 20_500]);
  });

  it('is in whole milliseconds, as dates on the wire are', () => {
    const { clock, pass, monotonicMs } = machine();
    const service = createServiceClock(clock, 0, () => undefined);
    service.learn(startMs / 1000 + 600, monotonicMs(), monotonicMs());
    pass(0.4);
    expect(Number.isInteger(service.nowMs())).toBe(true);
  });

  it('never goes back behind the latest time that the service signed, in this run or an earlier one', () => {
    const { clock } = machine();
    const kept: number[] = [];
    const service = createServiceClock(clock, startMs / 1000 + 50, (seconds) => kept.push(seconds));
    expect(service.nowMs()).toBe(startMs + 50_000);
    service.saw(startMs / 1000 + 40);
    service.saw(startMs / 1000 + 90);
    expect(service.nowMs()).toBe(startMs + 90_000);
    expect(kept).toEqual([startMs / 1000 + 90]);
    expect(service.greatestCreatedSeconds()).toBe(startMs / 1000 + 90);
  });

  it('keeps the latest that was signed, once, and lets nothing that fits it take it back', () => {
    const { clock, monotonicMs } = machine();
    const kept: number[] = [];
    const service = createServiceClock(clock, 0, (seconds) => kept.push(seconds - startMs / 1000));
    const learn = (): void => service.learn(startMs / 1000 + 600, monotonicMs(), monotonicMs());
    learn();
    for (const seconds of [602, 602]) service.saw(startMs / 1000 + seconds);
    learn();
    expect(kept).toEqual([602]);
    service.saw(startMs / 1000 + 603);
    learn();
    expect(kept).toEqual([602, 603, 600]);
  });

  it('goes back there only for a bound answer, which proves that the latest was signed by a wrong clock', () => {
    const { clock, pass, monotonicMs } = machine();
    const kept: number[] = [];
    const yearAhead = startMs / 1000 + 31_536_000;
    const service = createServiceClock(clock, yearAhead, (seconds) => kept.push(seconds));
    service.saw(startMs / 1000);
    expect(service.nowMs()).toBe(yearAhead * 1000);
    service.learn(startMs / 1000, monotonicMs(), monotonicMs());
    expect(kept).toEqual([startMs / 1000]);
    expect(Math.abs(service.nowMs() - startMs)).toBeLessThan(1_000);
    // An answer that was long on its way takes nothing back.
    const sentAtMs = monotonicMs();
    pass(60_000);
    service.saw(startMs / 1000 + 30);
    service.learn(startMs / 1000 + 1, sentAtMs, monotonicMs());
    expect(service.greatestCreatedSeconds()).toBe(startMs / 1000 + 30);
  });
});
