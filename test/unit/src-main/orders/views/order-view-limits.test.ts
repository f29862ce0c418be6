import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { createOrderScheduler } from '../../../../../src-main/orders/scheduler/scheduler.ts';
import { limitsNow, type OrderLimits } from '../../../../../src-main/orders/views/order-view.ts';
import type { ScriptedAnswer, Turn } from '../scripted-service.ts';
import { completed, completedOrder, refusal, Till } from '../till.ts';

const minute = 60_000;

const limitsIn = (till: Till, operationId: OperationId): OrderLimits =>
  limitsNow(till.counter.session, operationId, till.facts(operationId));

/** A service that knows one order and no other. */
function knowing(till: Till, known: OperationId, count: number): void {
  const answer: Turn = ({ target }): ScriptedAnswer =>
    target.endsWith(known)
      ? { status: 200, body: completedOrder(known, { soldCards: undefined }) }
      : refusal(404, 'resource_not_found');
  till.service.script(...Array.from({ length: count }, () => answer));
}

/** An order whose only attempt got no answer, and whose resend was refused: it is only asked about. */
async function settling(): Promise<{ till: Till; known: OperationId; operationId: OperationId }> {
  const till = await Till.open();
  const known = till.place();
  till.service.script(completed(known));
  await till.resume(known);
  const operationId = till.place();
  till.service.script('drop', refusal(409, 'insufficient_balance'));
  await till.resume(operationId);
  expect(await till.resume(operationId)).toBe('settling');
  return { till, known, operationId };
}

describe('an order that is only asked about', () => {
  it('says by when that ends, and has ended then, with no more reads than that takes', async () => {
    const { till, known, operationId } = await settling();
    const { endsByMs } = limitsIn(till, operationId);
    // The last request may be taken for a minute, by a clock that is a minute off, and seen five minutes later; twice,
    // five minutes apart.
    expect(endsByMs).toBeGreaterThan(till.clock.nowMs() + 11 * minute);
    expect(endsByMs).toBeLessThan(till.clock.nowMs() + 13 * minute);
    knowing(till, known, 100);
    const runner = createOrderScheduler(till.counter.localRecords.records, till.counter.orders, till.clock, (bug) => {
      throw bug;
    });
    runner.start();
    await expect.poll(() => till.stateOf(operationId)).toBe('notBought');
    const endedAtMs = till.facts(operationId).updatedAtMs;
    await runner.stop();
    // Reads are a minute apart at most, and begin with one of the looks that come each second.
    expect(endedAtMs).toBeLessThan((endsByMs ?? 0) + minute + 2_000);
    expect(limitsIn(till, operationId).endsByMs).toBeNull();
  });

  it('says a later time while answers do not come, and ends with the question to a person where nothing can be proved', async () => {
    const { till, operationId } = await settling();
    const promised = limitsIn(till, operationId).endsByMs ?? 0;
    till.clock.skip(20 * minute);
    await till.resume(operationId);
    expect(till.stateOf(operationId)).toBe('settling');
    const askedAtMs = till.clock.nowMs();
    const later = limitsIn(till, operationId).endsByMs ?? 0;
    expect(later).toBeGreaterThanOrEqual(askedAtMs);
    expect(later).toBeGreaterThan(promised);
    const unproved = await Till.open();
    await unproved.run({ profile: unproved.service.profileWith({ fence: null }) });
    const alone = unproved.place();
    unproved.service.script(
      'drop',
      refusal(409, 'insufficient_balance'),
      refusal(404, 'resource_not_found'),
      refusal(404, 'resource_not_found'),
    );
    await unproved.resume(alone);
    await unproved.resume(alone);
    for (let times = 0; times < 2; times += 1) {
      const { endsByMs } = limitsIn(unproved, alone);
      const untilMs = unproved.counter.orders.next(alone)?.atMs ?? 0;
      unproved.clock.skip(
        Math.max((endsByMs ?? 0) - unproved.clock.nowMs(), untilMs - unproved.clock.nowMs(), 0) + 1_000,
      );
      await unproved.resume(alone);
    }
    expect(unproved.stateOf(alone)).toBe('attention');
  });
});
