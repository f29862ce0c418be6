import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { proofSignature } from '../../../../../src-main/enrolment/driver/proof-signature.ts';
import { generatePrivateKey, publicHalf, signingKey } from '../../../../../src-main/signatures/keys.ts';
import { profileOf } from '../../partner-api/partner.ts';

const jwk = generatePrivateKey();
const publicJwk = publicHalf(jwk);
const publicKey = createPublicKey({ key: { ...publicJwk }, format: 'jwk' });
const proven = { key: signingKey('local', jwk), publicJwk };
const known = {
  invitationId: 'i-1',
  keyId: 'k-1',
  challenge: Buffer.from([0xfb, 0xff, 1, 2]).toString('base64url'),
  challengeGeneration: 2,
};

function proof(enrolment: object, members = known): string | null {
  return proofSignature(profileOf({ baseUrl: 'https://service.example', enrolment }).enrolment, members, proven);
}

const holds = (
  signed: string | Uint8Array,
  signature: Buffer,
  dsaEncoding: 'ieee-p1363' | 'der' = 'ieee-p1363',
): boolean =>
  verify(
    'sha256',
    typeof signed === 'string' ? Buffer.from(signed) : signed,
    { key: publicKey, dsaEncoding },
    signature,
  );

describe('the signature of a proof', () => {
  it('is over the text of the challenge, unless the deployment says otherwise', () => {
    expect(holds(known.challenge, Buffer.from(proof({}) ?? '', 'base64url'))).toBe(true);
  });

  it.each(['-_8BAg', '+/8BAg==', '+/8BAg', '-_8BAg=='])(
    'is over the octets of the challenge %s in either alphabet',
    (challenge) => {
      expect(
        holds(
          Uint8Array.of(0xfb, 0xff, 1, 2),
          Buffer.from(proof({ proof: 'challenge-decoded' }, { ...known, challenge }) ?? '', 'base64url'),
        ),
      ).toBe(true);
    },
  );

  it.each(['a b', 'a.b', '====', ''])('is not made over the octets of %j, which is no base64', (challenge) => {
    expect(proof({ proof: 'challenge-decoded' }, { ...known, challenge })).toBeNull();
  });

  it('is over a text with the challenge in it, in which nothing is replaced twice', () => {
    const challenge = '{keyId}$&';
    const signature = proof(
      { proof: 'prefixed', proofPrefix: 'v1:{invitationId}/{keyId}/{challenge}/{keyId}' },
      { ...known, challenge },
    );
    expect(holds('v1:i-1/k-1/{keyId}$&/k-1', Buffer.from(signature ?? '', 'base64url'))).toBe(true);
  });

  it.each([
    ['p1363-base64url', 'base64url', 'ieee-p1363'],
    ['der-base64url', 'base64url', 'der'],
    ['p1363-base64', 'base64', 'ieee-p1363'],
    ['der-base64', 'base64', 'der'],
  ] as const)('is written as %s', (proofEncoding, alphabet, dsaEncoding) => {
    const text = proof({ proofEncoding }) ?? '';
    expect(Buffer.from(text, alphabet).toString(alphabet)).toBe(text);
    expect(holds(known.challenge, Buffer.from(text, alphabet), dsaEncoding)).toBe(true);
  });

  it.each([
    ['kid', { alg: 'ES256', kid: 'k-1' }, ['challenge', 'keyId'], { challenge: known.challenge, keyId: 'k-1' }],
    [
      'jwk',
      { alg: 'ES256', jwk: publicJwk },
      ['invitationId', 'challengeGeneration', 'challenge'],
      { invitationId: 'i-1', challengeGeneration: 2, challenge: known.challenge },
    ],
  ])('is a compact JWS with %s in its header', (jwsHeader, header, jwsPayload, payload) => {
    const parts = (proof({ proof: 'jws', jwsHeader, jwsPayload, proofEncoding: 'der-base64' }) ?? '').split('.');
    expect(parts).toHaveLength(3);
    expect(parts.slice(0, 2).map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown)).toEqual([
      header,
      payload,
    ]);
    expect(holds(parts.slice(0, 2).join('.'), Buffer.from(parts[2] ?? '', 'base64url'))).toBe(true);
    expect(JSON.stringify(header)).not.toContain(jwk.d);
  });
});
