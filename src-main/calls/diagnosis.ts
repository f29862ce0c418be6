import type { CallHandlers } from '../../src-preload/contract/schemas.ts';
import { ok } from '../core/result.ts';
import { counterOf } from './context.ts';
import type { CallContext } from './context.ts';

export function diagnosisCalls(context: CallContext): CallHandlers['diagnosis'] {
  return {
    run: async () => {
      const counter = counterOf(context);
      if (!counter.ok) return counter;
      const diagnosis = await counter.value.diagnose();
      if (!diagnosis.ok) return diagnosis;
      const { lines, components, effectiveScopes, missingScopes, ...rest } = diagnosis.value;
      return ok({ ...rest, lines: [...lines], components: [...components], effectiveScopes: [...effectiveScopes], missingScopes: [...missingScopes] });
    },
    search: async () => {
      const counter = counterOf(context);
      if (!counter.ok) return counter;
      const { cause, changes, fields, evidence, calls, clockOffsetMs } = await counter.value.doctor.examine();
      return ok({
        cause, changes: [...changes], fields: [...fields], evidence: evidence.map(({ kind, facts }) => ({ kind, facts: { ...facts } })), calls, clockOffsetMs,
        applicable: changes.length > 0 && context.current()?.mode === 'deployment',
      });
    },
    cancel: async () => {
      const counter = counterOf(context);
      if (!counter.ok) return counter;
      counter.value.doctor.cancel();
      return Promise.resolve(ok({}));
    },
  };
}
