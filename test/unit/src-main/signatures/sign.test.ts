import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signMessage, type SignInput } from '../../../../src-main/signatures/sign.ts';
import { ids, keyPair, sampleRequest } from './samples.ts';

const { signing, verifying } = keyPair('key-1');
const usual: SignInput = {
  message: sampleRequest(),
  label: 'sig1',
  components: ids('@method', 'nonce'),
  parameters: [
    ['created', 1700000000],
    ['expires', 1700000060],
    ['keyid', 'key-1'],
    ['alg', 'ecdsa-p256-sha256'],
  ],
  key: signing,
};

function bytesIn(header: string): Uint8Array {
  return Uint8Array.from(Buffer.from(/^sig1=:([^:]+):$/.exec(header)?.[1] ?? '', 'base64'));
}

describe('signing a message', () => {
  test('writes both headers and signs the base it shows', () => {
    const signed = signMessage(usual);
    const parameters =
      '("@method" "nonce");created=1700000000;expires=1700000060;keyid="key-1";alg="ecdsa-p256-sha256"';
    expect(signed).toMatchObject({
      ok: true,
      value: {
        signatureInput: `sig1=${parameters}`,
        base: `"@method": POST\n"nonce": n-1\n"@signature-params": ${parameters}`,
      },
    });
    expect(signed.ok && verifying.verify(signed.value.base, bytesIn(signed.value.signature))).toBe(true);
  });

  test('keeps the order of parameters and escapes their text', () => {
    const signed = signMessage({
      ...usual,
      parameters: [
        ['tag', 'a"b\\c'],
        ['nonce', 'n'],
        ['created', 5],
      ],
    });
    expect(signed).toMatchObject({
      value: { signatureInput: 'sig1=("@method" "nonce");tag="a\\"b\\\\c";nonce="n";created=5' },
    });
  });

  test('names a parameter of the query where that is covered', () => {
    const signed = signMessage({
      ...usual,
      components: [{ name: '@query-param', queryParam: 'a', req: false }],
      parameters: [],
    });
    expect(signed).toMatchObject({
      value: {
        signatureInput: 'sig1=("@query-param";name="a")',
        base: '"@query-param";name="a": 1\n"@signature-params": ("@query-param";name="a")',
      },
    });
  });

  test('writes DER where a deployment asks for it', () => {
    const signed = signMessage({ ...usual, encoding: 'der' });
    const key = createPublicKey({ key: { ...verifying.jwk }, format: 'jwk' });
    expect(signed.ok && bytesIn(signed.value.signature)[0]).toBe(0x30);
    expect(signed.ok && verify('sha256', Buffer.from(signed.value.base), key, bytesIn(signed.value.signature))).toBe(
      true,
    );
  });

  test('writes an absent query as the deployment wants it', () => {
    const message = { ...sampleRequest(), query: null };
    const signed = signMessage({ ...usual, message, components: ids('@query'), parameters: [], emptyQuery: '' });
    expect(signed).toMatchObject({ value: { base: '"@query": \n"@signature-params": ("@query")' } });
  });
});

describe('nothing is signed', () => {
  const codeOf = (change: Partial<SignInput>): string => {
    const signed = signMessage({ ...usual, ...change });
    return signed.ok ? 'ok' : signed.error.code;
  };

  test('when a component is missing or named twice', () => {
    expect(codeOf({ components: ids('x-absent') })).toBe('component_missing');
    expect(codeOf({ components: ids('nonce', 'nonce') })).toBe('component_duplicate');
    expect(codeOf({ components: ids('nonce;req') })).toBe('component_not_allowed');
  });

  test('under a label or with parameters that cannot be written', () => {
    expect(codeOf({ label: 'Sig 1' })).toBe('parameters_malformed');
    expect(codeOf({ parameters: [['nonce', 'é']] })).toBe('parameters_malformed');
    expect(codeOf({ parameters: [['created', 1.5]] })).toBe('parameters_malformed');
    expect(codeOf({ parameters: [['created', 1e15]] })).toBe('parameters_malformed');
    expect(
      codeOf({
        parameters: [
          ['created', 1],
          ['created', 1],
        ],
      }),
    ).toBe('parameters_malformed');
  });

  test('in the name of another key or algorithm', () => {
    expect(codeOf({ parameters: [['keyid', 'key-2']] })).toBe('unknown_key');
    expect(codeOf({ parameters: [['alg', 'ed25519']] })).toBe('algorithm_mismatch');
  });
});
