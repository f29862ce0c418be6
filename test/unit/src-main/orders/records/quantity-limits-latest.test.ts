import { describe, expect, it } from 'vitest';
import { deploymentIdentity } from '../../../../../src-main/deployment/profile.ts';
import { limitsFor } from '../../../../../src-main/orders/records/quantity-limits.ts';
import type { QuantityLimits } from '../../../../../src-main/partner-api/operations/quantity-limits.ts';
import { cardId, walletId } from '../order-samples.ts';
import { Till } from '../till.ts';

function known(till: Till): QuantityLimits | undefined {
  const { journal } = till.counter.localRecords;
  return limitsFor(journal, deploymentIdentity(till.service.profile), walletId).get(cardId);
}

describe('the minimum and the maximum of a card', () => {
  it('are kept each for itself: a refusal that names one of them takes back nothing of the other', async () => {
    const till = await Till.open();
    const told: (QuantityLimits | undefined)[] = [];
    for (const named of [{ maximum: 9 }, { minimum: 3 }, { maximum: 5 }, { minimum: 2 }]) {
      const operationId = till.place();
      till.service.script({
        status: 422,
        body: { code: 'validation_failed', errors: [{ pointer: '/quantity', ...named }] },
      });
      expect(await till.resume(operationId)).toBe('refused');
      told.push(known(till));
    }
    expect(told).toStrictEqual([
      { maximum: 9 },
      { minimum: 3, maximum: 9 },
      { minimum: 3, maximum: 5 },
      { minimum: 2, maximum: 5 },
    ]);
  });

  it('are those that the service named, and not what anything else in the records says of the card', async () => {
    const till = await Till.open();
    const { journal } = till.counter.localRecords;
    const deployment = deploymentIdentity(till.service.profile);
    const body = { deployment, walletId, cardId, maximum: 1 };
    expect(journal.append({ subject: '', kind: 'of-a-later-build', body }).ok).toBe(true);
    expect(known(till)).toBeUndefined();
  });
});
