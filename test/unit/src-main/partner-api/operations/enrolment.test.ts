import { describe, expect, it } from 'vitest';
import {
  keySubmissionBody,
  proofBody,
  readInvitation,
  readKeyResult,
} from '../../../../../src-main/partner-api/operations/enrolment.ts';
import { generatePrivateKey } from '../../../../../src-main/signatures/keys.ts';

const keyId = '00000000-0000-4000-8000-000000000001';

function jsonOf(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}

describe('the bodies of the enrolment calls', () => {
  it('submit public members only, whatever key object is given', () => {
    const jwk = generatePrivateKey();
    const body = jsonOf(keySubmissionBody({ publicJwk: jwk, notBeforeMs: 0, expiresAtMs: 86_400_000, cidrs: [] }));
    expect(body).toEqual({
      publicJwk: { kty: 'EC', crv: 'P-256', x: jwk.x, y: jwk.y },
      notBefore: '1970-01-01T00:00:00.000Z',
      expiresAt: '1970-01-02T00:00:00.000Z',
    });
  });

  it('carry the networks where there are any', () => {
    const body = keySubmissionBody({
      publicJwk: generatePrivateKey(),
      notBeforeMs: 0,
      expiresAtMs: 1,
      cidrs: ['10.0.0.0/8'],
    });
    expect(jsonOf(body)).toMatchObject({ cidrs: ['10.0.0.0/8'] });
  });

  it('prove with the fields of the deployment in its order, without a generation that never came', () => {
    const members = { keyId, challenge: 'c' };
    const body = proofBody(
      { proofFields: ['signature', 'challengeGeneration', 'keyId'], signatureField: 'signature' },
      members,
      '-_8',
    );
    expect(Buffer.from(body).toString('utf8')).toBe(`{"signature":"-_8","keyId":"${keyId}"}`);
    const named = proofBody(
      { proofFields: ['challengeGeneration', 'signature', 'invitationId'], signatureField: 'proof' },
      { ...members, challengeGeneration: 2, invitationId: 'i' },
      's',
    );
    expect(Buffer.from(named).toString('utf8')).toBe('{"challengeGeneration":2,"proof":"s","invitationId":"i"}');
  });

  it('read a key result with all that the API requires', () => {
    expect(readKeyResult({ keyId, thumbprint: 't', challenge: 'c', challengeGeneration: 1, more: true })).toEqual({
      keyId,
      thumbprint: 't',
      challenge: 'c',
      challengeGeneration: 1,
    });
    expect(readKeyResult({ keyId: keyId.toUpperCase().replace('0', 'A'), thumbprint: 't', challenge: 'c' })).toBeNull();
    expect(readKeyResult({ keyId, thumbprint: 't' })).toBeNull();
    expect(readKeyResult({ keyId, thumbprint: '', challenge: 'c' })).toBeNull();
    expect(readKeyResult({ keyId, thumbprint: 't', challenge: '' })).toBeNull();
  });

  it('read the state of an invitation under either name, in any spelling', () => {
    expect(readInvitation({ state: 'EXPIRED', expiresAt: '2026-01-01T00:00:00Z' })).toEqual({
      state: 'expired',
      expiresAt: '2026-01-01T00:00:00Z',
    });
    expect(readInvitation({ status: 'awaiting_activation' })).toEqual({ state: 'awaitingactivation' });
    expect(readInvitation({ anything: 1 })).toEqual({});
    expect(readInvitation('expired')).toBeNull();
  });
});
