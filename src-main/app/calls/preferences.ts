import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { err, ok } from '../../core/result.ts';
import { barcodeDigests } from '../../preferences/barcodes.ts';
import { atCounter, type CallContext } from './context.ts';

export function preferenceCalls(context: CallContext): CallHandlers['preferences'] {
  return {
    read: async () => {
      const preferences = context.current()?.preferences;
      return Promise.resolve(preferences === undefined ? err({ code: 'deployment_required' }) : ok(preferences.read()));
    },
    change: async (change) =>
      Promise.resolve(context.current()?.preferences.change(change) ?? err({ code: 'deployment_required' })),
    digestOf: ({ barcode }) => atCounter(context, ({ vault }) => ok({ digest: barcodeDigests(vault)(barcode) })),
  };
}
