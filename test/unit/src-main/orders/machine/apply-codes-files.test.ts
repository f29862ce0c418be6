import { expect, it } from 'vitest';
import { completedVerdict, History } from '../order-samples.ts';

const file = 'file-1';

it('codes are out once the password of their file came out, and not before', () => {
  const sold = new History().judged(completedVerdict());
  const before = sold.facts;
  const started = sold.add({ kind: 'codes-file-started', body: { file, reason: 'company' } });
  expect(started.facts).toMatchObject({ timesCodesOut: before.timesCodesOut, filesSaved: before.filesSaved });
  const failed = started.add({ kind: 'codes-file-failed', body: { file, reason: 'left' } });
  expect(failed.facts).toMatchObject({ timesCodesOut: before.timesCodesOut, filesSaved: before.filesSaved });
  const saved = failed.add({ kind: 'codes-file-saved', body: { file, times: 3 } });
  expect(saved.facts).toMatchObject({ timesCodesOut: before.timesCodesOut + 1, filesSaved: 3 });
});
