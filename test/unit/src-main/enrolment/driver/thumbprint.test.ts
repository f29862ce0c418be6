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
    ['rfc7638', 'as it is', jwkThumbprint(jwk)],
    ['rfc7638', 'padded', `${jwkThumbprint(jwk)}=`],
    ['spki-sha256-base64url', 'as it is', spki.toString('base64url')],
    ['spki-sha256-hex', 'as it is', hex],
    ['spki-sha256-hex', 'in capitals', hex.toUpperCase()],
    ['spki-sha256-hex', 'with colons', hex.replace(/..(?!$)/g, '$&:')],
  ])('agree in the form %s: %s', (form, _, shown) => {
    expect(agree(form, shown)).toBe(true);
  });

  it.each([
    ['rfc7638', 'one of another form', spki.toString('base64url')],
    ['spki-sha256-base64url', 'one of another form', jwkThumbprint(jwk)],
    ['spki-sha256-hex', 'one of another form', jwkThumbprint(jwk)],
    ['rfc7638', 'in lower case', jwkThumbprint(jwk).toLowerCase()],
    ['rfc7638', 'with a sign within', `=${jwkThumbprint(jwk)}`],
  ])('differ in the form %s: %s', (form, _, shown) => {
    expect(agree(form, shown)).toBe(false);
  });
});
