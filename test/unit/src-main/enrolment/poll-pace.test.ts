import { describe, expect, it } from 'vitest';
import { createPollPace } from '../../../../src-main/enrolment/poll-pace.ts';

describe('the pace at which a key is asked for', () => {
  it('slows down from two seconds to a minute', () => {
    const pace = createPollPace({ monotonicMs: () => 0 });
    const waits = Array.from({ length: 20 }, () => pace.nextMs());
    expect(waits.slice(0, 4)).toEqual([2_000, 3_000, 4_500, 6_750]);
    expect(waits.at(-1)).toBe(60_000);
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
  });

  it('waits as long as the service asked, and no shorter wish ends that', () => {
    let nowMs = 0;
    const pace = createPollPace({ monotonicMs: () => nowMs });
    pace.asked(90_000);
    pace.asked(1_000);
    expect(pace.nextMs()).toBe(90_000);
    nowMs = 89_000;
    expect(pace.nextMs()).toBe(3_000);
  });
});
