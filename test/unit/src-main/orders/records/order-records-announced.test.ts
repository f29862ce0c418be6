import { expect, it } from 'vitest';
import { completed, Till } from '../till.ts';

it('whoever shows an order hears before there is an answer that it may be bought from now on', async () => {
  const till = await Till.open();
  const operationId = till.place();
  const shown: string[] = [];
  till.counter.localRecords.onOrderChanged((changed) => {
    if (changed === operationId) shown.push(till.stateOf(operationId));
  });
  let whileSent: readonly string[] = [];
  till.service.script(() => {
    whileSent = [...shown];
    return completed(operationId);
  });
  expect(await till.resume(operationId)).toBe('completed');
  expect([whileSent, shown.at(-1)]).toEqual([['unknown'], 'completed']);
});
