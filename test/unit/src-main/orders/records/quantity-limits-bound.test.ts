import { describe, expect, it } from 'vitest';
import { knownId, type WalletId } from '../../../../../src-main/core/ids.ts';
import { deploymentIdentity } from '../../../../../src-main/deployment/profile.ts';
import { limitsFor, limitsIn } from '../../../../../src-main/orders/records/quantity-limits.ts';
import type { Verified } from '../../../../../src-main/partner-api/judge.ts';
import { cardId, walletId } from '../order-samples.ts';
import { newOperationId, Till } from '../till.ts';

const told = { code: 'validation_failed', errors: [{ pointer: '/quantity', maximum: 5 }] };

function answer(changes: Partial<Verified> = {}, body: unknown = told): Verified {
  return {
    kind: 'verified',
    status: 422,
    body: new TextEncoder().encode(JSON.stringify(body)),
    header: (name) => (name === 'content-type' ? 'application/problem+json' : null),
    bound: new Set(['nonce']),
    createdAtSeconds: 1,
    serviceKeyId: 'service-1',
    signatureSha256: 'x',
    ...changes,
  };
}

describe('the limits in a refusal', () => {
  it('are those of the order where the answer is bound to its id or to its request, one or the other', () => {
    const bindings = [['nonce'], ['idempotency-key'], ['nonce', 'idempotency-key'], ['@method', '']];
    const read = bindings.map((bound) => limitsIn(answer({ bound: new Set(bound) }), 'createPartnerOrder'));
    expect(read).toEqual([{ maximum: 5 }, { maximum: 5 }, { maximum: 5 }, null]);
  });

  it('are none in the answer to a read, in one of another status, and in one that says nothing', () => {
    expect(limitsIn(answer(), 'getPartnerOrder')).toBeNull();
    expect(limitsIn(answer({ status: 409 }), 'createPartnerOrder')).toBeNull();
    expect(limitsIn(answer({}, 'no problem'), 'createPartnerOrder')).toBeNull();
  });
});

it('the limits of a card stand beside the orders, for its own wallet alone', async () => {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script({ status: 422, body: told });
  expect(await till.resume(operationId)).toBe('refused');
  const { journal } = till.counter.localRecords;
  expect(journal.events({ kind: 'quantity-limits-told' })).toMatchObject([{ subject: '', body: { cardId, walletId } }]);
  const identity = deploymentIdentity(till.service.profile);
  const otherWallet = knownId<WalletId>(newOperationId());
  expect([walletId, otherWallet].map((id) => [...limitsFor(journal, identity, id)])).toEqual([
    [[cardId, { maximum: 5 }]],
    [],
  ]);
});
