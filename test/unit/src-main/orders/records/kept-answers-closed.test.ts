import { expect, it } from 'vitest';
import { rewriteJournal } from '../../../../support/rewritten-journal.ts';
import { completed, newOperationId, Till } from '../till.ts';

it('an order goes on whose answer was kept and does not open any more', async () => {
  const till = await Till.open();
  await till.run({
    step: (name) => {
      if (name === 'answer-sealed') throw new Error('ended here');
    },
  });
  const operationId = till.place();
  till.service.script(completed(operationId));
  await expect(till.resume(operationId)).rejects.toThrow('ended here');
  till.close();
  rewriteJournal(till.directory, (file) =>
    file.exec("UPDATE sealed_keys SET wrapped_key = zeroblob(61) WHERE id NOT LIKE 'order:%'"),
  );
  await till.run();
  till.service.script(completed(operationId));
  expect(await till.resume(operationId)).toBe('unknown');
  expect(till.lastVerdict(operationId)).toEqual({ outcome: 'unverified', reason: 'seal_failed' });
  expect(till.service.seen).toHaveLength(1);
  expect(await till.resume(operationId)).toBe('completed');
  const [first, second] = till.service.seen;
  expect(second?.body).toEqual(first?.body);
});

it('an id of no order has nothing to be judged again', async () => {
  const till = await Till.open();
  expect(await till.counter.orders.recheck(newOperationId())).toBe(false);
});
