import { describe, expect, it } from 'vitest';
import { keptAnswerTo } from '../../../../../src-main/orders/machine/order.ts';
import type { ScriptedAnswer } from '../scripted-service.ts';
import { codes, completed, processing, Till, value } from '../till.ts';

describe('answers that cannot be verified', () => {
  const page = (size: number): ScriptedAnswer => ({
    status: 502,
    body: `<html>${'x'.repeat(size)}</html>`,
    unsigned: true,
  });

  it('are kept up to a quota for each order, and only noted beyond it', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(...Array.from({ length: 8 }, () => page(10)));
    for (let count = 0; count < 8; count += 1) await till.resume(operationId);
    expect(till.facts(operationId).attempts.map((attempt) => keptAnswerTo(attempt) !== null)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(till.facts(operationId).attempts.at(-1)).toMatchObject({
      progress: { verdict: { outcome: 'unverified', reason: 'signature_missing' }, kept: null, httpStatus: 502 },
    });
    expect(till.counter.localRecords.journal.verify().ok).toBe(true);
  });

  it('are kept up to a size', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(page(700_000), page(200_000), page(10));
    for (let count = 0; count < 3; count += 1) await till.resume(operationId);
    expect(till.facts(operationId).attempts.map((attempt) => keptAnswerTo(attempt) !== null)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('take no room from a signed one whose key is not known, nor from one that is verified', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(
      ...Array.from({ length: 7 }, () => page(10)),
      { ...processing(operationId), unknownKey: true },
      completed(operationId),
    );
    for (let count = 0; count < 9; count += 1) await till.resume(operationId);
    expect(
      till
        .facts(operationId)
        .attempts.slice(6)
        .map((attempt) => keptAnswerTo(attempt) !== null),
    ).toEqual([false, true, true]);
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });

  it('leave room for one that is verified also where signed ones filled the quota', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(
      ...Array.from({ length: 25 }, () => ({ ...processing(operationId), forged: true as const })),
      completed(operationId),
    );
    for (let count = 0; count < 26; count += 1) await till.resume(operationId);
    expect(
      till
        .facts(operationId)
        .attempts.slice(23)
        .map((attempt) => keptAnswerTo(attempt) !== null),
    ).toEqual([true, false, true]);
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });
});
