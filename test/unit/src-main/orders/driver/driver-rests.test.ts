import { describe, expect, it, vi } from 'vitest';
import { completed, processing, refusal, Till, value } from '../till.ts';

const minuteMs = 60_000;

/** The service asks the whole counter to rest, in an answer to something else. */
function askToRest(till: Till, ms: number): void {
  till.counter.session.budget.restUntil(till.clock.monotonicMs() + ms);
}

/** Something happens while the next request of one purpose waits for its turn. */
function whileWaiting(till: Till, purpose: string, happens: () => void): void {
  const { budget } = till.counter.session;
  const run = budget.run.bind(budget);
  vi.spyOn(budget, 'run').mockImplementation(async (what, work) =>
    run(what, async () => {
      if (what === purpose) happens();
      return work();
    }),
  );
}

describe('a service that asks to be left alone', () => {
  it('is asked nothing by a read that waited for its turn meanwhile', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(processing(operationId));
    await till.resume(operationId);
    whileWaiting(till, 'settle', () => askToRest(till, minuteMs));
    value(await till.counter.orders.read(operationId));
    expect(till.service.seen.map(({ method }) => method)).toEqual(['POST']);
  });

  it('gets the next request of an order only after that, also where a person asked for the first', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script('drop', 'drop', completed(operationId));
    await till.resume(operationId);
    const sentAtMs: number[] = [];
    let rests = 0;
    whileWaiting(till, 'resend', () => {
      sentAtMs.push(till.clock.monotonicMs());
      rests += 1;
      if (rests === 2) askToRest(till, minuteMs);
    });
    expect(await till.resume(operationId, 10 * minuteMs, 'now')).toBe('completed');
    expect(till.service.seen).toHaveLength(3);
    const [, asked = 0, sent = 0] = sentAtMs;
    expect(sent - asked).toBeGreaterThanOrEqual(minuteMs);
  });

  it('gets nothing by hand either once the order has waited for the pause of its own', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(processing(operationId, { 'retry-after': '3' }));
    expect(await till.resume(operationId)).toBe('accepted');
    const sleep = till.clock.sleep.bind(till.clock);
    till.clock.sleep = async (ms) => {
      await sleep(ms);
      askToRest(till, minuteMs);
    };
    expect(await till.resume(operationId, 20_000, 'now')).toBe('accepted');
    expect(till.service.seen).toHaveLength(1);
  });
});

describe('an order that was refused after an unknown', () => {
  it('is for a person only once a read has asked the service, where nothing can be proved', async () => {
    const till = await Till.open();
    await till.run({ profile: till.service.profileWith({ fence: null }) });
    const operationId = till.place();
    till.service.script('drop', refusal(409, 'insufficient_balance'), refusal(404, 'resource_not_found'));
    await till.resume(operationId);
    expect(await till.resume(operationId)).toBe('settling');
    expect(till.kinds(operationId)).not.toContain('attention-raised');
    expect(till.counter.orders.next(operationId)).toMatchObject({ call: 'getPartnerOrder' });
  });
});

describe('what is asked of the driver', () => {
  it('by hand comes next as nothing where an order is over', async () => {
    const till = await Till.open();
    const operationId = till.place();
    value(till.counter.orders.cancel(operationId));
    expect([true, false].map((byHand) => till.counter.orders.next(operationId, byHand))).toEqual([null, null]);
  });

  it('is under way until its answer is judged', async () => {
    const till = await Till.open();
    const [first, second] = [till.place(), till.place({ quantity: 3 })];
    till.service.script(completed(first));
    const { orders } = till.counter;
    expect(orders.underWay()).toEqual([]);
    const resumed = till.resume(first);
    expect(orders.underWay()).toEqual([first]);
    await resumed;
    expect([orders.underWay(), till.stateOf(second)]).toEqual([[], 'intended']);
  });
});
