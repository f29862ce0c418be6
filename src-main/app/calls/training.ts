import type { Lesson } from '../../../src-shared/contract/lessons.ts';
import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { err, ok } from '../../core/result.ts';
import type { CallContext } from './context.ts';

const operation = 'createPartnerOrder';

/**
 * What the practice service does to the next order of each lesson, beside what its staff do. A screen names a lesson
 * and never a fault.
 */
const faultsOf: Readonly<Record<Lesson, readonly object[]>> = {
  normal: [],
  slow: [
    {
      operation,
      sequence: [
        { name: 'accept-202', retryAfter: 4 },
        { name: 'accept-202', retryAfter: 4 },
        { name: 'accept-202', retryAfter: 4 },
      ],
    },
  ],
  // It is bought with the first request; what follows until the service answers again is all that is to be seen of it.
  lost: [{ operation, sequence: ['drop-after-commit', 'drop-before', 'drop-before', 'drop-before'] }],
  refused: [],
};
/** A service that refuses by itself, because staff let nothing more be bought today. */
const nothingToday = '0.000';

export function trainingCalls(context: CallContext): CallHandlers['training'] {
  return {
    begin: async ({ lesson }) => {
      const sandbox = context.current()?.sandbox ?? null;
      if (sandbox === null) return err({ code: 'not_allowed' });
      const set = await sandbox.setFaults(faultsOf[lesson], lesson === 'refused' ? nothingToday : null);
      return set.ok ? ok({ lesson }) : set;
    },
    end: async () => {
      const sandbox = context.current()?.sandbox ?? null;
      if (sandbox === null) return err({ code: 'not_allowed' });
      const set = await sandbox.setFaults([], null);
      return set.ok ? ok({ ended: true as const }) : set;
    },
  };
}
