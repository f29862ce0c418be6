import type { RawAnswer } from '../../../src-main/core/ports.ts';
import { judge } from '../../../src-main/partner-api/judge.ts';
import { createServiceClock } from '../../../src-main/partner-api/service-clock.ts';
import { componentOfItem, type ComponentId } from '../../../src-main/signatures/component.ts';
import { contentDigest } from '../../../src-main/signatures/digest.ts';
import {
  fieldValue,
  requestMessage,
  type HeaderLine,
  type RequestMessage,
} from '../../../src-main/signatures/message.ts';
import { signMessage, type SignatureParameters } from '../../../src-main/signatures/sign.ts';
import { verifyMessage } from '../../../src-main/signatures/verify.ts';
import {
  baseUrl,
  nowSeconds,
  profileWith,
  serviceKey,
  verifierOf,
  type ServiceKey,
} from '../../proofs/mutations/service.ts';

export const service = serviceKey(1, 'service-1');
/** Trusted as well, as while keys rotate. */
export const nextKey = serviceKey(1, 'service-2');
export const stranger = serviceKey(1, 'stranger');
/** A stranger under the name of the service's key. */
export const impostor: ServiceKey = { ...serviceKey(1, 'impostor'), kid: 'service-1' };

/** An order: its answer is bound to the nonce, and so is fresh by itself. */
export const order = requestMessage('POST', `${baseUrl}/v1/wallets/w/orders?a=1`, [
  ['Nonce', 'nonce-1'],
  ['Idempotency-Key', 'operation-1'],
  ['Content-Digest', contentDigest(Buffer.from('{"quantity":1}'), 'sha-256')],
  ['X-Service-Date', '2027-01-15T08:00:00.000Z'],
]);
/** A read, bound to its address alone: the age of its answer is judged by the clock. */
export const read = requestMessage('GET', `${baseUrl}/v1/wallets`, [['X-Service-Date', '2027-01-15T08:00:00.000Z']]);

const body = new TextEncoder().encode('{"status":"completed"}');
const profile = profileWith();
const keys = verifierOf(service, nextKey);

/** The component identifiers, as `@status` or `nonce;req`, that the default profile requires of an answer. */
export function requiredFor(request: RequestMessage): readonly string[] {
  const carried = profile.answer.binding.filter(
    (name) => name.startsWith('@') || fieldValue(request.headers, name) !== null,
  );
  return [...profile.answer.required, ...carried.map((name) => `${name};req`)];
}

export interface Signing {
  readonly key?: ServiceKey;
  readonly label?: string;
  readonly components?: readonly string[];
  readonly parameters?: SignatureParameters;
  readonly encoding?: 'p1363' | 'der';
}

/** An answer as the service sends it, before it is signed. */
export function unsigned(more: readonly HeaderLine[] = []): RawAnswer {
  return {
    status: 201,
    body,
    headers: [
      ['Content-Type', 'application/json'],
      ['X-Request-Id', 'r-1'],
      ['Content-Digest', contentDigest(body, 'sha-256')],
      ...more,
    ],
  };
}

/** The two fields of a signature over an answer. */
export function signatureOver(
  raw: RawAnswer,
  signing: Signing = {},
  request: RequestMessage = order,
): readonly [input: string, signature: string] {
  const { key = service, label = 'sig1', components = requiredFor(request), encoding = 'p1363' } = signing;
  const signed = signMessage({
    message: { kind: 'answer', status: raw.status, headers: raw.headers, request },
    label,
    encoding,
    components: components.map(componentOf),
    parameters: signing.parameters ?? [
      ['created', nowSeconds],
      ['keyid', key.kid],
      ['alg', 'ecdsa-p256-sha256'],
    ],
    key: { keyId: key.kid, sign: (base) => key.sign(typeof base === 'string' ? Buffer.from(base) : base) },
  });
  if (!signed.ok) throw new Error(`the service cannot sign this: ${signed.error.code}`);
  return [signed.value.signatureInput, signed.value.signature];
}

/** The answer with these signatures on it, each in lines of its own. */
export function signedWith(
  raw: RawAnswer,
  ...pairs: readonly (readonly [input: string, signature: string])[]
): RawAnswer {
  return {
    ...raw,
    headers: [
      ...raw.headers,
      ...pairs.flatMap(([input, signature]): HeaderLine[] => [
        ['Signature-Input', input],
        ['Signature', signature],
      ]),
    ],
  };
}

/** What the verifier says: the label of the signature that it verified, or the fault and the component concerned. */
export function verifierSays(raw: RawAnswer, request: RequestMessage): string {
  const message = { kind: 'answer' as const, status: raw.status, headers: raw.headers, request };
  const outcome = verifyMessage({ message, keys, required: requiredFor(request).map(componentOf) });
  if (outcome.ok) return `verified ${outcome.value.keyId}`;
  return outcome.error.component === undefined
    ? outcome.error.code
    : `${outcome.error.code} ${outcome.error.component}`;
}

/** What the counter makes of the answer, with a clock that goes right. */
export function judgeSays(raw: RawAnswer, request: RequestMessage): string {
  const clock = createServiceClock(
    { nowMs: () => nowSeconds * 1000, monotonicMs: () => 0, sleep: () => Promise.resolve() },
    0,
    () => undefined,
  );
  const kind = request.method === 'GET' ? ('safeRead' as const) : ('orderMutation' as const);
  const judged = judge({ raw, request, kind, profile, keys, clock, exchange: { sentAtMs: 0, receivedAtMs: 0 } });
  return judged.kind === 'verified' ? `verified ${judged.serviceKeyId}` : judged.reason;
}

function componentOf(text: string): ComponentId {
  const [name = '', ...flags] = text.split(';');
  const component = componentOfItem([name, new Map(flags.map((flag) => [flag, true]))]);
  if (!component.ok) throw new Error(`no component: ${text}`);
  return component.value;
}
