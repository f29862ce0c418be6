import type { CallHandlers } from '../../src-preload/contract/schemas.ts';
import { err, ok } from '../core/result.ts';
import type { CallContext } from './context.ts';

export function preferenceCalls(context: CallContext): CallHandlers['preferences'] {
  return {
    read: async () => {
      const preferences = context.current()?.preferences;
      return Promise.resolve(preferences === undefined ? err({ code: 'deployment_required' }) : ok(preferences.read()));
    },
    change: async (change) => Promise.resolve(context.current()?.preferences.change(change) ?? err({ code: 'deployment_required' })),
  };
}
