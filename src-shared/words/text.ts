export type TextValues = Readonly<Record<string, string | number>>;

/** Sentences of one language by key, with their values. */
export type Text<Key extends string> = (key: Key, values?: TextValues) => string;

/** What react-intl and its core both have. */
type FormatMessage = (message: { readonly id: string }, values?: Record<string, string | number>) => string;

/** The one way from a key to a sentence, for screens and for main. `put` is how a text goes into the sentence. */
export function textOf<Key extends string>(formatMessage: FormatMessage, put: (value: string) => string): Text<Key> {
  return (key, values) => formatMessage({ id: key }, values === undefined ? undefined : mapped(values, put));
}

function mapped(values: TextValues, put: (value: string) => string): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? value : put(value)]),
  );
}

const firstStrongIsolate = '\u2068';
const popDirectionalIsolate = '\u2069';

/** Keeps a name or number of the other script from reordering the sentence around it (UAX 9, isolates). */
export function isolated(value: string): string {
  return `${firstStrongIsolate}${value}${popDirectionalIsolate}`;
}

/** A missing message or value is a bug; tests fail on it. */
export function failLoudly(error: Error): never {
  throw error;
}
