import type { CodesFileContext, CodesFileStep } from '../../code-files/save-codes.ts';
import { noteFault } from '../../complaints/machine/note.ts';
import type { Randomness, StepMark } from '../../core/ports.ts';
import type { Counter } from './counter.ts';

/** What files with codes are made of at an open counter. */
export function codesFileContext(
  { localRecords: { journal, records }, reveals, catalogue }: Counter,
  randomness: Randomness,
  step: StepMark<CodesFileStep> = () => undefined,
): CodesFileContext {
  return {
    records,
    journal,
    randomness,
    step,
    bring: (operationId) => reveals.bring(operationId),
    faceValueOf: ({ intent }) => catalogue.card(intent.walletId, intent.cardId)?.faceValue ?? null,
    reasonFault: (reason, codes) => {
      const fault = noteFault(reason, { codes, isWhole: true });
      return fault === null ? null : { ...fault, field: 'reason' };
    },
  };
}
