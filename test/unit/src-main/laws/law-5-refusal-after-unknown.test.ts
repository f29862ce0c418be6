import { describe, expect, it } from 'vitest';
import { completed, completedOrder, processing, refusal, Till, value } from '../orders/till.ts';

// Law 5: a refusal after an unknown is not proof, and once the service is known to hold an order only an Order body
// (`completed`, `failed`) ends it.

const refusals = [
  [402, 'allowed_debt_consent_required'],
  [403, 'purchase_not_allowed'],
  [404, 'resource_not_found'],
  [409, 'price_changed'],
  [409, 'insufficient_balance'],
  [409, 'purchase_not_allowed'],
  [422, 'validation_failed'],
  [429, 'daily_limit_exceeded'],
] as const;

describe('law 5: a refusal after an unknown is not proof', () => {
  it.each(refusals)('%i %s first is final', async (status, code) => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(refusal(status, code));
    expect(await till.resume(operationId, 60_000)).toBe('refused');
    expect(till.service.seen).toHaveLength(1);
  });

  it.each(refusals)(
    '%i %s after an unknown ends nothing, sends nothing again, and the order turns out bought',
    async (status, code) => {
      const till = await Till.open();
      const operationId = till.place();
      till.service.script('drop', refusal(status, code));
      await till.resume(operationId);
      expect(await till.resume(operationId)).toBe('settling');
      expect(till.counter.orders.cancel(operationId)).toMatchObject({ ok: false, error: { code: 'not_cancellable' } });
      till.service.script(refusal(404, 'resource_not_found'), refusal(404, 'resource_not_found'));
      expect(await till.resume(operationId)).toBe('settling');
      expect(await till.resume(operationId)).toBe('settling');
      till.service.script({ status: 200, body: completedOrder(operationId, { soldCards: undefined }) });
      expect(await till.resume(operationId)).toBe('completed');
      expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'GET', 'GET']);
    },
  );

  it.each(refusals)(
    '%i %s after an acknowledgement changes nothing: only the order itself ends it',
    async (status, code) => {
      const till = await Till.open();
      const operationId = till.place();
      till.service.script(processing(operationId), refusal(status, code));
      await till.resume(operationId);
      expect(await till.resume(operationId)).toBe('accepted');
      expect(till.counter.orders.cancel(operationId)).toMatchObject({ ok: false, error: { code: 'not_cancellable' } });
      till.service.script(refusal(404, 'resource_not_found'));
      expect(await till.resume(operationId)).toBe('accepted');
      till.clock.skip(24 * 3_600_000);
      till.service.script({ status: 200, body: { operationId, status: 'failed' } });
      expect(await till.resume(operationId)).toBe('failed');
      expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'POST']);
    },
  );

  it('goes on sending after a refusal that was no proof, once the service shows that it holds the order', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script('drop', refusal(409, 'price_changed'), {
      status: 200,
      body: { operationId, status: 'processing' },
    });
    await till.resume(operationId);
    expect(await till.resume(operationId)).toBe('settling');
    expect(await till.resume(operationId)).toBe('accepted');
    till.service.script(completed(operationId));
    expect(await till.resume(operationId)).toBe('completed');
    expect(till.service.seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'POST']);
  });

  it('counts an attempt that the end of the process cut off as an unknown', async () => {
    const till = await Till.open({
      step: (step) => {
        if (step === 'answer-received') throw new Error('the process ends here');
      },
    });
    const operationId = till.place();
    till.service.script(refusal(503, 'dependency_unavailable'));
    await expect(till.counter.orders.resume(operationId, 0, 'now')).rejects.toThrow('ends here');
    await till.run();
    till.service.script(refusal(409, 'price_changed'));
    expect(await till.resume(operationId)).toBe('settling');
  });

  it('counts an answer that cannot be verified as an unknown, and one that never left as none', async () => {
    const till = await Till.open();
    const [unverified, unsent] = [till.place(), till.place()];
    till.service.script({ ...refusal(409, 'price_changed'), unsigned: true }, refusal(409, 'price_changed'));
    await till.resume(unverified);
    expect(await till.resume(unverified)).toBe('settling');
    const { journal } = till.counter.localRecords;
    const attempt = '0a000000-0000-4000-8000-00000000000a';
    value(
      journal.append(
        {
          subject: unsent,
          kind: 'attempt-started',
          body: {
            attempt,
            call: 'createPartnerOrder',
            url: '',
            headers: [],
            nonce: null,
            createdAtSeconds: 0,
            expiresAtSeconds: 0,
            keyId: '',
            profileHash: '',
          },
        },
        { subject: unsent, kind: 'attempt-not-sent', body: { attempt, retryAtMs: 0 } },
      ),
    );
    till.service.script(refusal(409, 'price_changed'));
    expect(await till.resume(unsent)).toBe('refused');
  });
});
