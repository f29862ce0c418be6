import { describe, expect, it } from 'vitest';
import { deploymentIdentity } from '../../../../../src-main/deployment/profile.ts';
import { limitsFor } from '../../../../../src-main/orders/records/quantity-limits.ts';
import { cardId, walletId } from '../order-samples.ts';
import type { ScriptedAnswer } from '../scripted-service.ts';
import { Till } from '../till.ts';

const refused = (errors: readonly object[], more: Partial<ScriptedAnswer> = {}): ScriptedAnswer => ({
  status: 422,
  body: { code: 'validation_failed', errors },
  ...more,
});
const known = (till: Till): object =>
  Object.fromEntries(limitsFor(till.counter.localRecords.journal, deploymentIdentity(till.service.profile), walletId));

describe('the quantities of a card', () => {
  it('are learned from refusals, the latest of each, and known after a restart', async () => {
    const till = await Till.open();
    const [first, second] = [till.place(), till.place()];
    till.service.script(
      refused([{ pointer: '/quantity', maximum: 5 }]),
      refused([{ pointer: '/quantity', minimum: 3, maximum: 4 }]),
    );
    expect(await till.resume(first)).toBe('refused');
    expect(known(till)).toEqual({ [cardId]: { maximum: 5 } });
    await till.resume(second);
    await till.run();
    expect(known(till)).toEqual({ [cardId]: { minimum: 3, maximum: 4 } });
    expect([...limitsFor(till.counter.localRecords.journal, 'https://another.test', walletId)]).toEqual([]);
  });

  it.each<readonly [string, Partial<ScriptedAnswer>]>([
    ['is forged', { forged: true }],
    ['is bound to no request', { leftOut: ['nonce;req', 'idempotency-key;req'] }],
    ['has another code', { body: { code: 'quantity_unavailable', errors: [{ pointer: '/quantity', maximum: 5 }] } }],
  ])('are not learned from an answer that %s', async (_name, more) => {
    const till = await Till.open();
    await till.run({ profile: till.service.profileWith({ answer: { binding: ['@method', '@path'] } }) });
    const operationId = till.place();
    till.service.script(refused([{ pointer: '/quantity', maximum: 5 }], more));
    await till.resume(operationId);
    expect(known(till)).toEqual({});
  });
});
