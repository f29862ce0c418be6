import { describe, expect, it, vi } from 'vitest';
import { JournalUnavailable } from '../../../../../src-main/journal/journal-failure.ts';
import { readAnswer } from '../../../../../src-main/orders/records/kept-answers.ts';
import type { PurchaseStep } from '../../../../../src-main/orders/records/steps.ts';
import type { Verified } from '../../../../../src-main/partner-api/judge.ts';
import { failingStep } from '../../../../support/failing-step.ts';
import { operationId } from '../order-samples.ts';
import { completed, completedOrder, Till } from '../till.ts';

function verified(changes: Partial<Verified> = {}): Verified {
  return {
    kind: 'verified',
    status: 200,
    body: new TextEncoder().encode(JSON.stringify(completedOrder(operationId))),
    header: () => null,
    bound: new Set(),
    createdAtSeconds: 1,
    serviceKeyId: 'service-1',
    signatureSha256: 'x',
    ...changes,
  };
}

describe('a verified answer', () => {
  it.each([
    [['@method', '@path'], true],
    [['@method', '@target-uri'], true],
    [['@path', '@target-uri'], false],
    [['@method'], false],
  ])('that covers %j of its request is bound to the path: %s', async (bound, isBoundToPath) => {
    const till = await Till.open();
    const answer = readAnswer(verified({ bound: new Set(bound) }), till.counter.session, null);
    expect(answer).toMatchObject({ kind: 'verified', isBoundToPath, isBound: false });
  });

  it('is a replay where the service says so, in letters of any size', async () => {
    const till = await Till.open();
    const saying = (text: string | null) =>
      readAnswer(
        verified({ header: (name) => (name === 'idempotency-replayed' ? text : null) }),
        till.counter.session,
        null,
      );
    const replays = ['true', 'True', 'false', null].map((text) => {
      const answer = saying(text);
      return answer.kind === 'verified' && answer.isReplay;
    });
    expect(replays).toEqual([true, true, false, false]);
  });
});

it('a step of a purchase is taken once its verdict is on record', async () => {
  const steps: PurchaseStep[] = [];
  const till = await Till.open({ step: (step) => steps.push(step) });
  const { localRecords, keyring, vault } = till.counter;
  const operation = till.place();
  failingStep({ journal: localRecords.journal, keyring, vault }).failAt('answer-signature answer-judged');
  till.service.script(completed(operation));
  expect((await till.counter.orders.resume(operation, 0, 'now')).ok).toBe(false);
  expect(steps).not.toContain('verdict-recorded');
  expect(await till.resume(operation)).toBe('completed');
  expect(steps).toContain('verdict-recorded');
  expect(till.service.seen).toHaveLength(1);
});

it('answers of records that cannot be read now are judged another time', async () => {
  const till = await Till.open();
  const { journal } = till.counter.localRecords;
  vi.spyOn(journal, 'subjects').mockImplementation(() => {
    throw new JournalUnavailable({ code: 'journal_corrupt' });
  });
  expect(() => till.counter.orders.judgeAgain()).not.toThrow();
  expect(() => till.counter.reveals.judgeAgain()).not.toThrow();
  vi.spyOn(journal, 'subjects').mockImplementation(() => {
    throw new Error('a bug');
  });
  expect(() => till.counter.orders.judgeAgain()).toThrow('a bug');
  expect(() => till.counter.reveals.judgeAgain()).toThrow('a bug');
});
