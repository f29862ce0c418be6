import { expect, it } from 'vitest';
import { handOverFault } from '../../../../../src-main/reveals/machine/release.ts';
import { operationId } from '../../orders/order-samples.ts';
import { soldOrder } from './samples.ts';

it('the codes of a void sale are not handed over, shown or not', () => {
  const faults = [0, 1].map((timesCodesOut) =>
    handOverFault(operationId, soldOrder([1], { keptBack: true, timesCodesOut })),
  );
  expect(faults).toEqual([
    { code: 'sale_void', operationId },
    { code: 'sale_void', operationId },
  ]);
  expect(handOverFault(operationId, soldOrder([1], { keptBack: false, timesCodesOut: 1 }))).toBeNull();
});
