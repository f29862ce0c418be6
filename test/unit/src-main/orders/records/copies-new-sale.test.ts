import { expect, it } from 'vitest';
import { codes, completed, processing, Till, value } from '../till.ts';

it('what was sold after the records were reconciled is sent as ever, also after a new start', async () => {
  const till = await Till.open();
  const before = till.place();
  till.directory = till.copyFolder();
  await till.run();
  till.service.script(
    { status: 200, body: { items: [] } },
    { status: 200, body: { items: codes.map(({ soldCardId }) => ({ soldCardId })) } },
  );
  value(await till.counter.reveals.reconcile());
  const since = till.place({ quantity: 3 });
  till.service.script(processing(since));
  await till.resume(since);
  await till.run();
  expect(till.kinds(before)).toEqual(['order-intended', 'order-held-back']);
  expect(till.kinds(since)).toEqual(['order-intended', 'attempt-started', 'answer-sealed', 'answer-judged']);
  till.service.script(completed(since, { quantity: 3, total: undefined }));
  await till.resume(since);
  expect(till.service.seen.at(-1)?.method).toBe('POST');
});
