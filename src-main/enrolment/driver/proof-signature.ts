import type { DeploymentProfile } from '../../deployment/profile.ts';
import { derEncoded } from '../../signatures/ecdsa.ts';
import type { PublicJwk, SigningKey } from '../../signatures/keys.ts';
import { proofText, type ProofMembers } from '../machine/proof-form.ts';

type Form = DeploymentProfile['enrolment'];

/** The key that a proof is made with. */
interface ProvenKey {
  readonly key: SigningKey;
  readonly publicJwk: PublicJwk;
}

/**
 * The signature of a proof in the form of this deployment; null where the challenge cannot be read as that form wants
 * it.
 */
export function proofSignature(form: Form, members: ProofMembers, { key, publicJwk }: ProvenKey): string | null {
  const text = proofText(form, members, publicJwk);
  if (text === null) return null;
  const signature = key.sign(text);
  // RFC 7515 section 7.1; its signature is r||s (RFC 7518 section 3.4).
  if (form.proof === 'jws') return `${text.toString()}.${Buffer.from(signature).toString('base64url')}`;
  const bytes = form.proofEncoding.startsWith('der') ? derEncoded(signature) : signature;
  return Buffer.from(bytes).toString(form.proofEncoding.endsWith('base64url') ? 'base64url' : 'base64');
}
