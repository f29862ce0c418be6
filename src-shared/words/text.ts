import { messageIn, messageWriter, type Message, type MessageValues } from './message.ts';

export type TextValues = MessageValues;

/** Sentences of one language by key, with their values. */
export type Text<Key extends string> = (key: Key, values?: TextValues) => string;

type FormatMessage = (message: { readonly id: string }, values?: TextValues) => string;

/** Finds the sentences of one language by key. A message is read when it is needed first, and then kept. */
export function formatMessageIn(messages: Readonly<Record<string, string>>, locale: string): FormatMessage {
  const written = messageWriter(locale);
  const known = new Map<string, Message>();
  return ({ id }, values = {}) => {
    const message = known.get(id) ?? messageIn(textAt(messages, id));
    known.set(id, message);
    return written(message, values);
  };
}

/** A missing message is a bug; tests fail on it. */
function textAt(messages: Readonly<Record<string, string>>, id: string): string {
  const text = messages[id];
  if (text === undefined) throw new Error(`no message ${id}`);
  return text;
}

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
