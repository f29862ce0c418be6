import { afterEach, expect, it, vi } from 'vitest';
import { crashStep } from '../../../../../../src-main/hosts/cli/terminal/crash-step.ts';
import { beforeIntent, purchaseSteps, type PurchaseStep } from '../../../../../../src-main/orders/records/steps.ts';

afterEach(() => vi.restoreAllMocks());

const allSteps: readonly PurchaseStep[] = [beforeIntent, ...purchaseSteps];

/** The steps at which this process would have ended; the killing itself is watched from outside in the crash tests. */
function deadlySteps(environment: NodeJS.ProcessEnv, packaged: boolean): PurchaseStep[] {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  vi.spyOn(Atomics, 'wait').mockReturnValue('ok');
  const step = crashStep(environment, packaged);
  return allSteps.filter((name) => {
    kill.mockClear();
    if (step.ok) step.value(name);
    return kill.mock.calls.some(([pid, signal]) => pid === process.pid && signal === 'SIGKILL');
  });
}

it('ends the process at the named step and at no other', () => {
  for (const step of allSteps) expect(deadlySteps({ COUNTERFOIL_CRASH_AT: step }, false)).toEqual([step]);
});

it('ends nothing where no step is named, or in a packaged build', () => {
  expect(deadlySteps({}, false)).toEqual([]);
  expect(deadlySteps({ COUNTERFOIL_CRASH_AT: '' }, false)).toEqual([]);
  expect(deadlySteps({ COUNTERFOIL_CRASH_AT: 'answer-sealed' }, true)).toEqual([]);
});

it('refuses a step that there is none of', () => {
  expect(crashStep({ COUNTERFOIL_CRASH_AT: 'answer-lost' }, false)).toEqual({
    ok: false,
    error: { code: 'input_invalid', field: 'COUNTERFOIL_CRASH_AT' },
  });
});
