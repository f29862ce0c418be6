import { describe, expect, test } from 'vitest';
import type { HeaderLine, Message } from '../../../../src-main/signatures/message.ts';
import { signMessage, type SignatureParameters } from '../../../../src-main/signatures/sign.ts';
import { type VerifyInput, verifyMessage } from '../../../../src-main/signatures/verify.ts';
import { ids, keyPair, keyring, sampleAnswer, sampleRequest } from './samples.ts';

const service = keyPair('service-1');
const second = keyPair('service-2');
const stranger = keyPair('stranger');
const REQUIRED = ids('@status', 'content-type', 'nonce;req');

interface Signing {
  readonly pair?: typeof service;
  readonly label?: string;
  readonly components?: ReturnType<typeof ids>;
  readonly parameters?: SignatureParameters;
  readonly encoding?: 'p1363' | 'der';
}

function signatureLines(message: Message, signing: Signing = {}): readonly [input: string, signature: string] {
  const { pair = service, label = 'sig1', components = REQUIRED, encoding = 'p1363' } = signing;
  const parameters: SignatureParameters = signing.parameters ?? [
    ['created', 1700000000],
    ['keyid', pair.signing.keyId],
  ];
  const signed = signMessage({ message, label, components, parameters, key: pair.signing, encoding });
  if (!signed.ok) throw new Error(signed.error.code);
  return [signed.value.signatureInput, signed.value.signature];
}

function withLines<T extends Message>(message: T, ...pairs: readonly (readonly [string, string])[]): T {
  const added = pairs.flatMap(([input, signature]): HeaderLine[] => [
    ['Signature-Input', input],
    ['Signature', signature],
  ]);
  return { ...message, headers: [...message.headers, ...added] };
}

function signedAnswer(...signings: readonly Signing[]): ReturnType<typeof sampleAnswer> {
  const answer = sampleAnswer();
  return withLines(answer, ...signings.map((signing) => signatureLines(answer, signing)));
}

function outcomeOf(message: Message, change: Partial<VerifyInput> = {}): string {
  const keys = keyring(service.verifying, second.verifying);
  const outcome = verifyMessage({ message, keys, required: REQUIRED, ...change });
  if (outcome.ok) return `ok ${outcome.value.label}`;
  return outcome.error.component === undefined
    ? outcome.error.code
    : `${outcome.error.code} ${outcome.error.component}`;
}

/** Breaks the signature bytes and nothing else. */
function spoiled([input, signature]: readonly [string, string]): readonly [string, string] {
  return [input, signature.replace(/:(.)/, (_, first: string) => (first === 'A' ? ':B' : ':A'))];
}

