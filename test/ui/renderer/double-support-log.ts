import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { ok, soon } from './double-answers.ts';

const text = '{"at":"2026-11-24T08:00:00.000Z","kind":"callRefused","call":"orders.place","code":"price_changed"}\n';

export function supportLogCalls(): CallHandlers['supportLog'] {
  return {
    read: () => soon(ok({ text })),
    save: () => soon(ok({ saved: 'here' as const, file: null })),
  };
}
