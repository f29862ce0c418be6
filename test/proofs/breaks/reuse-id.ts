import { createHash } from 'node:crypto';
import { knownId } from '../../../src-main/core/ids.ts';
import type { OperationId } from '../../../src-main/core/ids.ts';
import { prepareRequest as prepareHonestly } from '../../../src-main/partner-api/request.ts';

export * from '../../../src-main/partner-api/request.ts';

/** Law 2 broken: the id is made from what is bought, so that the next customer who wants the same gets the id of the last. */
export const prepareRequest: typeof prepareHonestly = (profile, draft, ...rest) => {
  if (draft.idempotencyKey === undefined || draft.body === undefined) return prepareHonestly(profile, draft, ...rest);
  return prepareHonestly(profile, { ...draft, idempotencyKey: idFrom(draft.body) }, ...rest);
};

function idFrom(body: Uint8Array): OperationId {
  const hex = createHash('sha256').update(body).digest('hex');
  return knownId<OperationId>(`${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`);
}
