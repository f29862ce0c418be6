import * as z from 'zod';
import { err, ok, type Result } from '../core/result.ts';
import { isShallow } from '../core/shallow.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../journal/json.ts';
import { isPublicKey, isSignedBy } from '../signatures/ed25519.ts';
import type { UpdateFault } from './fault.ts';
import { productVersion } from './version.ts';

/** Of the three keys of a kind so many sign. No document can ask for fewer. */
export const threshold = 2;
/** A document with all its signatures is about 2 KB. */
export const documentMaxBytes = 64 * 1024;
/** A release has four. */
const levelsMost = 16;
/** What a signature covers begins with whose product it is for. */
export const product = 'counterfoil';

const publicKey = z.string().refine(isPublicKey, 'an Ed25519 key of 32 octets in base64url');
const threeKeys = z.array(publicKey).length(3);
/** A second in UTC, in one form. */
const instant = z.iso.datetime({ precision: 0 });
const count = z.int().min(1).max(1_000_000_000);
/** A file of the feed, not a way to another folder. */
const fileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+~-]{0,127}$/);

const common = { product: z.string(), issuedAt: instant, expiresAt: instant };

const rootSchema = z
  .strictObject({
    kind: z.literal('root'),
    ...common,
    version: count,
    rootKeys: threeKeys,
    releaseKeys: threeKeys,
  })
  .refine(({ rootKeys, releaseKeys }) => new Set([...rootKeys, ...releaseKeys]).size === 6, 'six keys');

export const packageSchema = z.strictObject({
  file: fileName,
  bytes: z.int().min(1).max(4_000_000_000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The smallest version that this one can take over from. */
  from: productVersion,
});

const releaseSchema = z.strictObject({
  kind: z.literal('release'),
  ...common,
  /** Grows with each release document, also with one that names the same version. */
  number: count,
  version: productVersion,
  targets: z.record(z.string().regex(/^[a-z0-9]+-[a-z0-9]+-[a-z0-9]+$/), packageSchema),
});

export type Root = Readonly<z.infer<typeof rootSchema>>;
export type Release = Readonly<z.infer<typeof releaseSchema>>;
export type Package = Readonly<z.infer<typeof packageSchema>>;

const signaturesSchema = z.array(z.strictObject({ key: z.string(), signature: z.string() })).max(12);

/** A document as it lies in a feed. What it says is parsed only once its signers were looked at. */
export interface Signed {
  readonly signed: JsonObject;
  readonly signatures: z.infer<typeof signaturesSchema>;
}

/** The bytes of a document: canonical JSON and a line's end. */
export function documentBytes(document: Signed): Uint8Array {
  return new TextEncoder().encode(`${canonicalJson({ signatures: document.signatures, signed: document.signed })}\n`);
}

/** The bytes that a signature signs. */
export function signedBytes(signed: JsonObject): Uint8Array {
  return new TextEncoder().encode(canonicalJson(signed));
}

/** `tampered` for bytes that are not exactly those that `documentBytes` would give. */
export function readDocument(bytes: Uint8Array): Result<Signed, UpdateFault> {
  const value = bytes.length > documentMaxBytes ? null : parseJson(bytes);
  if (!isShallow(value, levelsMost)) return err({ code: 'tampered' });
  if (!isJsonObject(value) || !isJsonObject(value['signed'])) return err({ code: 'tampered' });
  const signatures = signaturesSchema.safeParse(value['signatures']);
  if (!signatures.success) return err({ code: 'tampered' });
  const document = { signed: value['signed'], signatures: signatures.data };
  return Buffer.from(documentBytes(document)).equals(bytes) ? ok(document) : err({ code: 'tampered' });
}

function parseJson(bytes: Uint8Array): JsonValue {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) as JsonValue;
  } catch {
    return null;
  }
}

/** The keys that signed it; `tampered` where one signature does not hold, or a key signed twice. */
export function signersOf({ signed, signatures }: Signed): Result<ReadonlySet<string>, UpdateFault> {
  const bytes = signedBytes(signed);
  const keys = new Set(signatures.map(({ key }) => key));
  const hold = keys.size === signatures.length && signatures.every((one) => isSignedBy(one.key, bytes, one.signature));
  return hold ? ok(keys) : err({ code: 'tampered', detail: 'signature' });
}

/** Whether enough of `keys` are among those who signed. */
export function areEnough(signers: ReadonlySet<string>, keys: readonly string[]): boolean {
  return keys.filter((key) => signers.has(key)).length >= threshold;
}

export function parseRoot(signed: JsonObject): Result<Root, UpdateFault> {
  return parsed(rootSchema, signed);
}

export function parseRelease(signed: JsonObject): Result<Release, UpdateFault> {
  return parsed(releaseSchema, signed);
}

/** Asked only of what was signed: a form that this version does not know is a later one, and no forgery. */
function parsed<T extends { readonly product: string }>(
  schema: z.ZodType<T>,
  signed: JsonObject,
): Result<T, UpdateFault> {
  const read = schema.safeParse(signed);
  if (!read.success) return err({ code: 'form_unknown' });
  return read.data.product === product ? ok(read.data) : err({ code: 'wrong_product' });
}
