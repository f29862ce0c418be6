import type { CallName, Domain } from '../../src-preload/contract/names.ts';
import { callNames } from '../../src-preload/contract/names.ts';
import { err } from '../core/result.ts';

/** What shows a secret or commits somebody to something, and so waits for a person who says that they are there. */
const closed: { readonly [D in Domain]?: readonly CallName<D>[] } = {
  app: ['startTraining', 'leaveTraining', 'useDeployment', 'recoveryPhrase', 'restoreBackup', 'confirmServiceKey', 'withdrawServiceKey', 'applyChange'],
  enrolment: ['begin', 'retire'],
  orders: ['place', 'decide', 'cancel', 'resume', 'keepWanted'],
  reveals: callNames.reveals, receipts: callNames.receipts,
};

/** The calls of one domain, some of them refused while the counter is locked. The page hides them; this holds where it does not. */
export function behindLock<D extends object>(domain: Domain, calls: D, isLocked: () => boolean): D {
  const names: readonly string[] = closed[domain] ?? [];
  return new Proxy(calls, {
    get: (target, name) => {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== 'function' || typeof name !== 'string' || !names.includes(name)) return call;
      return (input: unknown): unknown => (isLocked() ? Promise.resolve(err({ code: 'not_allowed', detail: 'locked' })) : Reflect.apply(call, undefined, [input]));
    },
  });
}
