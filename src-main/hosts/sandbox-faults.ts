import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { Failure } from '../../src-preload/contract/codes.ts';

const waitMs = 5_000;

/** The control port of a training service, and the word that it listens to. */
interface ControlPort {
  readonly url: string;
  readonly token: string;
}

/** Gives the training service exactly these faults, through its control port, which no page reaches. */
export async function setSandboxFaults(control: ControlPort, faults: readonly object[]): Promise<Result<void, Failure>> {
  const cleared = await accepted(control, 'DELETE');
  const planted = cleared && (faults.length === 0 || await accepted(control, 'POST', JSON.stringify(faults)));
  return planted ? ok(undefined) : err({ code: 'sandbox_failed', detail: 'faults' });
}

async function accepted({ url, token }: ControlPort, method: 'DELETE' | 'POST', body?: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
  try {
    return (await fetch(`${url}/faults`, { method, headers, ...(body === undefined ? {} : { body }), redirect: 'error', signal: AbortSignal.timeout(waitMs) })).ok;
  } catch {
    return false;
  }
}
