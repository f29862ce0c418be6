import type { Failure } from '../../../src-shared/contract/codes.ts';
import { isMessage } from '../../../src-shared/words/page-messages.ts';
import type { Text } from '../../base/i18n/use-text.ts';

/** What to enter where main named one of these fields; undefined where it did not. */
export function wrongField(failure: Failure | null, fields: readonly string[], text: Text): string | undefined {
  if (failure?.code !== 'input_invalid' || failure.field === undefined || !fields.includes(failure.field))
    return undefined;
  const key = `prices.wrong.${failure.field}`;
  return isMessage(key) ? text(key) : text('failure.input_invalid.says');
}
