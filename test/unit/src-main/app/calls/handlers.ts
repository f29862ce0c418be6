import { callNames } from '../../../../../src-shared/contract/names.ts';
import type { CallHandlers } from '../../../../../src-shared/contract/schemas.ts';

/** Handlers that refuse everything and tell of each call that reaches them. */
export function handlersOf(reached: (name: string, input: unknown) => void): CallHandlers {
  const handlers: unknown = Object.fromEntries(
    Object.entries(callNames).map(([domain, calls]) => [
      domain,
      Object.fromEntries(
        calls.map((call) => [
          call,
          (input: unknown) => {
            reached(`${domain}.${call}`, input);
            return Promise.resolve({ ok: false, error: { code: 'not_enrolled' } });
          },
        ]),
      ),
    ]),
  );
  if (!areHandlers(handlers)) throw new Error('a call has no handler');
  return handlers;
}

function areHandlers(value: unknown): value is CallHandlers {
  return typeof value === 'object' && value !== null && Object.keys(callNames).every((domain) => domain in value);
}
