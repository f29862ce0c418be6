import type { HeaderLine, RequestMessage } from '../../../src-main/signatures/message.ts';
import {
  bindingOf,
  coveredHeaders,
  nowSeconds,
  valueOf,
  type Genuine,
  type ServiceKey,
  type AnswerContent,
} from './service.ts';

/**
 * How an answer is signed once more, in ways that no library would write: each part is text, as it is to stand on the
 * wire.
 */
export interface Writing {
  readonly components: readonly string[];
  readonly parameters: readonly string[];
  readonly label?: string;
  /** The signature's bytes, given the plain r||s. */
  readonly encode?: (signature: Uint8Array) => Uint8Array;
}

/** What a faithful service would write, as text. */
export function faithfulWriting(key: ServiceKey, request: RequestMessage, content: AnswerContent): Writing {
  return {
    components: [
      '"@status"',
      ...coveredHeaders(content).map(([name]) => `"${name}"`),
      ...bindingOf(request).map((name) => `"${name}";req`),
    ],
    parameters: [`created=${String(nowSeconds)}`, `keyid="${key.kid}"`, 'alg="ecdsa-p256-sha256"'],
  };
}

/**
 * Signs `content` with exactly this list and these parameters: a signature base of this proof's own (RFC 9421 section
 * 2.5).
 */
export function signAnew(key: ServiceKey, request: RequestMessage, content: AnswerContent, writing: Writing): Genuine {
  const own = coveredHeaders(content);
  const all: HeaderLine[] = [...own, ...content.uncovered];
  const written = writing.parameters.map((parameter) => `;${parameter}`).join('');
  const parameters = `(${writing.components.join(' ')})${written}`;
  const lines = writing.components.map((identifier) => `${identifier}: ${valueIn(identifier, content, all, request)}`);
  const base = [...lines, `"@signature-params": ${parameters}`].join('\n');
  const signature = key.signQuickly(new TextEncoder().encode(base));
  const label = writing.label ?? 'sig1';
  const wire = Buffer.from(writing.encode?.(signature) ?? signature).toString('base64');
  const headers: HeaderLine[] = [
    ...own,
    ['signature-input', `${label}=${parameters}`],
    ['signature', `${label}=:${wire}:`],
    ...content.uncovered,
  ];
  const names = writing.components.map((identifier) => ({
    name: identifier.slice(1, identifier.lastIndexOf('"')),
    req: identifier.endsWith(';req'),
  }));
  const covered = names
    .filter(({ name, req }) => !req && !name.startsWith('@'))
    .map(({ name }): [string, string] => [name, valueOf(all, name) ?? '']);
  return {
    raw: { status: content.status, headers, body: content.body },
    truth: {
      status: content.status,
      body: content.body,
      covered: new Map(covered),
      bound: new Set(names.filter(({ req }) => req).map(({ name }) => name)),
      createdAtSeconds: nowSeconds,
      keyId: key.kid,
      signature,
    },
  };
}

function valueIn(
  identifier: string,
  content: AnswerContent,
  headers: readonly HeaderLine[],
  request: RequestMessage,
): string {
  const name = identifier.slice(1, identifier.lastIndexOf('"'));
  if (name === '@status') return String(content.status);
  if (name === '@method') return request.method;
  if (name === '@authority') return request.authority;
  if (name === '@path') return request.path;
  if (name === '@query') return `?${request.query ?? ''}`;
  return valueOf(identifier.endsWith(';req') ? request.headers : headers, name) ?? '';
}
