import { setTimeout as sleep } from 'node:timers/promises';
import { stepPatienceMs } from './patience.ts';

/**
 * Asks again and again until `holds` says yes, and not for ever; `what` names it where that never comes. Works in hooks
 * too.
 */
export async function until(what: string, holds: () => boolean | Promise<boolean>, everyMs = 20): Promise<void> {
  const askedFromMs = performance.now();
  while (!(await holds())) {
    if (performance.now() - askedFromMs > stepPatienceMs)
      throw new Error(`${what} did not come about within ${stepPatienceMs / 1000} seconds`);
    await sleep(everyMs);
  }
}
