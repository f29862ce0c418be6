import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { ok } from '../../core/result.ts';
import { atCounter, type CallContext } from './context.ts';

export function diagnosisCalls(context: CallContext): CallHandlers['diagnosis'] {
  return {
    run: () =>
      atCounter(context, async (counter) => {
        const diagnosis = await counter.diagnose();
        if (!diagnosis.ok) return diagnosis;
        const { lines, components, effectiveScopes, missingScopes, ...rest } = diagnosis.value;
        const look = {
          ...rest,
          lines: [...lines],
          components: [...components],
          effectiveScopes: [...effectiveScopes],
          missingScopes: [...missingScopes],
        };
        context.diagnosed.looked(look);
        return ok(look);
      }),
    search: ({ tryForms = false }) =>
      atCounter(context, async ({ diagnostics }) => {
        const { cause, changes, fields, evidence, calls, clockOffsetMs } = await diagnostics.findCause({ tryForms });
        const search = {
          cause,
          changes: [...changes],
          fields: [...fields],
          evidence: evidence.map(({ kind, facts }) => ({ kind, facts: { ...facts } })),
          calls,
          clockOffsetMs,
          applicable: changes.length > 0 && context.current()?.mode === 'deployment',
        };
        context.diagnosed.searched(search);
        return ok(search);
      }),
    cancel: () =>
      atCounter(context, ({ diagnostics }) => {
        diagnostics.cancel();
        return ok({});
      }),
  };
}
