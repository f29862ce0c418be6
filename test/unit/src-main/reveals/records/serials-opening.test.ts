import { expect, it } from 'vitest';
import { codes, completed, Till } from '../../orders/till.ts';

/** Answers that an opening looks through again for serial numbers to keep. */
function lookedAgain(till: Till): readonly string[] {
  const { journal } = till.counter.localRecords;
  const keptSeq = Number(journal.meta('serials-kept-seq'));
  return journal.events({ kind: 'answer-judged', afterSeq: keptSeq }).map(({ subject }) => subject);
}

it('an opening looks again at no answer from before an end in order, also where none had a serial number', async () => {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(completed(operationId, { soldCards: codes.map((code) => ({ ...code, serialNumber: null })) }));
  expect(await till.resume(operationId)).toBe('completed');
  expect(lookedAgain(till)).toEqual([operationId]);
  await till.run();
  expect(lookedAgain(till)).toEqual([]);
});
