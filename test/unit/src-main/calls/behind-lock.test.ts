import { describe, expect, it } from 'vitest';

import { behindLock } from '../../../../src-main/calls/behind-lock.ts';
import { callNames } from '../../../../src-preload/contract/names.ts';
import type { Domain } from '../../../../src-preload/contract/names.ts';
import { handlersOf } from './handlers.ts';

/** What waits for a person while the counter is locked. */
const closed = [
  'app.startTraining', 'app.leaveTraining', 'app.useDeployment', 'app.recoveryPhrase', 'app.restoreBackup', 'app.confirmServiceKey', 'app.withdrawServiceKey', 'app.applyChange', 'enrolment.begin', 'enrolment.retire',
  'orders.place', 'orders.decide', 'orders.cancel', 'orders.resume', 'orders.keepWanted', ...callNames.reveals.map((call) => `reveals.${call}`), ...callNames.receipts.map((call) => `receipts.${call}`),
];
const all = Object.entries(callNames).flatMap(([domain, names]) => names.map((name) => `${domain}.${name}`));

async function reachedWhile(locked: boolean): Promise<readonly string[]> {
  const reached: string[] = [];
  const handlers = handlersOf((name) => reached.push(name));
  const calls: Readonly<Record<Domain, Readonly<Record<string, unknown>>>> = handlers;
  for (const [domain, names] of Object.entries(callNames)) {
    const behind = behindLock(domain as Domain, calls[domain as Domain], () => locked);
    for (const name of names) {
      const call = behind[name];
      const answer: unknown = typeof call === 'function' ? await Reflect.apply(call, undefined, [{}]) : 'no call';
      if (!reached.includes(`${domain}.${name}`)) expect(answer, name).toEqual({ ok: false, error: { code: 'not_allowed', detail: 'locked' } });
    }
  }
  return reached;
}

describe('a locked counter', () => {
  it('answers what shows no secret and commits to nothing, and refuses the rest', async () => {
    expect(await reachedWhile(true)).toEqual(all.filter((name) => !closed.includes(name)));
  });

  it('answers everything once it is open again', async () => {
    expect(await reachedWhile(false)).toEqual(all);
  });
});
