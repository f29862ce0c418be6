import { expect, it } from 'vitest';
import type { RawAnswer } from '../../../../src-main/core/ports.ts';
import { oddFormOf } from '../../../../src-main/diagnostics/answer-form.ts';

const input = 'sig1=("@status" "content-digest");created=1764354146;keyid="k"';
const right = { 'Content-Digest': 'sha-256=:AAAA:', 'Signature-Input': input, Signature: 'sig1=:AA+/:' };

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
] as const)('%s', (evidence, headers) => {
  expect(oddFormOf(answer(headers))).toBe(evidence);
});

it('does not call signatures odd that a proxy took off and left the digest', () => {
  expect(oddFormOf(answer({ 'Signature-Input': null, Signature: null }))).toBeNull();
});
