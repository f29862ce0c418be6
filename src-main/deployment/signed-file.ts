import type { Failure } from '../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../core/result.ts';
import { jwkThumbprint, parsePublicJwk, verifyingKey, type PublicJwk } from '../signatures/keys.ts';
import { documentFaults } from './schema/document.ts';

/** What a deployment file holds: the profile's document, signed or bare. */
export interface DeploymentFile {
  /** The JSON document of the profile, in the very letters that were signed. */
  readonly text: string;
  /** RFC 7638 thumbprint of the key that signed it; null where nobody did. */
  readonly signer: string | null;
}

/** RFC 8725 section 3.11: a signature for something else than a deployment file is none for one. */
const signedType = 'counterfoil-deployment+json';
const envelopeMembers = ['payload', 'protected', 'signature'] as const;
/** Of a key, what names it and says what it is for (RFC 7517); a chain of certificates or an address would say more. */
const keyMembers = ['kty', 'crv', 'x', 'y', 'kid', 'use', 'alg', 'key_ops'] as const;
const encoding = 'base64url without padding';

/**
 * Opens a flattened JWS (RFC 7515 section 7.2.2, ES256, its key in `jwk`), or takes the text as a bare profile. The
 * signature says only that whoever holds that key wrote the file: whose key it is, a person says. Errors:
 * `profile_signature_invalid` where the signature is not one of this payload, else `profile_invalid` with the member.
 */
export function openDeploymentFile(file: string): Result<DeploymentFile, Failure> {
  const envelope = envelopeIn(file);
  if (envelope === null) return ok({ text: file, signer: null });
  const unclear = firstFault(file, envelope, envelopeMembers);
  if (unclear !== null) return wrong(unclear.field, unclear.allowed);
  const payload = bytesOf(envelope['payload']);
  const header = bytesOf(envelope['protected']);
  const signature = bytesOf(envelope['signature']);
  if (payload === null) return wrong('payload', encoding);
  if (header === null) return wrong('protected', encoding);
  if (signature === null) return wrong('signature', encoding);
  const signer = signerIn(header);
  if (!signer.ok) return signer;
  const signed = `${String(envelope['protected'])}.${String(envelope['payload'])}`;
  if (!verifyingKey('deployment', signer.value).verify(signed, signature))
    return err({ code: 'profile_signature_invalid', field: 'signature' });
  const text = textOf(payload);
  return text === null ? wrong('payload', 'UTF-8') : ok({ text, signer: jwkThumbprint(signer.value) });
}

/** A thumbprint as a person gives it: it is read out and shown in groups. Null where it can be none. */
export function thumbprintIn(given: string): string | null {
  const thumbprint = given.replaceAll(/\s/g, '');
  return /^[\w-]{43}$/.test(thumbprint) ? thumbprint : null;
}

/** A profile has no member of these names, so that a file which lost one of them is still no bare profile. */
function envelopeIn(file: string): Readonly<Record<string, unknown>> | null {
  const document = parsed(file);
  return document !== null && envelopeMembers.some((member) => member in document) ? document : null;
}

/** RFC 7515 section 4.1.11: what a header says beyond these could change its meaning, so nothing more is taken. */
function signerIn(header: Uint8Array): Result<PublicJwk, Failure> {
  const text = textOf(header);
  const members = text === null ? null : parsed(text);
  if (text === null || members === null) return wrong('protected', 'a JSON object');
  const unclear = firstFault(text, members, ['alg', 'typ', 'jwk']);
  if (unclear !== null) return wrong(`protected.${unclear.field}`, unclear.allowed);
  if (members['alg'] !== 'ES256') return wrong('protected.alg', 'ES256');
  if (members['typ'] !== signedType) return wrong('protected.typ', signedType);
  const { jwk } = members;
  const key = parsePublicJwk(jwk);
  if (!key.ok || typeof jwk !== 'object' || jwk === null)
    return wrong('protected.jwk', 'the public half of a P-256 key, for signing');
  const stray = strayMember(jwk, keyMembers);
  return stray === null ? key : wrong(`protected.jwk.${stray.field}`, stray.allowed);
}

/** What another reader might take otherwise: a member that stands twice, that is not seen, or that is none of these. */
function firstFault(
  text: string,
  members: Readonly<Record<string, unknown>>,
  names: readonly string[],
): { readonly field: string; readonly allowed: string } | null {
  const [unclear] = documentFaults(text);
  return unclear ?? strayMember(members, names);
}

function strayMember(
  members: object,
  names: readonly string[],
): { readonly field: string; readonly allowed: string } | null {
  const stray = Object.keys(members).find((name) => !names.includes(name));
  return stray === undefined ? null : { field: stray.slice(0, 200), allowed: `${names.join(', ')} and nothing else` };
}

function wrong(field: string, allowed: string): Result<never, Failure> {
  return err({ code: 'profile_invalid', field, faults: [{ field, allowed }] });
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const document: unknown = JSON.parse(text);
    return typeof document === 'object' && document !== null && !Array.isArray(document) ? { ...document } : null;
  } catch {
    return null;
  }
}

/** Canonical base64url: a text that other letters could stand for is refused (RFC 4648 section 3.5). */
function bytesOf(value: unknown): Uint8Array | null {
  if (typeof value !== 'string') return null;
  const bytes = Buffer.from(value, 'base64url');
  return bytes.toString('base64url') === value ? bytes : null;
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
