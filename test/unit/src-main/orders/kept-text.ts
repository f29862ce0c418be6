import { z } from 'zod';
import type { OperationId } from '../../../../src-main/core/ids.ts';
import { value, type Till } from './till.ts';

const keptSchema = z.object({
  body: z.string(),
  bodySalt: z.string(),
  reference: z.string().nullable(),
  referenceSalt: z.string(),
});

/** What lies sealed beside an intent, as only the data key opens it. */
export function orderText(till: Till, operationId: OperationId): z.infer<typeof keptSchema> {
  const { vault, localRecords } = till.counter;
  const record = localRecords.journal.sealed(`order:${operationId}`);
  if (record === null || record === 'purged') throw new Error('not sealed');
  const kept = value(vault.unseal(`order:${operationId}`, record));
  return keptSchema.parse(JSON.parse(Buffer.from(kept).toString('utf8')));
}
