import { expect, it } from 'vitest';
import type { RawAnswer } from '../../../../src-main/core/ports.ts';
import { oddFormOf } from '../../../../src-main/diagnostics/answer-form.ts';

const input = 'sig1=("@status" "content-digest");created=1764354146;keyid="k"';
const digest = `sha-256=:${'A'.repeat(43)}=:`;
const right = { 'Content-Digest': digest, 'Signature-Input': input, Signature: 'sig1=:AA+/:' };

function answer(headers: Readonly<Record<string, string | null>>): RawAnswer {
  const all: Readonly<Record<string, string | null>> = { ...right, ...headers };
  const lines = Object.entries(all).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, value]],
  );
  return { status: 200, headers: lines, body: new Uint8Array() };
}

it('finds nothing odd in an answer as the API has it', () => {
  expect(oddFormOf(answer({}))).toBeNull();
});

it.each([
  ['olderSignature', { 'Signature-Input': null, Signature: 'keyId="k",algorithm="ecdsa-sha256",signature="MEUC"' }],
  ['nothingSigned', { 'Content-Digest': null, 'Signature-Input': null, Signature: null }],
  ['olderDigest', { 'Content-Digest': null, Digest: 'SHA-256=AAAA' }],
  ['signatureUnreadable', { Signature: 'sig1=:AA-_AA==:' }],
  ['keyIdMissing', { 'Signature-Input': input.replace(';keyid="k"', '') }],
  ['createdMissing', { 'Signature-Input': input.replace(';created=1764354146', '') }],
  ['createdNoSeconds', { 'Signature-Input': input.replace('1764354146', '1764354146000') }],
  ['createdNoSeconds', { 'Signature-Input': input.replace('1764354146', '"2025-11-28T18:22:26Z"') }],
  ['signatureOver', { 'Signature-Input': `${input};expires=1764354145` }],
  ['otherAlgorithm', { 'Signature-Input': `${input};alg="rsa-pss-sha512"` }],
  ['inputUnreadable', { 'Signature-Input': input.replace('"@status"', '@status') }],
  ['inputUnreadable', { 'Signature-Input': input.replace('"@status"', '"Content-Type"') }],
  ['signatureNoBytes', { Signature: 'sig1="AAAA"' }],
  ['labelUnpaired', { Signature: 'sig=:AAAA:' }],
  ['requestUnmarked', { 'Signature-Input': input.replace('"@status"', '"@status" "@method"') }],
  ['coversTooLittle', { 'Signature-Input': input.replace('"@status" ', '') }],
  ['digestUnreadable', { 'Content-Digest': 'SHA-256=:AAAA:' }],
  ['digestUnreadable', { 'Content-Digest': 'sha-256=9f86d081' }],
  ['digestUnreadable', { 'Content-Digest': `sha-256=:${'9f86'.repeat(16)}:` }],
  ['digestUnreadable', { 'Content-Digest': 'crc32c=:AAAA:' }],
] as const)('%s', (evidence, headers) => {
  expect(oddFormOf(answer(headers))).toBe(evidence);
});

it.each([
  ['a signature that was cut', { Signature: 'sig1=:AA+' }],
  ['a description that was cut', { 'Signature-Input': input.slice(0, 20) }],
  ['a digest that was cut', { 'Content-Digest': 'sha-256=:AA' }],
  ['a digest that came twice', { 'Content-Digest': `${digest}, ${digest}` }],
  ['a description that came twice', { 'Signature-Input': `${input}, ${input}` }],
  ["the signature of a gateway before the service's", { 'Signature-Input': `cdn=("@status");created=1, ${input}` }],
  ['its own algorithm', { 'Signature-Input': `${input};alg="ecdsa-p256-sha256"` }],
] as const)('does not call odd how the service writes it: %s', (_, headers) => {
  expect(oddFormOf(answer(headers))).toBeNull();
});

it('calls a signed answer without content odd, and not one that nobody signed', () => {
  expect(oddFormOf({ ...answer({}), status: 204 })).toBe('noContent');
  expect(oddFormOf({ ...answer({ 'Signature-Input': null, Signature: null }), status: 204 })).toBeNull();
});

it('does not call signatures odd that a proxy took off and left the digest', () => {
  expect(oddFormOf(answer({ 'Signature-Input': null, Signature: null }))).toBeNull();
});
