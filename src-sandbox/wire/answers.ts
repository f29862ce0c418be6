import type { KeyObject } from 'node:crypto';
import {
  component,
  createSignatureSync,
  type FieldOccurrence,
  type SignatureComponent,
  type SignerSync,
} from 'http-message-sig';
import { es256Signer, type SignatureEncoding } from './es256.ts';
import { contentDigest, presentComponents, unmarkedQuery } from './formats.ts';
import type { Profile } from './profile.ts';
import { statusOf, type Refusal } from './refusals.ts';
import { fieldsNamed, queryOf, toDescriptor, type SeenRequest } from './seen-request.ts';

/** What an operation answers, before it is written out and signed. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** An answer as it goes on the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** How this answer is signed; the faults change it, nothing else does. */
export interface Signing {
  readonly key: SigningKey | undefined;
  /** What kind of call is answered. */
  readonly kind: keyof Profile['answer']['kinds'];
  readonly profile: Profile;
  readonly nowMs: number;
  readonly encoding?: SignatureEncoding;
  /** Components left out of the list: a name, or `binding` for all that bind the answer to its request. */
  readonly omitted?: readonly string[];
  readonly expiresAfterSeconds?: number;
  /** How the body is written, given its plain bytes. */
  readonly coding?: { readonly headers: Readonly<Record<string, string>>; readonly encode: (plain: Buffer) => Buffer };
  readonly digestedBytes?: (sent: Buffer, plain: Buffer) => Uint8Array;
}

export function problemAnswer(
  refusal: Refusal,
  profile: Profile,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const status = statusOf(refusal, profile.refusalStatuses);
  const { code, detail, errors } = refusal;
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: { type: 'about:blank', title: titleOf(code), status, code, detail, errors },
  };
}

/** Writes an answer out and signs it, bound to the request it answers (RFC 9421 section 2.4). */
export function writeAnswer(answer: Answer, seen: SeenRequest, signing: Signing, requestId: string): WireAnswer {
  const plain = Buffer.from(JSON.stringify(withRequestId(answer, requestId)));
  const body = signing.coding?.encode(plain) ?? plain;
  const headers = {
    'content-type': 'application/json',
    ...answer.headers,
    ...signing.coding?.headers,
    'x-request-id': requestId,
    'content-digest': contentDigest(signing.profile.request.digest, signing.digestedBytes?.(body, plain) ?? body),
  };
  const unsigned = { status: answer.status, headers, body };
  return signing.key === undefined ? unsigned : sign(unsigned, seen, signing, signing.key);
}

function withRequestId(answer: Answer, requestId: string): unknown {
  const isProblem = answer.headers?.['content-type'] === 'application/problem+json';
  return isProblem && typeof answer.body === 'object' ? { ...answer.body, requestId } : answer.body;
}

function sign(answer: WireAnswer, seen: SeenRequest, signing: Signing, key: SigningKey): WireAnswer {
  const { profile, encoding = profile.answer.encoding, expiresAfterSeconds } = signing;
  const created = Math.floor(signing.nowMs / 1000);
  const fields: FieldOccurrence[] = Object.entries(answer.headers).map(([name, value]) => ({ name, value }));
  const message = { kind: 'response' as const, status: answer.status, fields, request: toDescriptor(seen) };
  const { own, bound } = answerComponents(answer, seen, signing);
  // Where it may, this service does not say when it signed.
  const isUndated =
    profile.answer.created === 'optional' && (bound.includes('nonce') || bound.includes('x-service-date'));
  const signed = createSignatureSync(message, {
    label: profile.answer.label ?? profile.request.label,
    components: [...own, ...bound.map((name): SignatureComponent => component(name, { req: true }))],
    parameters: {
      ...(isUndated ? {} : { created }),
      ...(expiresAfterSeconds === undefined ? {} : { expires: created + expiresAfterSeconds }),
      keyid: key.kid,
      ...(profile.request.parameters.includes('alg') ? { alg: 'ecdsa-p256-sha256' } : {}),
      ...(profile.answer.tag === null ? {} : { tag: profile.answer.tag }),
    },
    signer: withEmptyQuery(
      es256Signer(key.privateKey, encoding),
      profile.request.emptyQuery === '' && queryOf(seen) === '',
    ),
  });
  return {
    ...answer,
    headers: { ...answer.headers, 'signature-input': signed.signatureInput, signature: signed.signature },
  };
}

function withEmptyQuery(signer: SignerSync, dropMark: boolean): SignerSync {
  return dropMark ? { ...signer, sign: (base) => signer.sign(unmarkedQuery(base)) } : signer;
}

/** The answer's own components, and those of its request that it is bound to. */
function answerComponents(
  answer: WireAnswer,
  seen: SeenRequest,
  { profile, kind, omitted = [] }: Signing,
): { readonly own: string[]; readonly bound: string[] } {
  const rules = { ...profile.answer, ...profile.answer.kinds[kind] };
  const present = (rules.requiredIfPresent ?? []).filter((name) => answer.headers[name] !== undefined);
  const own = [...(rules.required ?? []), ...present].filter((name) => !omitted.includes(name));
  if (omitted.includes('binding')) return { own, bound: [] };
  const binding = presentComponents(profile, rules.binding ?? [], queryOf(seen));
  return { own, bound: binding.filter((name) => name.startsWith('@') || fieldsNamed(seen, name).length > 0) };
}

function titleOf(code: string): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
