import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { LocalizedText } from '../../../src-shared/contract/schemas.ts';
import type { MessageKey } from '../../../src-shared/words/en/page.ts';

export type Text = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;

const firstStrongIsolate = '\u2068';
const popDirectionalIsolate = '\u2069';

/** Keeps a name or number of the other script from reordering the sentence around it (UAX 9, isolates). */
function isolated(value: string | number): string | number {
  return typeof value === 'number' ? value : `${firstStrongIsolate}${value}${popDirectionalIsolate}`;
}

/** Sentences of the current language by typed key; string values are isolated. */
export function useText(): Text {
  const { formatMessage } = useIntl();
  return useCallback(
    (key, values) => {
      const safe =
        values === undefined
          ? undefined
          : Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolated(value)]));
      return formatMessage({ id: key }, safe);
    },
    [formatMessage],
  );
}

/** A name in the current language, or in the other one where only that exists. */
export function useName(): (name: LocalizedText | undefined) => string | undefined {
  const { locale } = useIntl();
  return useCallback(
    (name) => {
      const [first, second] = locale.startsWith('ar') ? [name?.ar, name?.en] : [name?.en, name?.ar];
      return first ?? second;
    },
    [locale],
  );
}
