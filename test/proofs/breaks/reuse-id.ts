import { createHash } from 'node:crypto';
import { prepareRequest as prepareHonestly } from '../../../src-main/partner-api/request.ts';

export * from '../../../src-main/partner-api/request.ts';

/**
 * Law 2 broken: the id is made from what is bought, so that the next customer who wants the same gets the id of the
 * last.
 */
export const prepareRequest: typeof prepareHonestly = (profile, draft, ...rest) => {
  if (draft.form === undefined || draft.body === undefined) return prepareHonestly(profile, draft, ...rest);
  return prepareHonestly(profile, { ...draft, form: { ...draft.form, idempotencyKey: idFrom(draft.body) } }, ...rest);
};

function idFrom(body: Uint8Array): string {
  const hex = createHash('sha256').update(body).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
