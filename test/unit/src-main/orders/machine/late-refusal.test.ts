import { expect, it } from 'vitest';
import { positionOf, stateOf } from '../../../../../src-main/orders/machine/order.ts';
import { History, intendedAtMs } from '../order-samples.ts';

/** Each was found by `npm run -s proof:states`. */

it('a refusal after an unknown may have been given to another request: the one before it is still no first', () => {
  const history = new History().lost().judged({ outcome: 'settling', code: 'price_changed' });
  expect(positionOf(history.facts, 'attempt-1')).toBe('afterUnknown');
  expect(stateOf(history.facts, intendedAtMs)).toBe('settling');
});

it('of records that were restored or copied another copy may have sent the order: no refusal is the first', () => {
  const history = new History().started();
  expect(positionOf(history.facts, history.last)).toBe('first');
  history.add({ kind: 'order-held-back', body: { boundarySeq: 1 } });
  expect(positionOf(history.facts, history.last)).toBe('afterUnknown');
});
