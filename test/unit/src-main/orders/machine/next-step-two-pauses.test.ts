import { describe, expect, it } from 'vitest';
import { orderOf } from '../../../../../src-main/orders/machine/apply.ts';
import type { OrderEvent, OrderEventBody } from '../../../../../src-main/orders/machine/events.ts';
import { askedLeftMs } from '../../../../../src-main/orders/machine/next-step.ts';
import { intendedAtMs, intent } from '../order-samples.ts';

const minute = 60_000;

/** What is left of the pauses that two answers asked for, the later of which is heard at the time of the intent. */
function leftAfter(first: Asked, second: Asked): number {
  const order = orderOf([{ kind: 'order-intended', atMs: intendedAtMs, body: intent }, judged(first), judged(second)]);
  if (order === null) throw new Error('an intent makes no order');
  return askedLeftMs(order, { nowMs: intendedAtMs, serviceOffsetMs: 0, restingMs: 0 });
}

/** `clockMs`: how far the machine's clock is ahead of the time of the intent; `saidMs`: so far the service's. */
interface Asked {
  readonly clockMs: number;
  readonly saidMs: number;
  readonly waitMs: number;
}

function judged({ clockMs, saidMs, waitMs }: Asked): OrderEvent {
  const body: OrderEventBody<'answer-judged'> = {
    attempt: 'attempt-1',
    sealed: { id: 's', sha256: '' },
    httpStatus: 202,
    requestId: null,
    verdict: { outcome: 'accepted', recoveryExhausted: false },
    createdAtSeconds: 0,
    thenRead: false,
    retryAtMs: 0,
    asked: { untilMs: intendedAtMs + saidMs + waitMs, waitMs },
  };
  return { kind: 'answer-judged', atMs: intendedAtMs + clockMs, body };
}

describe('of two pauses that the service asked for', () => {
  const now: Asked = { clockMs: 0, saidMs: 0, waitMs: 10 * minute };

  it('the one that ends later counts', () => {
    const [longer, shorter] = [40 * minute, 5 * minute];
    const before = { clockMs: -minute, saidMs: -minute };
    expect(leftAfter({ ...before, waitMs: longer }, now)).toBe(39 * minute);
    expect(leftAfter({ ...before, waitMs: shorter }, now)).toBe(10 * minute);
  });

  it('one that a wrong clock wrote down does not stand for one that came after it was put right', () => {
    const ahead = { clockMs: 22 * minute, saidMs: 22 * minute, waitMs: 10 * minute };
    expect(leftAfter(ahead, now)).toBe(10 * minute);
  });

  it('one by the known time of the service counts though the clock was put right since', () => {
    const known = { clockMs: 22 * minute, saidMs: -minute, waitMs: 40 * minute };
    expect(leftAfter(known, now)).toBe(39 * minute);
  });
});
