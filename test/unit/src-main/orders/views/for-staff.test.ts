import { expect, it } from 'vitest';
import { numbersForStaff } from '../../../../../src-main/orders/views/order-view.ts';
import { completedVerdict, History, invoiceId, operationId } from '../order-samples.ts';

it('names an order and each of its requests by their numbers, and no code of a card', () => {
  const { facts } = new History().lost().judged(completedVerdict());
  const lines = numbersForStaff(operationId, facts).split('\n');
  expect(lines[0]).toBe(`Idempotency-Key: ${operationId}`);
  expect(lines).toContain(`Invoice: ${invoiceId}`);
  expect(lines.filter((line) => line.includes('createPartnerOrder'))).toEqual([
    expect.stringMatching(/^2023-11-14T\S+Z createPartnerOrder - lost$/),
    expect.stringMatching(/^2023-11-14T\S+Z createPartnerOrder 20\d completed( X-Request-Id: \S+)?$/),
  ]);
});
