import { createPublicKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { generatePrivateKeyPem, importPrivateKeyPem } from '../../../../src-sandbox/state/keys.ts';
import { systemRandomness } from '../../../../src-sandbox/state/randomness.ts';
import { es256Signer, verifyEs256 } from '../../../../src-sandbox/wire/es256.ts';

it.each(['p1363', 'der'] as const)('verifies what was signed, in %s and over those bytes alone', (encoding) => {
  const key = importPrivateKeyPem(generatePrivateKeyPem(systemRandomness));
  const data = Buffer.from('data');
  const signature = Buffer.from(es256Signer(key, encoding).sign(data));
  const verifies = (signed: Buffer, as = encoding): boolean => verifyEs256(createPublicKey(key), as, signed, signature);
  expect([verifies(data), verifies(Buffer.from('other'))]).toEqual([true, false]);
  expect(verifies(data, encoding === 'der' ? 'p1363' : 'der')).toBe(false);
});
