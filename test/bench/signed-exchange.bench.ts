import { createHash, hash, sign, verify } from 'node:crypto';
import { parseComponent, type ComponentId } from '../../src-main/signatures/component.ts';
import { checkContentDigest, contentDigest } from '../../src-main/signatures/digest.ts';
import type { HeaderLine } from '../../src-main/signatures/message.ts';
import type { SignatureParameters } from '../../src-main/signatures/sign.ts';
import type { Draft, Exchange } from '../conformance/cross-check/draft.ts';
import { httpMessageSig } from '../conformance/cross-check/http-message-sig.ts';
import { httpMessageSignatures } from '../conformance/cross-check/http-message-signatures.ts';
import { ours } from '../conformance/cross-check/ours.ts';
import { algorithm, keyId, privateKey, publicKey, type Party } from '../conformance/cross-check/party.ts';
import { speedRow } from './speed-rows.ts';

/**
 * An order is signed and its answer verified, with the digests of 2 KB each way: by ours, by two libraries, and by
 * nothing but the platform's hash and signature over as many bytes.
 */
const [turns, warmingTurns, roundsInATurn] = [40, 6, 50];
const body = new Uint8Array(2_048).fill(0x61);
const walletId = '0b4a8c1e-5d0f-4a53-9a31-3c6f2a4f7b10';
const parameters: SignatureParameters = [
  ['created', 1795242812],
  ['expires', 1795242872],
  ['keyid', keyId],
  ['alg', algorithm],
];

function components(...texts: readonly string[]): readonly ComponentId[] {
  return texts.flatMap((text) => {
    const parsed = parseComponent(text);
    return parsed.ok ? [parsed.value] : [];
  });
}

const ofOrder = ['@method', '@authority', '@path', '@query', 'x-service-date', 'content-type', 'content-digest'];
const orderComponents = components(...ofOrder, 'nonce', 'idempotency-key');
const answerComponents = components(
  '@status',
  'content-type',
  'content-digest',
  '@method;req',
  '@path;req',
  'nonce;req',
);

function order(): Exchange {
  const headers: readonly HeaderLine[] = [
    ['Content-Type', 'application/json'],
    ['Content-Digest', contentDigest(body, 'sha-256')],
    ['X-Service-Date', '2026-11-21T06:33:32.123Z'],
    ['Nonce', 'f0b9c9f2-6f0b-4a53-8f9e-0d4d35a3a2d1'],
    ['Idempotency-Key', walletId],
  ];
  return { method: 'POST', address: `https://partner.example/v1/wallets/${walletId}/orders`, headers, answer: null };
}

function draftOf(exchange: Exchange, covered: readonly ComponentId[]): Draft {
  return { exchange, label: 'sig1', components: covered, parameters, required: covered, tampering: 'none' };
}

async function answered(): Promise<Exchange> {
  const headers: readonly HeaderLine[] = [
    ['Content-Type', 'application/json'],
    ['Content-Digest', contentDigest(body, 'sha-256')],
  ];
  const bare: Exchange = { ...order(), answer: { status: 201, headers } };
  const signed = await ours.sign(draftOf(bare, answerComponents));
  if (signed === null) throw new Error('the answer is not signed');
  const fields: readonly HeaderLine[] = [
    ['Signature-Input', signed.signatureInput],
    ['Signature', signed.signature],
  ];
  return { ...bare, answer: { status: 201, headers: [...headers, ...fields] } };
}

/** The middle of many of each, fifty by turns: what else the machine does between two of them does not count. */
async function medianMicroseconds(works: readonly (() => unknown)[]): Promise<readonly number[]> {
  const times = works.map((): number[] => []);
  for (let turn = -warmingTurns; turn < turns; turn += 1) {
    for (const [index, work] of works.entries()) {
      for (let round = 0; round < roundsInATurn; round += 1) {
        const startedAt = process.hrtime.bigint();
        await work();
        if (turn >= 0) times[index]?.push(Number(process.hrtime.bigint() - startedAt) / 1000);
      }
    }
  }
  return times.map((each) => each.sort((a, b) => a - b)[Math.floor(each.length / 2)] ?? Number.NaN);
}

async function exchangeBy(party: Party, answer: Exchange): Promise<void> {
  const signed = await party.sign(draftOf(order(), orderComponents));
  const digest = answer.answer?.headers.find(([name]) => name === 'Content-Digest')?.[1];
  const isVerified =
    (await party.verify(answer, { label: 'sig1', required: answerComponents })) && checkContentDigest(digest, body).ok;
  if (signed === null || !isVerified) throw new Error(`${party.name} refuses what it should take`);
}

const answer = await answered();
const bytes = Buffer.alloc(600, 'a');
const dsaEncoding = 'ieee-p1363';
const signature = sign('sha256', bytes, { key: privateKey, dsaEncoding });
const derSignature = sign('sha256', bytes, privateKey);
const [oursUs = NaN, bareUs = NaN, bareDerUs = NaN, sigUs = NaN, signaturesUs = NaN] = await medianMicroseconds([
  () => exchangeBy(ours, answer),
  () => {
    for (let way = 0; way < 2; way += 1) createHash('sha256').update(body).digest();
    sign('sha256', bytes, { key: privateKey, dsaEncoding });
    return verify('sha256', bytes, { key: publicKey, dsaEncoding }, signature);
  },
  // By keys beside which no option stands, which Node takes faster. What is sent is not in DER.
  () => {
    for (let way = 0; way < 2; way += 1) hash('sha256', body, 'buffer');
    sign('sha256', bytes, privateKey);
    return verify('sha256', bytes, publicKey, derSignature);
  },
  () => exchangeBy(httpMessageSig, answer),
  () => exchangeBy(httpMessageSignatures, answer),
]);
const times = (us: number, beside = bareUs): string => `${(us / beside).toFixed(2)} x`;
const peers = `http-message-sig ${times(sigUs)}; http-message-signatures ${times(signaturesUs)}`;
speedRow({
  work: 'a signed exchange: an order signed, its answer verified, 2 KB each way',
  measured: `${Math.round(oursUs)} µs, ${times(oursUs)}; ${times(oursUs, bareDerUs)} of the quickest`,
  limit: `bare node:crypto: ${Math.round(bareUs)} µs; the quickest, in DER: ${Math.round(bareDerUs)} µs; ${peers}`,
  toReach: '<= 1.3 x of bare node:crypto',
  isReached: oursUs <= 1.3 * bareUs,
});
