import { constants, createHmac, createPublicKey, verify, type JsonWebKey } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { serializeInnerList } from 'structured-headers';
import { z } from 'zod';
import { signatureBase } from '../../../src-main/signatures/base.ts';
import { componentOfItem, type ComponentId } from '../../../src-main/signatures/component.ts';
import { readDictionary } from '../../../src-main/signatures/dictionary.ts';
import type { SignatureResult } from '../../../src-main/signatures/fault.ts';
import { fieldValue, requestMessage, type Message } from '../../../src-main/signatures/message.ts';
import { verifyMessage } from '../../../src-main/signatures/verify.ts';
import { checkVectors, readVectorKey, readVectors } from '../../protocol-vectors/check-vectors.ts';
import { difference, readFixture, type Case, type Suite } from './suite.ts';

const headers = z.array(z.tuple([z.string(), z.string()]));
const request = z.strictObject({ method: z.string(), url: z.string(), headers });
const algorithm = z.enum(['rsa-v1_5-sha256', 'rsa-pss-sha512', 'ed25519', 'hmac-sha256']);
const key = z.strictObject({
  algorithm,
  jwk: z.record(z.string(), z.string()).optional(),
  base64: z.string().optional(),
});
const line = z.strictObject({
  source: z.string(),
  request: request.optional(),
  answer: z.strictObject({ status: z.int(), headers }).optional(),
  lines: z.array(z.string()).optional(),
  identifiers: z.array(z.string()).optional(),
  refused: z.string().optional(),
});
const signed = z.strictObject({
  source: z.string(),
  label: z.string(),
  key: z.string(),
  request,
  base: z.array(z.string()),
  signature: z.enum(['verifies', 'fails']),
});
const schema = z.strictObject({
  keys: z.object({ source: z.string() }).catchall(z.union([key, z.string()])),
  signed: z.array(signed),
  lines: z.array(line),
});

type Signed = z.infer<typeof signed>;
type Key = z.infer<typeof key>;

const vectors = fileURLToPath(new URL('../../fixtures/rfc9421', import.meta.url));

/**
 * The bases of RFC 9421's examples are ours to build, whoever signed them; of the signatures, those of ES256 are ours
 * to verify.
 */
export const rfc9421Suites: readonly Suite[] = [
  { name: 'RFC 9421: lines of the signature base', cases: () => readFixture('rfc9421', schema).lines.map(lineCase) },
  {
    name: 'RFC 9421: signature bases (2.5, 4.3, B.2, B.3, B.4), and that their signatures verify over them',
    cases: () => readFixture('rfc9421', schema).signed.map(baseCase),
  },
  { name: 'RFC 9421: ES256 vectors (2.4, 4.3, B.2.4, B.3)', cases: vectorCases },
];

function lineCase({ source, lines, identifiers, refused, ...fixture }: z.infer<typeof line>): Case {
  const named = identifiers ?? (lines ?? []).map((text) => /^"[^"]*"(?:;name="[^"]*"|;req)*/.exec(text)?.[0] ?? text);
  const message: Message =
    fixture.answer === undefined
      ? requestMessage(fixture.request?.method ?? '', fixture.request?.url ?? '', fixture.request?.headers ?? [])
      : { kind: 'answer', request: null, ...fixture.answer };
  const base = baseOf(message, `a=(${named.join(' ')})`, 'a');
  return {
    name: source,
    fault: difference(base.ok ? base.value.split('\n').slice(0, -1) : base.error.code, refused ?? lines),
  };
}

function baseCase({
  source,
  label,
  key: keyName,
  request: { method, url, headers: lines },
  base,
  signature,
}: Signed): Case {
  const message = requestMessage(method, url, lines);
  const built = baseOf(message, fieldValue(lines, 'signature-input') ?? '', label);
  const wrong = difference(built.ok ? built.value.split('\n') : built.error.code, base);
  if (wrong !== null || !built.ok) return { name: source, fault: wrong };
  const octets = signatureOctets(message, label);
  return { name: source, fault: difference(verifies(keyName, built.value, octets) ? 'verifies' : 'fails', signature) };
}

function vectorCases(): readonly Case[] {
  const failures = checkVectors(vectors);
  const ofAnswers = readVectors(vectors).map(({ source }) => ({
    name: source,
    fault: failures.find((failure) => failure.startsWith(source)) ?? null,
  }));
  const { key: ours } = readVectorKey(vectors);
  const ofRequests = readFixture('rfc9421', schema)
    .signed.filter(({ key: name }) => name === ours.kid)
    .map(({ source, label, request: { method, url, headers: lines } }) => {
      const outcome = verifyMessage({
        message: requestMessage(method, url, lines),
        keys: (kid) => (kid === ours.kid ? ours : undefined),
        required: [],
        label,
      });
      return { name: source, fault: difference(outcome.ok ? outcome.value.label : outcome.error.code, label) };
    });
  return [
    ...ofAnswers,
    ...ofRequests,
    {
      name: 'RFC 7638 thumbprint of the key',
      fault: failures.find((failure) => failure.includes('thumbprint')) ?? null,
    },
  ];
}

/** The base that a signature was made over, from the field as it was received. */
function baseOf(message: Message, signatureInput: string, label: string): SignatureResult<string> {
  const reading = readDictionary(signatureInput);
  const [items, parameters] = (reading.ok ? reading.members.get(label) : undefined) ?? [];
  if (!Array.isArray(items) || parameters === undefined) throw new Error(`no list under ${label}: ${signatureInput}`);
  const components: ComponentId[] = [];
  for (const item of items) {
    const component = componentOfItem(item);
    if (!component.ok) return component;
    components.push(component.value);
  }
  return signatureBase(message, components, serializeInnerList([items, parameters]));
}

function signatureOctets(message: Message, label: string): Uint8Array {
  const reading = readDictionary(fieldValue(message.headers, 'signature') ?? '');
  const [octets] = (reading.ok ? reading.members.get(label) : undefined) ?? [];
  return octets instanceof ArrayBuffer ? new Uint8Array(octets) : new Uint8Array();
}

/** The algorithms that this product does not use are checked by the platform alone. */
function verifies(name: string, base: string, octets: Uint8Array): boolean {
  const known = readFixture('rfc9421', schema).keys[name];
  if (known === undefined || typeof known === 'string') return readVectorKey(vectors).key.verify(base, octets);
  return platformVerifies(known, Buffer.from(base), octets);
}

function platformVerifies({ algorithm: name, jwk, base64 }: Key, base: Buffer, octets: Uint8Array): boolean {
  if (name === 'hmac-sha256')
    return createHmac('sha256', Buffer.from(base64 ?? '', 'base64'))
      .update(base)
      .digest()
      .equals(octets);
  const given: JsonWebKey = { ...jwk };
  const publicKey = createPublicKey({ key: given, format: 'jwk' });
  if (name === 'ed25519') return verify(null, base, publicKey, octets);
  if (name === 'rsa-v1_5-sha256') return verify('sha256', base, publicKey, octets);
  return verify('sha512', base, { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 }, octets);
}
