import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { parseComponent } from '../../src-main/signatures/component.ts';
import { checkContentDigest, contentDigest } from '../../src-main/signatures/digest.ts';
import { generatePrivateKey, publicHalf, signingKey, verifyingKey } from '../../src-main/signatures/keys.ts';
import { fieldValue, type HeaderLine, requestMessage, type RequestMessage } from '../../src-main/signatures/message.ts';
import { signMessage } from '../../src-main/signatures/sign.ts';
import { verifyMessage } from '../../src-main/signatures/verify.ts';

/** An order request through our path, beside the bare signature of two libraries over the same base, in one run. */

const KEY_ID = '0b4a8c1e-5d0f-4a53-9a31-3c6f2a4f7b10';
const BODY = new TextEncoder().encode(
  JSON.stringify({ cardId: KEY_ID, quantity: 2, expectedUnitPrice: '4.750', expectedTotal: '9.500', currency: 'KWD' }),
);
const COVERED = [
  '@method',
  '@authority',
  '@path',
  '@query',
  'x-service-date',
  'content-type',
  'content-digest',
  'nonce',
];
const COMPONENTS = [...COVERED, 'idempotency-key'].flatMap((text) => {
  const parsed = parseComponent(text);
  return parsed.ok ? [parsed.value] : [];
});
const jwk = generatePrivateKey();
const signing = signingKey(KEY_ID, jwk);
const verifying = verifyingKey(KEY_ID, publicHalf(jwk));

function unsignedRequest(): RequestMessage {
  const headers: HeaderLine[] = [
    ['Content-Type', 'application/json'],
    ['Content-Digest', contentDigest(BODY, 'sha-256')],
    ['X-Service-Date', '2026-11-21T06:33:32.123Z'],
    ['Nonce', 'f0b9c9f2-6f0b-4a53-8f9e-0d4d35a3a2d1'],
    ['Idempotency-Key', KEY_ID],
  ];
  return requestMessage('POST', `https://partner.example/v1/wallets/${KEY_ID}/orders`, headers);
}

function signedRequest(): { readonly message: RequestMessage; readonly base: string } {
  const message = unsignedRequest();
  const signed = signMessage({
    message,
    label: 'sig1',
    components: COMPONENTS,
    parameters: [
      ['created', 1795242812],
      ['expires', 1795242872],
      ['keyid', KEY_ID],
      ['alg', 'ecdsa-p256-sha256'],
    ],
    key: signing,
  });
  if (!signed.ok) throw new Error(signed.error.code);
  const { signatureInput, signature, base } = signed.value;
  const added: HeaderLine[] = [
    ['Signature-Input', signatureInput],
    ['Signature', signature],
  ];
  return { message: { ...message, headers: [...message.headers, ...added] }, base };
}

function medianMicroseconds(rounds: number, work: () => unknown): number {
  for (let round = 0; round < rounds / 10; round += 1) work();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = process.hrtime.bigint();
    if (work() === false) throw new Error('A signature of this run does not verify');
    times.push(Number(process.hrtime.bigint() - startedAt) / 1000);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
}

function verifyOurs(message: RequestMessage): boolean {
  const keys = (kid: string) => (kid === KEY_ID ? verifying : undefined);
  const verified = verifyMessage({ message, keys, required: COMPONENTS });
  return verified.ok && checkContentDigest(fieldValue(message.headers, 'content-digest'), BODY).ok;
}

type Row = readonly [name: string, rounds: number, signOnce: () => unknown, verifyOnce: () => boolean];

function rows(): readonly Row[] {
  const { message, base } = signedRequest();
  const bytes = new TextEncoder().encode(base);
  const dsaEncoding = 'ieee-p1363';
  const privateKey = createPrivateKey({ key: { ...jwk }, format: 'jwk' });
  const publicKey = createPublicKey({ key: { ...publicHalf(jwk) }, format: 'jwk' });
  const secret = Uint8Array.from(Buffer.from(jwk.d, 'base64url'));
  const point = p256.getPublicKey(secret, false);
  const signature = signing.sign(bytes);
  return [
    ['our path: message, digest, base, headers', 3000, signedRequest, () => verifyOurs(message)],
    [
      'node:crypto over the same base',
      3000,
      () => sign('sha256', bytes, { key: privateKey, dsaEncoding }),
      () => verify('sha256', bytes, { key: publicKey, dsaEncoding }, signature),
    ],
    [
      'noble over the same base',
      300,
      () => p256.sign(bytes, secret),
      () => p256.verify(signature, bytes, point, { lowS: false }),
    ],
  ];
}

function run(): void {
  console.log(`P-256 signatures of an order request, median microseconds, Node ${process.versions.node}\n`);
  console.log(`${''.padEnd(42)}${'sign'.padStart(9)}${'verify'.padStart(9)}`);
  for (const [name, rounds, signOnce, verifyOnce] of rows()) {
    const cells = [signOnce, verifyOnce].map((work) => medianMicroseconds(rounds, work).toFixed(1).padStart(9));
    console.log(`${name.padEnd(42)}${cells.join('')}`);
  }
}

run();
