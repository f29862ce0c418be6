import { expect, it } from 'vitest';
import { conclusion } from '../../../../../src-main/reveals/machine/findings.ts';
import { soldCardId } from '../../orders/order-samples.ts';

it('what a check found is recorded card by card', () => {
  const found = { ownedCards: 2, unknownCards: [soldCardId(3)], missingCards: [soldCardId(1), soldCardId(2)] };
  expect(conclusion(found, undefined).reconciled.body).toEqual(found);
});
