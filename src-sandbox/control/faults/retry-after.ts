import { z } from 'zod';
import type { RetryAfter } from '../../wire/refusals.ts';

/** The parameters that say when to come again, and in which form. */
export const retryAfterParameters = {
  retryAfter: z.int().min(0).optional(),
  retryAfterForm: z.enum(['seconds', 'http-date']).optional(),
};

interface Given {
  readonly retryAfter?: number | undefined;
  readonly retryAfterForm?: 'seconds' | 'http-date' | undefined;
}

/** Nothing given leaves the field to the service's own habit. */
export function readRetryAfter({ retryAfter, retryAfterForm }: Given): { readonly retryAfter?: RetryAfter } {
  if (retryAfter === undefined && retryAfterForm === undefined) return {};
  return { retryAfter: { seconds: retryAfter ?? 1, form: retryAfterForm ?? 'seconds' } };
}
