import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { Failure } from '../../src-preload/contract/codes.ts';

const waitMs = 5_000;

/** Gives the training service exactly these faults, through its control port, which no page reaches. */
export async function setSandboxFaults(controlUrl: string, faults: readonly object[]): Promise<Result<void, Failure>> {
  const cleared = await accepted(controlUrl, { method: 'DELETE' });
  const planted = cleared && (faults.length === 0 || await accepted(controlUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(faults) }));
  return planted ? ok(undefined) : err({ code: 'sandbox_failed', detail: 'faults' });
}

async function accepted(controlUrl: string, request: RequestInit): Promise<boolean> {
  try {
    return (await fetch(`${controlUrl}/faults`, { ...request, redirect: 'error', signal: AbortSignal.timeout(waitMs) })).ok;
  } catch {
    return false;
  }
}
