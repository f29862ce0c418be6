import { expect, it } from 'vitest';

import { processing, Till } from './orders/till.ts';

it('a counter keeps the latest time that the service has signed, and is never behind it after a restart', async () => {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script({ ...processing(operationId), createdShiftSeconds: 600 });
  await till.resume(operationId);
  const signedSeconds = till.counter.session.serviceClock.greatestCreatedSeconds();
  expect(signedSeconds - till.clock.nowMs() / 1000).toBeGreaterThan(590);
  await till.run();
  const { serviceClock } = till.counter.session;
  expect(serviceClock.greatestCreatedSeconds()).toBe(signedSeconds);
  expect(serviceClock.nowMs()).toBeGreaterThanOrEqual(signedSeconds * 1000);
});
