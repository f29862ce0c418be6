import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { codes, completed, refusal, Till, value } from '../../orders/till.ts';

/** Codes of several orders, where the service refuses the counter and not an order. */

async function bought(till: Till, changes: object = {}): Promise<OperationId> {
  const operationId = till.place();
  till.service.script(completed(operationId, changes));
  expect(await till.resume(operationId)).toBe('completed');
  return operationId;
}

const always = (): boolean => true;
const notHere = { soldCards: [] };

describe('codes of several orders, of which the first is refused', () => {
  it.each([
    [401, 'invalid_credentials'],
    [403, 'insufficient_scope'],
    [403, 'source_ip_not_allowed'],
    [403, 'account_inactive'],
    [429, 'rate_limited'],
  ] as const)('with %i %s ask for no further one, and give out what lies here', async (status, code) => {
    const till = await Till.open();
    const lost = await bought(till, notHere);
    const whole = await bought(till);
    const lostToo = await bought(till, notHere);
    const asked = till.service.seen.length;
    till.service.script(refusal(status, code), { status: 200, body: { items: codes } });
    const { shown, failed } = value(
      await till.counter.reveals.showSeveral([lost, whole, lostToo], always, (together) => together),
    );
    expect(till.service.seen.length - asked).toBe(1);
    expect(shown.map(({ operationId }) => operationId)).toEqual([whole]);
    expect(failed.map(({ operationId, failure }) => [operationId, failure.code, failure.operationId])).toEqual(
      [lost, lostToo].map((id) => [id, code, id]),
    );
  });

  it('with what is so of that order alone, ask for the next', async () => {
    const till = await Till.open();
    const ids = [await bought(till, notHere), await bought(till, notHere)];
    till.service.script(refusal(403, 'reveal_not_allowed'), { status: 200, body: { items: codes } });
    const { shown } = value(await till.counter.reveals.showSeveral(ids, always, (together) => together));
    expect(shown.map(({ operationId }) => operationId)).toEqual([ids[1]]);
  });

  it('are all asked for again the next time', async () => {
    const till = await Till.open();
    const ids = [await bought(till, notHere), await bought(till, notHere)];
    till.service.script(refusal(403, 'insufficient_scope'));
    expect(await till.counter.reveals.showSeveral(ids, always, () => null)).toMatchObject({
      ok: false,
      error: { code: 'insufficient_scope', operationId: ids[0] },
    });
    const came = { status: 200, body: { items: codes } };
    till.service.script(came, refusal(403, 'reveal_not_allowed'));
    const { shown, failed } = value(await till.counter.reveals.showSeveral(ids, always, (together) => together));
    expect([shown.length, failed.map(({ failure }) => failure.code)]).toEqual([1, ['reveal_not_allowed']]);
  });
});
