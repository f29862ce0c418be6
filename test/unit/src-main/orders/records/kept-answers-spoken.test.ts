import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { everyBinding, type ScriptedAnswer } from '../scripted-service.ts';
import { processing, refusal, Till } from '../till.ts';

describe('an answer that spoke of one order', () => {
  it('never decides another, though it is served for that one time after time', async () => {
    const till = await Till.open();
    await till.run({ profile: till.service.profileWith({ answer: { binding: [] } }) });
    const [spokenOf, other] = [till.place(), till.place({ quantity: 3 })];
    till.service.script({ ...refusal(409, 'card_unavailable'), leftOut: everyBinding }, 'again', 'again', 'again');
    expect(await till.resume(spokenOf)).toBe('attention');
    for (let served = 1; served <= 3; served += 1) {
      expect(await till.resume(other)).toBe('unknown');
      expect(till.lastVerdict(other)).toEqual({ outcome: 'unverified', reason: 'another_answer_reused' });
    }
  });
});

describe('an answer that is judged only after a restart', () => {
  it.each<readonly [string, number, (operationId: OperationId) => ScriptedAnswer]>([
    ['at work on it', 500, (operationId) => processing(operationId, {})],
    [
      'at the end of its own attempts',
      300_000,
      (operationId) => ({ status: 202, body: { operationId, status: 'recoveryExhausted' } }),
    ],
  ])('leaves the service alone for as long as one that was judged at once: %s', async (_name, leastMs, reply) => {
    class Ended extends Error {}
    const till = await Till.open({
      step: (at) => {
        if (at === 'answer-sealed') throw new Ended(at);
      },
    });
    const operationId = till.place();
    till.service.script(reply(operationId));
    await expect(till.resume(operationId)).rejects.toThrow(Ended);
    await till.run();
    const judgedFromMs = till.clock.nowMs();
    expect(await till.resume(operationId)).toBe('accepted');
    expect(till.facts(operationId).retryAtMs).toBeGreaterThanOrEqual(judgedFromMs + leastMs);
  });
});
