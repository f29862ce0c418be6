import { expect, it } from 'vitest';
import { proofFormName, type ProofForm } from '../../../../../src-main/enrolment/machine/proof-form.ts';

const form: ProofForm = {
  proof: 'prefixed',
  proofPrefix: '{challenge}',
  proofEncoding: 'p1363-base64url',
  proofFields: ['signature'],
  signatureField: 'signature',
  jwsHeader: 'kid',
  jwsPayload: ['challenge'],
};

it('the name of a form is the same for the same form alone', () => {
  const others: readonly Partial<ProofForm>[] = [
    { proof: 'jws' },
    { proofPrefix: 'v2:{challenge}' },
    { proofEncoding: 'der-base64' },
    { proofFields: ['signature', 'challenge'] },
    { signatureField: 'proof' },
    { jwsHeader: 'jwk' },
    { jwsPayload: ['challenge', 'keyId'] },
  ];
  expect(proofFormName({ ...form })).toBe(proofFormName(form));
  const names = others.map((change) => proofFormName({ ...form, ...change }));
  expect(new Set([proofFormName(form), ...names]).size).toBe(others.length + 1);
});
