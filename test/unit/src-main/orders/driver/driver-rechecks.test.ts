import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { jwkThumbprint } from '../../../../../src-main/signatures/keys.ts';
import type { ScriptedAnswer } from '../scripted-service.ts';
import { codes, completed, processing, Till, value } from '../till.ts';

/** A counter that reads the service's keys from its address: an answer came that is signed with a new one. */
async function answeredWithNewKey(
  reply: (operationId: OperationId) => ScriptedAnswer,
): Promise<{ till: Till; operationId: OperationId }> {
  const till = await Till.open();
  const serviceKeys = { url: '/v1/keys', pins: [jwkThumbprint(till.service.publicKey)] };
  await till.run({ profile: till.service.profileWith({ serviceKeys }) });
  till.service.publishKeys({ ...till.service.publicKey, kid: 'service-1' });
  const operationId = till.place();
  till.service.script({ ...reply(operationId), unknownKey: true });
  expect(await till.resume(operationId)).toBe('unknown');
  till.clock.skip(60_000);
  return { till, operationId };
}

function publishNewKey(till: Till): void {
  till.service.publishKeys(...['service-1', 'service-9'].map((kid) => ({ ...till.service.publicKey, kid })));
}

describe('an answer whose key is learned when its order goes on', () => {
  it('ends that step: nothing is sent again of an order that the service turns out to have accepted', async () => {
    const { till, operationId } = await answeredWithNewKey(processing);
    publishNewKey(till);
    expect(await till.resume(operationId)).toBe('accepted');
    expect(till.service.seen).toHaveLength(1);
  });

  it('lets the order be sent again where the service does not publish the key yet', async () => {
    const { till, operationId } = await answeredWithNewKey(processing);
    till.service.script(completed(operationId));
    expect(await till.resume(operationId)).toBe('completed');
    expect(till.service.seen).toHaveLength(2);
  });
});

describe('re-checking one order', () => {
  it('says whether one of its answers is verified now, and gives its codes', async () => {
    const { till, operationId } = await answeredWithNewKey(completed);
    expect(await till.counter.orders.recheck(operationId)).toBe(false);
    till.clock.skip(60_000);
    publishNewKey(till);
    expect(await till.counter.orders.recheck(operationId)).toBe(true);
    expect(till.stateOf(operationId)).toBe('completed');
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(await till.counter.orders.recheck(operationId)).toBe(false);
    expect(till.service.seen).toHaveLength(1);
  });
});

describe('an answer that lies kept beside one whose key is not known', () => {
  it('is judged first: it may hold the codes', async () => {
    class Ended extends Error {}
    const { till, operationId } = await answeredWithNewKey(processing);
    const { profile } = till.counter.session;
    await till.run({
      profile,
      step: (at) => {
        if (at === 'answer-sealed') throw new Ended(at);
      },
    });
    till.service.script(completed(operationId));
    await expect(till.counter.orders.resume(operationId, 0, 'now')).rejects.toThrow(Ended);
    await till.run({ profile });
    till.clock.skip(60_000);
    publishNewKey(till);
    await till.resume(operationId);
    expect(till.lastVerdict(operationId)).toMatchObject({ outcome: 'completed' });
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(till.service.seen).toHaveLength(2);
  });
});
