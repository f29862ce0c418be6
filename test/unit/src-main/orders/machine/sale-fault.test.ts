import { expect, it } from 'vitest';
import { saleFault } from '../../../../../src-main/orders/machine/placing.ts';

it('a sale is of one card at least, and of as many as the deployment sells at most', () => {
  const terms = { maximumQuantity: 10, countersignedJournal: false };
  const fields = [0, 1, 10, 11].map((quantity) => saleFault({ quantity }, terms)?.field ?? null);
  expect(fields).toEqual(['quantity', null, null, 'quantity']);
});
