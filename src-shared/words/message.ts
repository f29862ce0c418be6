/**
 * The part of ICU's messages that the catalogues use: `{name}`, and `{count, plural, one {# card} other {# cards}}`
 * with forms within forms. No quoting: the catalogues quote with “ and ”.
 */
export type Message = readonly Part[];

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string }
  /** The number of the plural around, `#`. */
  | { readonly kind: 'count' }
  | { readonly kind: 'plural'; readonly name: string; readonly forms: ReadonlyMap<string, Message> };

export type MessageValues = Readonly<Record<string, string | number>>;

interface Read<T> {
  readonly read: T;
  /** Where the rest of the text begins. */
  readonly next: number;
}

/** Throws where the text is no message: a catalogue is ours. */
export function messageIn(text: string): Message {
  const { read, next } = partsIn(text, 0, false);
  if (next < text.length) throw new SyntaxError(`a message ends before its end: ${text}`);
  return read;
}

/** A message with its values, in the plural forms and digits of a locale. Throws where a value is missing. */
export function messageWriter(locale: string): (message: Message, values: MessageValues) => string {
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  const written = (message: Message, values: MessageValues, count: number): string =>
    message.map((part) => writtenPart(part, values, count)).join('');
  const writtenPart = (part: Part, values: MessageValues, count: number): string => {
    if (part.kind === 'text') return part.text;
    if (part.kind === 'count') return numbers.format(count);
    const value = values[part.name];
    if (value === undefined) throw new Error(`a message without its value ${part.name}`);
    if (part.kind === 'value') return String(value);
    const { forms } = part;
    const form = forms.get(`=${value}`) ?? forms.get(plurals.select(Number(value))) ?? forms.get('other');
    if (form === undefined) throw new Error(`a message without the form of ${value}`);
    return written(form, values, Number(value));
  };
  return (message, values) => written(message, values, Number.NaN);
}

/** Up to the end of the text, or to the brace that ends the form. */
function partsIn(text: string, from: number, isForm: boolean): Read<Message> {
  const parts: Part[] = [];
  let next = from;
  while (next < text.length && text[next] !== '}') {
    const { read, next: after } = partIn(text, next, isForm);
    parts.push(read);
    next = after;
  }
  return { read: parts, next };
}

const plainText = /[^{}]+/y;
const plainTextOfForm = /[^{}#]+/y;
const beginOfArgument = /\{\s*(\w+)\s*(?:\}|,\s*plural\s*,\s*)/y;
const beginOfForm = /\s*(=?\w+)\s*\{/y;
const endOfForms = /\s*\}/y;

function partIn(text: string, from: number, isForm: boolean): Read<Part> {
  if (isForm && text[from] === '#') return { read: { kind: 'count' }, next: from + 1 };
  const plain = matchAt(isForm ? plainTextOfForm : plainText, text, from);
  if (plain !== null) return { read: { kind: 'text', text: plain.all }, next: plain.next };
  const begun = matchAt(beginOfArgument, text, from);
  if (begun === null) throw new SyntaxError(`no argument of a message: ${text.slice(from)}`);
  const { word: name, all, next } = begun;
  return all.endsWith('}') ? { read: { kind: 'value', name }, next } : formsIn(text, next, name);
}

function formsIn(text: string, from: number, name: string): Read<Part> {
  const forms = new Map<string, Message>();
  let next = from;
  for (let form = matchAt(beginOfForm, text, next); form !== null; form = matchAt(beginOfForm, text, next)) {
    const within = partsIn(text, form.next, true);
    if (text[within.next] !== '}') throw new SyntaxError(`a form of a message without its end: ${text}`);
    forms.set(form.word, within.read);
    next = within.next + 1;
  }
  const end = matchAt(endOfForms, text, next);
  if (end === null || !forms.has('other')) throw new SyntaxError(`no plural of a message: ${text}`);
  return { read: { kind: 'plural', name, forms }, next: end.next };
}

function matchAt(pattern: RegExp, text: string, from: number): { all: string; word: string; next: number } | null {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  if (match === null) return null;
  const [all, word = ''] = match;
  return { all, word, next: from + all.length };
}
