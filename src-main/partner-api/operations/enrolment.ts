import { z } from 'zod';
import type { KeyId } from '../../core/ids.ts';
import type { PublicJwk } from '../../signatures/keys.ts';
import type { BodyReader } from './body-reader.ts';
import { idOf, isRecord, member, readInstant, readRecord, readWord, reading } from './record.ts';

/** What a key submission sends ("EnrollmentKeyRequest"). */
export interface KeySubmission {
  readonly publicJwk: PublicJwk;
  readonly notBeforeMs: number;
  readonly expiresAtMs: number;
  readonly cidrs: readonly string[];
}

/** What it brings back ("EnrollmentKeyResult"); the challenge is a secret and comes this once. */
export interface EnrollmentKeyResult {
  readonly keyId: KeyId;
  readonly thumbprint: string;
  readonly challenge: string;
  readonly challengeGeneration?: number;
}

/** The invitation read; the API shows no fields of it. */
export interface InvitationReading {
  /** Lower-case letters only, so that spellings of one state are one. */
  readonly state?: string;
  readonly expiresAt?: string;
}

/** What a deployment may want in a proof, by the name that it has there. */
export type ProofMember = 'keyId' | 'challenge' | 'challengeGeneration' | 'invitationId';
export type ProofMembers = Readonly<Partial<Record<ProofMember, string | number>>>;

const readChallenge = reading(z.string().min(1).max(4096));
const readThumbprint = reading(z.string().min(1).max(200));

export const readKeyResult: BodyReader<EnrollmentKeyResult> = (body) =>
  readRecord(
    body,
    { keyId: idOf<KeyId>(), thumbprint: readThumbprint, challenge: readChallenge },
    { challengeGeneration: reading(z.int()) },
  )?.value ?? null;

export const readInvitation: BodyReader<InvitationReading> = (body) => {
  if (!isRecord(body)) return null;
  const state = readWord(member(body, 'state') ?? member(body, 'status'));
  const expiresAt = readInstant(member(body, 'expiresAt'));
  return {
    ...(state === null ? {} : { state: state.toLowerCase().replace(/[^a-z]/g, '') }),
    ...(expiresAt === null ? {} : { expiresAt }),
  };
};

/** The body of a key submission: the public members and nothing that the service could take for a private one. */
export function keySubmissionBody({ publicJwk, notBeforeMs, expiresAtMs, cidrs }: KeySubmission): Uint8Array {
  const { kty, crv, x, y } = publicJwk;
  const window = { notBefore: new Date(notBeforeMs).toISOString(), expiresAt: new Date(expiresAtMs).toISOString() };
  return bytesOf({ publicJwk: { kty, crv, x, y }, ...window, ...(cidrs.length === 0 ? {} : { cidrs }) });
}

/** The named members in this order, for JSON: that leaves out a generation that never came. */
function chosenMembers<N extends string>(
  names: readonly N[],
  values: Readonly<Partial<Record<N, string | number>>>,
): object {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/**
 * The body of the proof, with the fields that the deployment names, in its order; the signature goes by a name of its
 * own.
 */
export function proofBody(
  {
    proofFields,
    signatureField,
  }: { readonly proofFields: readonly (ProofMember | 'signature')[]; readonly signatureField: string },
  members: ProofMembers,
  signature: string,
): Uint8Array {
  const names = proofFields.map((name) => (name === 'signature' ? signatureField : name));
  const values: Readonly<Record<string, string | number | undefined>> = { ...members, [signatureField]: signature };
  return bytesOf(chosenMembers(names, values));
}

function bytesOf(body: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(body));
}
