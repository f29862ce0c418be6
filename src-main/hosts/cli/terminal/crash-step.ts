import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { codesFileSteps, type CodesFileStep } from '../../../code-files/save-codes.ts';
import type { StepMark } from '../../../core/ports.ts';
import { err, ok, type Result } from '../../../core/result.ts';
import { foldSteps, keepingSteps, type KeepingStep } from '../../../journal/keeping-steps.ts';
import { replacingSteps, type ReplacingStep } from '../../../journal/replacing.ts';
import { beforeIntent, purchaseSteps, withinBasket, type PurchaseStep } from '../../../orders/records/steps.ts';

/** Where a command may be ended by a test. */
export type CliStep = PurchaseStep | ReplacingStep | KeepingStep | CodesFileStep;

const steps: readonly string[] = [
  beforeIntent,
  withinBasket,
  ...purchaseSteps,
  ...replacingSteps,
  ...keepingSteps,
  ...foldSteps,
  ...codesFileSteps,
];

/**
 * For crash tests of builds that are not packaged: `COUNTERFOIL_CRASH_AT` names the step at which this process ends by
 * SIGKILL, with nothing flushed and no handler run.
 */
export function crashStep(environment: NodeJS.ProcessEnv, packaged: boolean): Result<StepMark<CliStep>, Failure> {
  const wanted = environment['COUNTERFOIL_CRASH_AT'];
  if (packaged || wanted === undefined || wanted === '') return ok(() => undefined);
  if (!steps.includes(wanted)) return err({ code: 'input_invalid', field: 'COUNTERFOIL_CRASH_AT' });
  return ok((step) => {
    if (step !== wanted) return;
    process.kill(process.pid, 'SIGKILL');
    // Nothing may run between the signal and its delivery.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
}
