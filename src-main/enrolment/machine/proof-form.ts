/** Everything by which one deployment's proof differs from another's. */
export interface ProofForm {
  readonly proof: 'challenge-utf8' | 'challenge-decoded' | 'prefixed' | 'jws';
  readonly proofPrefix: string;
  readonly proofEncoding: string;
  readonly proofFields: readonly string[];
  readonly signatureField: string;
  readonly jwsHeader: 'kid' | 'jwk';
  readonly jwsPayload: readonly ProofMember[];
}

export type ProofMember = keyof ProofMembers;

/** What a proof may speak of. */
export interface ProofMembers {
  readonly invitationId: string;
  readonly keyId: string;
  readonly challenge: string;
  readonly challengeGeneration?: number;
}

/** The public half of the key, as a JWS may carry it. */
export interface ProofJwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
}

/** The name under which a refused form is recorded. */
export function proofFormName(form: ProofForm): string {
  const { proof, proofPrefix, proofEncoding, proofFields, signatureField, jwsHeader, jwsPayload } = form;
  return JSON.stringify({ proof, proofPrefix, proofEncoding, proofFields, signatureField, jwsHeader, jwsPayload });
}

/** What is signed in this form; null where the challenge cannot be read as the form wants it. */
export function proofText(form: ProofForm, members: ProofMembers, jwk: ProofJwk): string | Uint8Array | null {
  switch (form.proof) {
    case 'challenge-utf8':
      return members.challenge;
    case 'challenge-decoded':
      return decoded(members.challenge);
    case 'prefixed':
      return filled(form.proofPrefix, members);
    case 'jws':
      return jwsText(form, members, jwk);
  }
}

/** Either alphabet, padded or not; anything else would sign other octets than were meant. */
function decoded(challenge: string): Uint8Array | null {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(challenge) ? Uint8Array.from(Buffer.from(challenge, 'base64url')) : null;
}

function filled(template: string, members: ProofMembers): string {
  return template.replace(
    /\{(invitationId|keyId|challenge)\}/g,
    (_, name: 'invitationId' | 'keyId' | 'challenge') => members[name],
  );
}

/** RFC 7515 section 5.1: header and payload, without the signature. */
function jwsText({ jwsHeader, jwsPayload }: ProofForm, members: ProofMembers, { kty, crv, x, y }: ProofJwk): string {
  const header = jwsHeader === 'kid' ? { alg: 'ES256', kid: members.keyId } : { alg: 'ES256', jwk: { kty, crv, x, y } };
  const payload = Object.fromEntries(jwsPayload.map((name) => [name, members[name]]));
  return [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
}
