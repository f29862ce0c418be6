import { expect, it } from 'vitest';
import { completed, processing, Till } from '../../orders/till.ts';

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

it('a counter that is told to stop sends nothing more of its orders, and takes the answer that is under way', async () => {
  const till = await Till.open();
  const [first, second] = [till.place(), till.place()];
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  till.service.script(async () => {
    await held;
    return completed(first);
  });
  const underWay = till.resume(first);
  await expect.poll(() => till.service.seen.length).toBe(1);
  till.counter.stop();
  expect(await till.resume(second)).toBe('intended');
  release();
  expect(await underWay).toBe('completed');
  expect(till.service.seen).toHaveLength(1);
});