describe('one signature', () => {
  test('tells what was covered, when and by whom', () => {
    const parameters: SignatureParameters = [
      ['tag', 'partner'],
      ['nonce', 'once'],
      ['expires', 1700000060],
      ['keyid', 'service-1'],
      ['created', 1700000000],
    ];
    const message = signedAnswer({ parameters });
    const verified = verifyMessage({ message, keys: keyring(service.verifying), required: REQUIRED });
    const signatureParams =
      '("@status" "content-type" "nonce";req);tag="partner";nonce="once";expires=1700000060;keyid="service-1";created=1700000000';
    expect(verified).toMatchObject({
      ok: true,
      value: {
        label: 'sig1',
        keyId: 'service-1',
        created: 1700000000,
        expires: 1700000060,
        nonce: 'once',
        tag: 'partner',
        covered: REQUIRED,
        base:
          `"@status": 201\n"content-type": application/json\n` +
          `"nonce";req: n-1\n"@signature-params": ${signatureParams}`,
      },
    });
    expect(verified.ok && verified.value.signature.length).toBe(64);
  });

  test('leaves out what was not signed', () => {
    const message = signedAnswer({ parameters: [['keyid', 'service-1']] });
    const verified = verifyMessage({ message, keys: keyring(service.verifying), required: [] });
    expect(verified).toMatchObject({ value: { created: null, expires: null } });
    expect(Object.keys(verified.ok ? verified.value : {})).toEqual([
      'label',
      'keyId',
      'created',
      'expires',
      'covered',
      'signature',
      'base',
    ]);
  });

  test('may expire without a word of when it was made', () => {
    expect(
      outcomeOf(
        signedAnswer({
          parameters: [
            ['expires', -5],
            ['keyid', 'service-1'],
          ],
        }),
      ),
    ).toBe('ok sig1');
  });

  test('counts with the tag that was asked for alone, where one was', () => {
    const tagged = signedAnswer({
      parameters: [
        ['keyid', 'service-1'],
        ['tag', 'partner'],
      ],
    });
    expect([outcomeOf(tagged, { tag: 'partner' }), outcomeOf(tagged, { tag: 'other' }), outcomeOf(tagged)]).toEqual([
      'ok sig1',
      'signature_missing',
      'ok sig1',
    ]);
    expect(outcomeOf(signedAnswer({}), { tag: 'partner' })).toBe('signature_missing');
  });

  test('without the name of a key is by nobody, whoever might be asked', () => {
    expect(outcomeOf(signedAnswer({ parameters: [['created', 1]] }), { keys: () => service.verifying })).toBe(
      'unknown_key',
    );
  });

  // What no date can be: a counter that took it for the service's time could date nothing more.
  const noTimes = ['created="1"', 'created=1.5', 'created=?1', 'created=8000000000001', 'created=-999999999999999'];
  const noExpiries = ['expires="1"', 'expires=1.5'];
  test.each([...noTimes, ...noExpiries, 'nonce=1', 'tag=1', 'alg=1'])('is malformed with %s', (parameter) => {
    const [input, signature] = signatureLines(sampleAnswer(), { parameters: [['keyid', 'service-1']] });
    expect(outcomeOf(withLines(sampleAnswer(), [`${input};${parameter}`, signature]))).toBe('signature_malformed');
  });

  test('of a request verifies too, and spaces in the received field do not matter', () => {
    const request = sampleRequest();
    const [input, signature] = signatureLines(request, { components: ids('@method', '@query') });
    const spaced = withLines(request, [
      input.replace('("@method" ', '(  "@method"   ').replace(';keyid', ';  keyid'),
      signature,
    ]);
    expect(outcomeOf(spaced, { required: ids('@query') })).toBe('ok sig1');
  });

  test('fails when anything covered differs', () => {
    const message = signedAnswer({});
    expect(outcomeOf(message)).toBe('ok sig1');
    expect(outcomeOf({ ...message, status: 200 })).toBe('signature_invalid');
    expect(outcomeOf({ ...message, headers: [...message.headers, ['content-type', 'text/html']] })).toBe(
      'signature_invalid',
    );
    expect(outcomeOf({ ...message, request: sampleRequest([['Nonce', 'n-2']]) })).toBe('signature_invalid');
    const [input, signature] = signatureLines(sampleAnswer());
    expect(outcomeOf(withLines(sampleAnswer(), [input.replace('1700000000', '1700000001'), signature]))).toBe(
      'signature_invalid',
    );
  });

  test('fails when a covered header is gone, or the request it is bound to', () => {
    const message = signedAnswer({});
    expect(outcomeOf({ ...message, headers: message.headers.slice(1) })).toBe('component_missing "content-type"');
    expect(outcomeOf({ ...message, request: null })).toBe('request_unknown "nonce";req');
  });

  test('counts only with every required component, the req flag included', () => {
    expect(outcomeOf(signedAnswer({ components: ids('@status', 'content-type') }))).toBe(
      'component_not_covered "nonce";req',
    );
    const message = sampleAnswer([
      ['Nonce', 'n'],
      ['Content-Type', 'a/b'],
    ]);
    const ofRequestOnly = signatureLines(message, { components: REQUIRED });
    expect(outcomeOf(withLines(message, ofRequestOnly), { required: ids('nonce') })).toBe(
      'component_not_covered "nonce"',
    );
  });

  test('of a key that is not known, not named or named by something else than text fails', () => {
    expect(outcomeOf(signedAnswer({ pair: stranger }))).toBe('unknown_key');
    expect(outcomeOf(signedAnswer({ parameters: [['created', 1]] }))).toBe('unknown_key');
    const [input, signature] = signatureLines(sampleAnswer());
    expect(outcomeOf(withLines(sampleAnswer(), [input.replace('"service-1"', 'service-1'), signature]))).toBe(
      'signature_malformed',
    );
  });

  test('names the right algorithm or none', () => {
    const alg = (name: string): readonly [string, string] => {
      const [input, signature] = signatureLines(sampleAnswer());
      return [`${input};alg="${name}"`, signature];
    };
    const named = signedAnswer({
      parameters: [
        ['keyid', 'service-1'],
        ['alg', 'ecdsa-p256-sha256'],
      ],
    });
    expect(outcomeOf(named)).toBe('ok sig1');
    expect(outcomeOf(withLines(sampleAnswer(), alg('ecdsa-p384-sha384')))).toBe('algorithm_mismatch');
    expect(outcomeOf(withLines(sampleAnswer(), alg('hmac-sha256')))).toBe('algorithm_mismatch');
  });

  test('written as DER is told apart from a wrong one', () => {
    expect(outcomeOf(signedAnswer({ encoding: 'der' }))).toBe('signature_encoding');
    expect([
      outcomeOf(signedAnswer({ encoding: 'der' }), { encoding: 'der' }),
      outcomeOf(signedAnswer({}), { encoding: 'der' }),
    ]).toEqual(['ok sig1', 'signature_encoding']);
    expect(outcomeOf(withLines(sampleAnswer(), spoiled(signatureLines(sampleAnswer()))))).toBe('signature_invalid');
  });

  test('of a message without a query verifies only as the deployment writes an absent query', () => {
    const request = { ...sampleRequest(), query: null };
    const signed = signMessage({
      message: request,
      label: 'sig1',
      components: ids('@query'),
      parameters: [['keyid', 'service-1']],
      key: service.signing,
      emptyQuery: '',
    });
    const message = signed.ok ? withLines(request, [signed.value.signatureInput, signed.value.signature]) : request;
    expect(outcomeOf(message, { required: [], emptyQuery: '' })).toBe('ok sig1');
    expect(outcomeOf(message, { required: [] })).toBe('signature_invalid');
  });
});

