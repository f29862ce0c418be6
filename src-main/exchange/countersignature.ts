import type { DeploymentProfile } from '../deployment/profile.ts';
import { signatureForms } from '../partner-api/judge.ts';
import { messageOf } from '../partner-api/request.ts';
import { checkContentDigest } from '../signatures/digest.ts';
import type { VerifyingKey } from '../signatures/keys.ts';
import { fieldValue } from '../signatures/message.ts';
import { verifyMessage } from '../signatures/verify.ts';
import type { KeptAnswer } from './kept-answer.ts';

/**
 * What a kept answer says of the body that it answers. `signed`: the service signed over our request's digest, and that
 * is the digest of this body. The others say where that ends: no such cover, a key nobody knows, an answer that its
 * signature does not hold for, a body that is not the one that was signed for.
 */
export type Countersignature = 'signed' | 'not_covered' | 'unknown_key' | 'answer_differs' | 'body_differs';

/**
 * Follows service signature, request digest and body through kept bytes (RFC 9421 section 2.4). What the profile
 * requires of an answer now, and how old this one is, is of no account: it was judged when it came.
 */
export function countersignatureOf(
  { request, raw }: KeptAnswer,
  body: string,
  keys: (kid: string) => VerifyingKey | undefined,
  profile: DeploymentProfile,
): Countersignature {
  const signature = verifyMessage({
    message: { kind: 'answer', status: raw.status, headers: raw.headers, request: messageOf(profile, request) },
    keys,
    ...signatureForms(profile),
    required: [
      { name: 'content-digest', req: true },
      { name: 'content-digest', req: false },
    ],
  });
  if (!signature.ok) {
    if (signature.error.code === 'component_not_covered') return 'not_covered';
    return signature.error.code === 'unknown_key' ? 'unknown_key' : 'answer_differs';
  }
  if (!checkContentDigest(fieldValue(raw.headers, 'content-digest'), raw.body).ok) return 'answer_differs';
  return checkContentDigest(fieldValue(request.headers, 'content-digest'), new TextEncoder().encode(body)).ok
    ? 'signed'
    : 'body_differs';
}
