import type { Failure } from '../../src-shared/contract/codes.ts';
import type { CallResult, CounterBridge } from '../../src-shared/contract/schemas.ts';

/** The only way out of this window. Its absence means that the page was opened outside a host. */
export function counter(): CounterBridge {
  if (window.counter === undefined) throw new Error('window.counter is missing: this page runs only inside a host');
  return window.counter;
}

const bug: Failure = { code: 'counter_bug', detail: 'channel' };

/** Makes a broken channel look like every other failure, so that no caller needs a catch of its own. */
export async function ask<T>(call: (bridge: CounterBridge) => Promise<CallResult<T>>): Promise<CallResult<T>> {
  try {
    return await call(counter());
  } catch {
    return { ok: false, error: bug };
  }
}
