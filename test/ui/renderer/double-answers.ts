import type { Failure, FailureCode } from '../../../src-shared/contract/codes.ts';
import type { CallResult } from '../../../src-shared/contract/schemas.ts';

export const ok = <T>(value: T): CallResult<T> => ({ ok: true, value });
export const no = (code: FailureCode, part: Partial<Failure> = {}): { ok: false; error: Failure } => ({
  ok: false,
  error: { code, ...part },
});

/** As an answer from another process comes. */
export function soon<T>(result: CallResult<T>): Promise<CallResult<T>> {
  return new Promise((resolve) => setTimeout(resolve, 5, result));
}