describe('the two fields', () => {
  const [input, signature] = signatureLines(sampleAnswer());

  test('must both be there', () => {
    const only = (line: HeaderLine) => ({ ...sampleAnswer(), headers: [...sampleAnswer().headers, line] });
    expect(outcomeOf(sampleAnswer())).toBe('signature_missing');
    expect(outcomeOf(only(['Signature-Input', input]))).toBe('signature_missing');
    expect(outcomeOf(only(['Signature', signature]))).toBe('signature_missing');
    expect(outcomeOf(only(['Signature', 'sig1=']))).toBe('signature_missing');
  });

  test('must name the same label', () => {
    expect(outcomeOf(withLines(sampleAnswer(), [input, signature.replace('sig1', 'sig2')]))).toBe('label_unpaired');
    expect(outcomeOf(withLines(sampleAnswer(), [input, signature]), { label: 'sig2' })).toBe('signature_missing');
  });

  test('may not give a label or a parameter twice, in one line or across lines', () => {
    expect(outcomeOf(withLines(sampleAnswer(), [input, signature], [input, signature]))).toBe('label_duplicate');
    expect(outcomeOf(withLines(sampleAnswer(), [input, `sig1=:AAAA:, ${signature}`]))).toBe('label_duplicate');
    expect(outcomeOf(withLines(sampleAnswer(), [`${input};created=2`, signature]))).toBe('label_duplicate');
  });

  test.each([
    ['sig1', signature],
    ['sig1="text"', signature],
    ['sig1=("@status"', signature],
    [input, 'sig1="text"'],
    [input, 'sig1=:_-_-:'],
    [input, 'sig1=(:AAAA:)'],
    ['sig1=("@status");created="now";keyid="service-1"', signature],
    ['sig1=("@status");created=1.5;keyid="service-1"', signature],
    ['sig1=("@status");expires=?1;keyid="service-1"', signature],
    ['sig1=("@status");nonce=5;keyid="service-1"', signature],
    ['sig1=("@status");tag=token;keyid="service-1"', signature],
  ])('are malformed as %s and %s', (inputText, signatureText) => {
    expect(outcomeOf(withLines(sampleAnswer(), [inputText, signatureText]))).toBe('signature_malformed');
  });

  test.each([
    ['sig1=("@status" "@status");keyid="service-1"', 'component_duplicate "@status"'],
    ['sig1=("Content-Type");keyid="service-1"', 'component_malformed "Content-Type"'],
    ['sig1=(token);keyid="service-1"', 'component_malformed'],
    ['sig1=("@signature-params");keyid="service-1"', 'component_unsupported "@signature-params"'],
    ['sig1=("content-type";sf);keyid="service-1"', 'component_unsupported "content-type"'],
    ['sig1=("@query-param");keyid="service-1"', 'component_unsupported "@query-param"'],
  ])('name components that are refused: %s', (inputText, expected) => {
    expect(outcomeOf(withLines(sampleAnswer(), [inputText, signature]), { required: [] })).toBe(expected);
  });

  test('may not say that a signature expired before it was made', () => {
    const expiring = (expires: number) =>
      signedAnswer({
        parameters: [
          ['created', 1700000000],
          ['expires', expires],
          ['keyid', 'service-1'],
        ],
      });
    expect([1700000000, 1699999999].map((expires) => outcomeOf(expiring(expires)))).toEqual([
      'ok sig1',
      'parameters_malformed',
    ]);
  });

  test('may be spread over several lines', () => {
    const answer = sampleAnswer();
    const message = withLines(answer, signatureLines(answer, { pair: stranger, label: 'other' }), [input, signature]);
    expect(outcomeOf(message)).toBe('ok sig1');
  });
});

