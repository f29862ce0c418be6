import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checkContentDigest } from '../../src-main/signatures/digest.ts';
import { jwkThumbprint, parsePublicJwk, verifyingKey, type VerifyingKey } from '../../src-main/signatures/keys.ts';
import {
  type AnswerMessage,
  fieldValue,
  type HeaderLine,
  requestMessage,
  type RequestMessage,
} from '../../src-main/signatures/message.ts';
import { verifyMessage } from '../../src-main/signatures/verify.ts';

const KEY_FILE = 'test-key-ecc-p256.json';
const keySchema = z.strictObject({ source: z.string(), kid: z.string(), jwk: z.unknown(), thumbprint: z.string() });
const headersSchema = z.array(z.tuple([z.string(), z.string()]));
const vectorSchema = z.strictObject({
  source: z.string(),
  label: z.string(),
  created: z.int(),
  request: z.strictObject({ method: z.string(), url: z.string(), headers: headersSchema, body: z.string() }).nullable(),
  answer: z.strictObject({ status: z.int(), headers: headersSchema, body: z.string() }),
  base: z.array(z.string()),
});

export interface Vector {
  readonly source: string;
  readonly label: string;
  readonly created: number;
  readonly message: AnswerMessage;
  readonly bodies: readonly (readonly [headers: readonly HeaderLine[], body: string])[];
  readonly base: string;
}

/** Every ES256 vector of RFC 9421 in a folder of fixtures. */
export function readVectors(folder: string): readonly Vector[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json') && name !== KEY_FILE);
  return names.map((name) => {
    const { request, answer, base, ...rest } = vectorSchema.parse(readJson(folder, name));
    const sent: RequestMessage | null = request && requestMessage(request.method, request.url, request.headers);
    const bodies = [answer, ...(request ? [request] : [])].map(({ headers, body }) => [headers, body] as const);
    const message: AnswerMessage = { kind: 'answer', status: answer.status, headers: answer.headers, request: sent };
    return { ...rest, message, bodies, base: base.join('\n') };
  });
}

/** The public key of the vectors, and the thumbprint it must have. */
export function readVectorKey(folder: string): { readonly key: VerifyingKey; readonly thumbprint: string } {
  const { kid, jwk, thumbprint } = keySchema.parse(readJson(folder, KEY_FILE));
  const parsed = parsePublicJwk(jwk);
  if (!parsed.ok) throw new Error(`The key of the vectors is unusable: ${parsed.error.code}`);
  return { key: verifyingKey(kid, parsed.value), thumbprint };
}

/**
 * Checks all vectors with the cryptography of the process it runs in, and lists what failed. Plain Node and Electron
 * link different libraries, so both run it.
 */
export function checkVectors(folder: string): string[] {
  const { key, thumbprint } = readVectorKey(folder);
  const failures = jwkThumbprint(key.jwk) === thumbprint ? [] : ['the thumbprint of the key differs'];
  const vectors = readVectors(folder);
  if (vectors.length !== 3) failures.push(`expected 3 vectors, found ${vectors.length}`);
  return [...failures, ...vectors.flatMap((vector) => checkVector(vector, key))];
}

function checkVector({ source, label, created, message, bodies, base }: Vector, key: VerifyingKey): string[] {
  const failures: string[] = [];
  const keys = (kid: string): VerifyingKey | undefined => (kid === key.kid ? key : undefined);
  const verified = verifyMessage({ message, keys, required: [{ name: '@status', req: false }] });
  if (!verified.ok) failures.push(`${source}: ${verified.error.code}`);
  else {
    if (verified.value.base !== base) failures.push(`${source}: the signature base differs`);
    if (verified.value.label !== label || verified.value.created !== created) failures.push(`${source}: label or time`);
  }
  const altered = verifyMessage({ message: { ...message, status: 201 }, keys, required: [] });
  if (altered.ok || altered.error.code !== 'signature_invalid') failures.push(`${source}: an altered status passes`);
  for (const [headers, body] of bodies) {
    const digest = checkContentDigest(fieldValue(headers, 'content-digest'), new TextEncoder().encode(body));
    if (!digest.ok) failures.push(`${source}: ${digest.error.code}`);
  }
  return failures;
}

function readJson(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}
