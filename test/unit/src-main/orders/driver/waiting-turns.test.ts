import { describe, expect, it, vi } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { handTimers } from '../../../../support/hand-timers.ts';
import type { ScriptedAnswer } from '../scripted-service.ts';
import { codes, completed, newOperationId, refusal, Till, value, saleWith } from '../till.ts';

describe('an order whose turn comes late', () => {
  /** Fills the budget with other sales until they are let go, so that whatever is sent next waits for its turn. */
  function keepBusy(till: Till): () => Promise<unknown> {
    let free = (): void => undefined;
    const busy = new Promise<void>((resolve) => {
      free = resolve;
    });
    const sales = Array.from({ length: 8 }, () => till.counter.session.budget.run('sale', () => busy));
    return () => {
      free();
      return Promise.all(sales);
    };
  }

  /** Asks for the next attempt, and gives the way on: what the service would say, and what it saw then. */
  async function waiting(till: Till, operationId: OperationId): Promise<() => Promise<readonly string[]>> {
    const letGo = keepBusy(till);
    const asked = vi.spyOn(till.counter.session.budget, 'run');
    const resumed = till.counter.orders.resume(operationId, 0, 'now');
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    till.service.script(completed(operationId));
    return async () => {
      await letGo();
      value(await resumed);
      return till.service.seen.map(({ method }) => method);
    };
  }

  it('is not sent where a late answer refused it meanwhile, and a new try takes its place', async () => {
    const till = await Till.open();
    await till.run({ profile: till.service.profileWith({ answerWaitSeconds: 1 }) });
    const operationId = till.place();
    let answer = (): void => undefined;
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    till.service.script(async () => {
      await late;
      return refusal(409, 'insufficient_balance');
    });
    const timers = handTimers();
    const unanswered = till.resume(operationId);
    await expect.poll(() => till.service.seen.length).toBe(1);
    timers.pass(1_000);
    expect(await unanswered).toBe('unknown');
    const turn = await waiting(till, operationId);
    answer();
    await expect.poll(() => till.stateOf(operationId)).toBe('refused');
    expect(
      value(till.counter.orders.place(newOperationId(), saleWith({ replaces: operationId }), { besidesPending: false }))
        .intent.replaces,
    ).toBe(operationId);
    expect(await turn()).toEqual(['POST']);
    expect(till.stateOf(operationId)).toBe('refused');
  });

  it.each<readonly [string, (till: Till, operationId: OperationId) => unknown]>([
    ['the sale is not wanted any more', (till) => till.clock.skip(600_001)],
    [
      'the records turned out to be a copy',
      (till, operationId) =>
        value(
          till.counter.localRecords.records.record(operationId, [
            orderEvent(operationId, 'order-held-back', { boundarySeq: 9 }),
          ]),
        ),
    ],
    ['another key is in use', (till) => till.newKey()],
  ])('is not sent where %s', async (_name, change) => {
    const till = await Till.open();
    const operationId = till.place();
    const turn = await waiting(till, operationId);
    change(till, operationId);
    expect(await turn()).toEqual([]);
    expect(till.facts(operationId).attempts).toEqual([]);
  });

  it('is sent where nothing changed', async () => {
    const till = await Till.open();
    const operationId = till.place();
    const turn = await waiting(till, operationId);
    expect(await turn()).toEqual(['POST']);
    expect(till.stateOf(operationId)).toBe('completed');
  });
});

describe('more orders at once than may be under way', () => {
  const answerEach = (till: Till, count: number, reply: (operationId: string) => ScriptedAnswer): void =>
    till.service.script(
      ...Array.from(
        { length: count },
        () =>
          ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
            reply(headers['idempotency-key'] ?? ''),
      ),
    );

  it('all go out, each in its turn: room for an answer is taken only then', async () => {
    const till = await Till.open();
    const pending = Array.from({ length: 40 }, () => till.place());
    answerEach(till, pending.length, (operationId) => completed(operationId));
    expect(await Promise.all(pending.map((operationId) => till.resume(operationId)))).toEqual(
      pending.map(() => 'completed'),
    );
  });

  it('all have their codes revealed', async () => {
    const till = await Till.open();
    const sold = Array.from({ length: 20 }, () => till.place());
    answerEach(till, sold.length, (operationId) => completed(operationId, { soldCards: [] }));
    for (const operationId of sold) await till.resume(operationId);
    till.service.script(...sold.map(() => ({ status: 200, body: { items: codes } })));
    const shown = await Promise.all(sold.map((operationId) => till.counter.reveals.show(operationId)));
    expect(shown).toEqual(sold.map(() => ({ ok: true, value: codes })));
  });
});
