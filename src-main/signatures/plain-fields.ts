import type { BareItem, Dictionary, InnerList, Item } from 'structured-headers';

/**
 * The one form in which nearly every signer writes a field: a dictionary of one member, as the serialiser would write
 * it, texts without escapes. It is read and written here at once; whatever has another form is the library's.
 */
interface PlainField {
  readonly members: Dictionary;
  /** The member without its key: what a serialiser would write of it. */
  readonly written: string;
}

const KEY = '[a-z*][a-z0-9_\\-.*]*';
const TEXT = '"[ !#-[\\]-~]*"';
/** No number that would be written otherwise than it stands: `-0`, `007`. */
const INTEGER = '(?:0|-?[1-9][0-9]{0,14})';
const ITEM = `${TEXT}(?:;req)?`;
const listField = new RegExp(`^(${KEY})=\\(((?:${ITEM}(?: ${ITEM})*)?)\\)((?:;${KEY}=(?:${TEXT}|${INTEGER}))*)$`);
const eachItem = new RegExp(`(${TEXT})(;req)?`, 'g');
const eachParameter = new RegExp(`;(${KEY})=(?:(${TEXT})|(${INTEGER}))`, 'g');
/** 64 octets, as a signature has them, or 32, as a digest; with the bits over in its last letter left 0. */
const bytesField = new RegExp(`^(${KEY})=:([A-Za-z0-9+/]{85}[AQgw]==|[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=):$`);
const plainKey = new RegExp(`^${KEY}$`);
const plainText = /^[ !#-[\]-~]*$/;

/** Null where the text has any other form. */
export function readPlainField(text: string): PlainField | null {
  return readBytesField(text) ?? readListField(text);
}

function readBytesField(text: string): PlainField | null {
  const found = bytesField.exec(text);
  if (found === null) return null;
  const [, key = '', base64 = ''] = found;
  return { members: new Map([[key, [bytesOf(base64), new Map()]]]), written: text.slice(key.length + 1) };
}

function readListField(text: string): PlainField | null {
  const found = listField.exec(text);
  if (found === null) return null;
  const [, key = '', list = '', described = ''] = found;
  const items: Item[] = [];
  for (const [, name = '', req] of allOf(eachItem, list))
    items.push([name.slice(1, -1), req === undefined ? new Map() : new Map([['req', true]])]);
  const parameters = new Map<string, BareItem>();
  for (const [, name = '', quoted, digits] of allOf(eachParameter, described)) {
    if (parameters.has(name)) return null;
    parameters.set(name, quoted === undefined ? Number(digits) : quoted.slice(1, -1));
  }
  const member: InnerList = [items, parameters];
  return { members: new Map([[key, member]]), written: text.slice(key.length + 1) };
}

/** A buffer of its own, as the library gives it: what Node decodes lies in a pool. */
function bytesOf(base64: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(base64, 'base64')).buffer;
}

/** `matchAll` would make the expression anew each time. */
function* allOf(expression: RegExp, text: string): Generator<RegExpExecArray> {
  expression.lastIndex = 0;
  for (let found = expression.exec(text); found !== null; found = expression.exec(text)) yield found;
}

/** The list of what is covered with its parameters, without its key; null where the library has to write it. */
export function writePlainList(
  items: readonly { readonly name: string; readonly queryParam?: string; readonly req: boolean }[],
  parameters: Iterable<readonly [string, number | string]>,
): string | null {
  const names: string[] = [];
  for (const { name, queryParam, req } of items) {
    if (queryParam !== undefined || !plainText.test(name)) return null;
    names.push(req ? `"${name}";req` : `"${name}"`);
  }
  let written = `(${names.join(' ')})`;
  for (const [name, value] of parameters) {
    if (typeof value === 'number' ? !isPlainInteger(value) : !plainText.test(value)) return null;
    written += typeof value === 'number' ? `;${name}=${value}` : `;${name}="${value}"`;
  }
  return written;
}

export function isPlainKey(key: string): boolean {
  return plainKey.test(key);
}

/** The range of RFC 8941 section 3.3.1. */
function isPlainInteger(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= 999_999_999_999_999;
}

/** Octets as RFC 8941 section 3.3.5 writes them. */
export function byteSequence(bytes: Uint8Array): string {
  return `:${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}:`;
}