describe('several signatures', () => {
  const answer = sampleAnswer();
  const good = signatureLines(answer);

  test('of strangers, or over less than is required, neither help nor harm', () => {
    const ofStranger = signatureLines(answer, { pair: stranger, label: 'other' });
    const over = signatureLines(answer, { label: 'less', components: ids('@status') });
    expect(outcomeOf(withLines(answer, spoiled(ofStranger), spoiled(over), good))).toBe('ok sig1');
    expect(outcomeOf(withLines(answer, ofStranger, over))).toBe('component_not_covered "content-type"');
  });

  test('that count must all verify, in whatever order', () => {
    const other = signatureLines(answer, { pair: second, label: 'sig2' });
    expect(outcomeOf(withLines(answer, good, other))).toBe('ok sig1');
    expect(outcomeOf(withLines(answer, good, spoiled(other)))).toBe('signature_invalid');
    expect(outcomeOf(withLines(answer, spoiled(other), good))).toBe('signature_invalid');
    expect(outcomeOf(withLines(answer, spoiled(good), other))).toBe('signature_invalid');
  });

  test("do not vouch for a key with a stranger's signature under its name", () => {
    const posing = signatureLines(answer, { pair: { ...keyPair('service-1') }, label: 'sig2' });
    expect(outcomeOf(withLines(answer, posing))).toBe('signature_invalid');
    expect(outcomeOf(withLines(answer, good, posing))).toBe('signature_invalid');
  });

  test('are narrowed to one by its label', () => {
    const other = signatureLines(answer, { pair: second, label: 'sig2' });
    const message = withLines(answer, spoiled(good), other);
    expect(outcomeOf(message, { label: 'sig2' })).toBe('ok sig2');
    expect(outcomeOf(message, { label: 'sig1' })).toBe('signature_invalid');
  });
});
