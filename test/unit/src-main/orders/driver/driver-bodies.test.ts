import { describe, expect, it, vi } from 'vitest';
import { completed, processing, Till, value } from '../till.ts';

describe('a body that does not open', () => {
  it('is read once more before its order is given up: what is recorded of that lasts', async () => {
    const till = await Till.open();
    const operationId = till.place();
    // Histories remember what opened once.
    await till.run();
    till.service.script(completed(operationId));
    const { vault, session } = till.counter;
    const unseal = vault.unseal.bind(vault);
    const closed = vi.spyOn(vault, 'unseal').mockImplementation((id, record) => {
      return id.startsWith('order:') ? { ok: false, error: { code: 'seal_failed' } } : unseal(id, record);
    });
    const run = session.budget.run.bind(session.budget);
    vi.spyOn(session.budget, 'run').mockImplementation(async (purpose, work) =>
      run(purpose, async () => {
        const signingKey = session.signingKey.bind(session);
        vi.spyOn(session, 'signingKey').mockImplementation((keyId) => {
          closed.mockImplementation(unseal);
          return signingKey(keyId);
        });
        return work();
      }),
    );
    expect(await till.resume(operationId)).toBe('completed');
    expect(till.kinds(operationId)).not.toContain('attention-raised');
  });
});

describe('an answer', () => {
  it('is judged at once where a customer waits for it, and in a turn of its own where nobody does', async () => {
    let isLaterTurn = false;
    const inLaterTurn: boolean[] = [];
    const till = await Till.open({
      step: (at) => {
        if (at === 'answer-judged') inLaterTurn.push(isLaterTurn);
        if (at !== 'answer-sealed') return;
        isLaterTurn = false;
        setImmediate(() => {
          isLaterTurn = true;
        });
      },
    });
    const operationId = till.place();
    till.service.script(
      processing(operationId),
      { status: 200, body: { operationId, status: 'processing' } },
      completed(operationId),
    );
    expect(await till.resume(operationId)).toBe('accepted');
    value(await till.counter.orders.read(operationId));
    expect(await till.resume(operationId)).toBe('completed');
    expect(inLaterTurn).toEqual([false, true, true]);
  });
});
