import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A key that signs deployment files, made anew: with the code of nobody but Node. */
export interface DeploymentSigner {
  readonly privateKey: KeyObject;
  readonly jwk: Readonly<Record<string, unknown>>;
  readonly thumbprint: string;
}

/** The three members of a flattened JWS. */
export interface Envelope {
  readonly payload: string;
  readonly protected: string;
  readonly signature: string;
}

export function deploymentSigner(namedCurve = 'P-256'): DeploymentSigner {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const canonical = JSON.stringify({ crv, kty, x, y });
  return {
    privateKey,
    jwk: { kty, crv, x, y },
    thumbprint: createHash('sha256').update(canonical).digest('base64url'),
  };
}

export const inBase64url = (text: string | Uint8Array): string => Buffer.from(text).toString('base64url');

/** `header` replaces members of the usual one; one that is a text is the header as it stands. */
export function envelopeOf(
  text: string | Uint8Array,
  { privateKey: key, jwk }: DeploymentSigner,
  header: object | string = {},
): Envelope {
  const usual = { alg: 'ES256', typ: 'counterfoil-deployment+json', jwk };
  const head = inBase64url(typeof header === 'string' ? header : JSON.stringify({ ...usual, ...header }));
  const payload = inBase64url(text);
  const signature = sign('sha256', Buffer.from(`${head}.${payload}`), { key, dsaEncoding: 'ieee-p1363' });
  return { payload, protected: head, signature: inBase64url(signature) };
}

export function signedFile(text: string, signer: DeploymentSigner): string {
  return JSON.stringify(envelopeOf(text, signer));
}
