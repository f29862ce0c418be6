import { expect, it } from 'vitest';
import { orderEvent, orderEventKinds, readOrderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { rowOfEvent } from '../../../../../src-main/orders/records/history.ts';
import { eventBodies as bodies } from '../event-samples.ts';
import { operationId } from '../order-samples.ts';

it.each(orderEventKinds)('%s is read back as it was written', (kind) => {
  const row = rowOfEvent(orderEvent(operationId, kind, bodies[kind]));
  expect(row.subject).toBe(operationId);
  expect(readOrderEvent(kind, 2, row.body)).toEqual({ kind, atMs: 2, body: bodies[kind] });
});
