import { createHash, createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { thumbprintsAgree } from '../../../../../src-main/enrolment/driver/thumbprint.ts';
import { generatePrivateKey, jwkThumbprint, publicHalf } from '../../../../../src-main/signatures/keys.ts';
import { profileOf } from '../../partner-api/partner.ts';

const jwk = publicHalf(generatePrivateKey());
const spki = createHash('sha256')
  .update(createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({ type: 'spki', format: 'der' }))
  .digest();
const hex = spki.toString('hex');
const agree = (thumbprint: string, shown: string): boolean =>
  thumbprintsAgree(profileOf({ baseUrl: 'https://service.example', enrolment: { thumbprint } }), jwk, shown);

describe('two thumbprints', () => {
  it.each([
    ['rfc7638', jwkThumbprint(jwk)],
    ['spki-sha256-base64url', spki.toString('base64url')],
    ['spki-sha256-hex', hex],
    ['spki-sha256-hex', hex.toUpperCase()],
    ['spki-sha256-hex', hex.replace(/..(?!$)/g, '$&:')],
  ])('agree in the form %s: %s', (form, shown) => {
    expect(agree(form, shown)).toBe(true);
  });

  it.each([
    ['rfc7638', spki.toString('base64url')],
    ['spki-sha256-base64url', jwkThumbprint(jwk)],
    ['spki-sha256-hex', jwkThumbprint(jwk)],
    ['rfc7638', jwkThumbprint(jwk).toLowerCase()],
  ])('differ in the form %s: %s', (form, shown) => {
    expect(agree(form, shown)).toBe(false);
  });
});
