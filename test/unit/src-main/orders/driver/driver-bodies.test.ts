import { describe, expect, it, vi } from 'vitest';
import { completed, Till } from '../till.ts';

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
