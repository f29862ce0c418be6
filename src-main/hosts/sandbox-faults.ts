import type { Failure } from '../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../core/result.ts';

/** The service is on this computer: what makes it late is a computer that has much else to do. */
const waitMs = 30_000;

/** The control port of a training service, and the word that it listens to. */
interface ControlPort {
  readonly url: string;
  readonly token: string;
}

/**
 * Gives the training service exactly these faults and its wallets this limit of a day, through its control port, which
 * no page reaches.
 */
export async function setSandboxFaults(
  control: ControlPort,
  faults: readonly object[],
  dailyLimit: string | null,
): Promise<Result<void, Failure>> {
  const cleared =
    (await accepted(control, 'DELETE', '/faults')) &&
    (await accepted(control, 'POST', '/wallets', { all: true, dailyLimit }));
  const planted = cleared && (faults.length === 0 || (await accepted(control, 'POST', '/faults', faults)));
  return planted ? ok(undefined) : err({ code: 'sandbox_failed', detail: 'faults' });
}

async function accepted(
  { url, token }: ControlPort,
  method: 'DELETE' | 'POST',
  path: string,
  body?: object,
): Promise<boolean> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  try {
    return (
      await fetch(`${url}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(waitMs),
      })
    ).ok;
  } catch {
    return false;
  }
}
