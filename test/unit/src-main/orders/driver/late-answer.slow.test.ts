import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { handTimers } from '../../../../support/hand-timers.ts';
import type { Reply, Turn } from '../scripted-service.ts';
import { codes, completed, processing, refusal, Till, value } from '../till.ts';

/** A sale whose answer comes when its counter has stopped waiting, as soon as `release` is called. */
async function unanswered(
  reply: (operationId: OperationId) => Reply,
): Promise<{ till: Till; operationId: OperationId; release: () => void }> {
  const till = await Till.open();
  await till.run({ profile: till.service.profileWith({ answerWaitSeconds: 1 }) });
  const operationId = till.place();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const late: Turn = async () => {
    await held;
    return reply(operationId);
  };
  till.service.script(late);
  const timers = handTimers();
  const unawaited = till.resume(operationId);
  await expect.poll(() => till.service.seen.length).toBe(1);
  timers.pass(1_000);
  expect(await unawaited).toBe('unknown');
  expect(till.lastVerdict(operationId)).toBe('lost');
  return { till, operationId, release };
}

describe('an answer that comes when nobody waits for it any more', () => {
  it('is sealed and judged, and completes its order with its codes', async () => {
    const { till, operationId, release } = await unanswered(completed);
    release();
    await expect.poll(() => till.stateOf(operationId)).toBe('completed');
    expect(till.kinds(operationId)).toEqual([
      'order-intended',
      'attempt-started',
      'attempt-lost',
      'answer-sealed',
      'answer-judged',
    ]);
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(till.service.seen).toHaveLength(1);
  });

  it('is no proof where it refuses and another attempt is open', async () => {
    const { till, operationId, release } = await unanswered(() => refusal(409, 'price_changed'));
    till.service.script('drop');
    await till.resume(operationId);
    release();
    await expect.poll(() => till.stateOf(operationId)).toBe('settling');
  });

  it('brings codes also where the order was resumed without them meanwhile', async () => {
    const { till, operationId, release } = await unanswered(completed);
    till.service.script(processing(operationId));
    expect(await till.resume(operationId)).toBe('accepted');
    release();
    await expect.poll(() => till.stateOf(operationId)).toBe('completed');
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });

  it('has its room kept beside that of newer attempts until it came', async () => {
    const { till, operationId, release } = await unanswered(completed);
    const rooms = (): number => statSync(join(till.directory, 'reserve')).size / 4_096;
    till.service.script('drop', 'drop');
    await till.resume(operationId);
    expect(rooms()).toBe(2);
    release();
    await expect.poll(() => till.stateOf(operationId)).toBe('completed');
    truncateSync(join(till.directory, 'reserve'), 0);
    await till.resume(till.place());
    expect(rooms()).toBe(1);
  });

  it('is let go when the counter closes', async () => {
    const { till, operationId, release } = await unanswered(completed);
    await till.run();
    release();
    // What was still listened for would be taken before the answer to a later sale.
    const later = till.place();
    till.service.script(completed(later));
    expect(await till.resume(later)).toBe('completed');
    expect(till.stateOf(operationId)).toBe('unknown');
  });
});
