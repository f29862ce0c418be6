import { expect, it, vi } from 'vitest';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { sealedIntent } from '../../../../../src-main/orders/records/order-text.ts';
import { randomness } from '../../journal/journal-fixture.ts';
import { intent, operationId } from '../order-samples.ts';
import { Till } from '../till.ts';

it('an intent without a body is a bug, and nothing is sealed for it', async () => {
  const { vault } = (await Till.open()).counter;
  const fileText = vi.fn();
  const { body: _, ...bodiless } = intent;
  for (const event of [
    orderEvent(operationId, 'order-intended', bodiless),
    orderEvent(operationId, 'order-cancelled', {}),
  ])
    expect(() => sealedIntent({ tx: { fileText }, vault, randomness }, event)).toThrow('an intent without a body');
  expect(fileText).not.toHaveBeenCalled();
});
