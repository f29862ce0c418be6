import { z } from 'zod';
import { isSignature, lowS } from '../../../src-main/signatures/ecdsa.ts';
import { jwkThumbprint, parsePublicJwk, verifyingKey } from '../../../src-main/signatures/keys.ts';
import { difference, readFixture, type Case, type Suite } from './suite.ts';

const ecdsaSchema = z.strictObject({
  keys: z.record(z.string(), z.strictObject({ source: z.string(), jwk: z.unknown() })),
  signatures: z.array(
    z.strictObject({
      source: z.string(),
      key: z.string(),
      message: z.string(),
      signature: z.string(),
      wellFormed: z.boolean(),
      verifies: z.boolean(),
    }),
  ),
});
const jwkSchema = z.array(
  z.strictObject({
    source: z.string(),
    jwk: z.unknown(),
    thumbprint: z.string().optional(),
    refused: z.string().optional(),
  }),
);

/** Half of the order of P-256's group, in hexadecimal (SEC 2 section 2.4.2): the greatest s that counts as low. */
const halfOrder = '7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8';

export const keySuites: readonly Suite[] = [
  { name: 'ECDSA on P-256, r||s (RFC 9421, 3.3.4)', cases: ecdsaCases },
  { name: 'JWK and its thumbprint (RFC 7517, 7518, 7638)', cases: () => readFixture('jwk', jwkSchema).map(jwkCase) },
];

function ecdsaCases(): readonly Case[] {
  const { keys, signatures } = readFixture('ecdsa', ecdsaSchema);
  return signatures.map(({ source, key, message, signature, wellFormed, verifies }) => {
    const jwk = parsePublicJwk(keys[key]?.jwk);
    if (!jwk.ok) return { name: source, fault: `the key is refused: ${jwk.error.code}` };
    const octets = Uint8Array.from(Buffer.from(signature, 'hex'));
    const known = verifyingKey(key, jwk.value);
    // The platform would refuse what is out of range as well; that we look ourselves is what is held here.
    const fault = difference([isSignature(octets), known.verify(message, octets)], [wellFormed, verifies]);
    return {
      name: source,
      fault: fault ?? (verifies ? lowFault(lowS(octets), (low) => known.verify(message, low)) : null),
    };
  });
}

/** Whatever form of a signature came, what we make of it is the low one, and it still verifies. */
function lowFault(low: Uint8Array, verify: (low: Uint8Array) => boolean): string | null {
  if (Buffer.from(low.subarray(32)).toString('hex') > halfOrder) return 'its low form has a high s';
  return verify(low) ? null : 'its low form does not verify';
}

function jwkCase({ source, jwk, thumbprint, refused }: z.infer<typeof jwkSchema>[number]): Case {
  const parsed = parsePublicJwk(jwk);
  return {
    name: `${source}: ${JSON.stringify(jwk)}`,
    fault: difference(parsed.ok ? jwkThumbprint(parsed.value) : parsed.error.code, refused ?? thumbprint),
  };
}
