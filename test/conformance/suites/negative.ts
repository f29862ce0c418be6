import type { RawAnswer } from '../../../src-main/core/ports.ts';
import type { HeaderLine, RequestMessage } from '../../../src-main/signatures/message.ts';
import type { SignatureParameters } from '../../../src-main/signatures/sign.ts';
import { nowSeconds } from '../../proofs/mutations/service.ts';
import {
  unsigned,
  impostor,
  judgeSays,
  nextKey,
  order,
  read,
  requiredFor,
  service,
  signatureOver,
  signedWith,
  stranger,
  verifierSays,
  type Signing,
} from './exchange.ts';
import { difference, type Case, type Suite } from './suite.ts';

/** What one attack must come to, at the verifier and at the judge of answers. */
interface Attack {
  readonly name: string;
  readonly raw: RawAnswer;
  readonly request?: RequestMessage;
  readonly verifier: string;
  readonly judge: string;
}

const accepted = { verifier: 'verified service-1', judge: 'verified service-1' };
const malformed = (fault: string) => ({ verifier: fault, judge: 'signature_malformed' });
const same = (reason: string) => ({ verifier: reason, judge: reason });

/** Answers that somebody made to be accepted, held against the real verifier and the real judge. */
export const negativeSuites: readonly Suite[] = [
  suite('stripped component lists (RFC 9421, 7.2.1)', strippedLists),
  suite('a second signature by another key (RFC 9421, 7.2.6)', secondSignatures),
  suite('duplicate labels (RFC 9421, 4.3)', duplicateLabels),
  suite(';req twins (RFC 9421, 2.4)', twins),
  suite('algorithms and encodings (RFC 9421, 3.2, 3.3.4)', algorithms),
  suite('times (RFC 9421, 2.3)', times),
  suite('repeated headers (RFC 9421, 2.1, 7.5.6)', repeatedHeaders),
  suite('non-ASCII, folds and line ends (RFC 9421, 2.1, 2.5)', characters),
];

function suite(name: string, attacks: () => readonly Attack[]): Suite {
  return { name: `refused: ${name}`, cases: () => attacks().map(caseOf) };
}

function caseOf({ name, raw, request = order, verifier, judge }: Attack): Case {
  return { name, fault: difference([verifierSays(raw, request), judgeSays(raw, request)], [verifier, judge]) };
}

/** The answer to an order, signed like this, and perhaps changed on its way. */
function signed(signing: Signing = {}, change: (raw: RawAnswer) => RawAnswer = (raw) => raw): RawAnswer {
  const raw = unsigned();
  return change(signedWith(raw, signatureOver(raw, signing)));
}

function strippedLists(): readonly Attack[] {
  const required = requiredFor(order);
  const uncovered = required.map((text) => {
    const identifier = text.endsWith(';req') ? `"${text.slice(0, -4)}";req` : `"${text}"`;
    const judge = text.endsWith(';req') ? 'not_bound' : 'component_not_covered';
    return { text, verifier: `component_not_covered ${identifier}`, judge, identifier };
  });
  const raw = unsigned([['Retry-After', '5']]);
  const withMore = signatureOver(raw, { components: [...required, 'retry-after'] });
  return [
    { name: 'none stripped', raw: signed(), ...accepted },
    ...uncovered.map(({ text, verifier, judge }) => ({
      name: `signed without ${text}`,
      raw: signed({ components: required.filter((one) => one !== text) }),
      verifier,
      judge,
    })),
    ...uncovered.map(({ text, identifier, verifier, judge }) => ({
      name: `${text} struck from the list of a genuine signature`,
      raw: signed(
        {},
        listed((list) => list.replace(identifier, '').trim()),
      ),
      verifier,
      judge,
    })),
    {
      name: 'an empty list',
      raw: signed({ components: [] }),
      ...same('component_not_covered'),
      verifier: 'component_not_covered "@status"',
    },
    {
      name: 'a header that is required where present, struck',
      raw: signedWith(raw, [withMore[0].replace(' "retry-after"', ''), withMore[1]]),
      verifier: 'signature_invalid',
      judge: 'component_not_covered',
    },
    {
      name: 'a header that is required where present, never covered',
      raw: signedWith(raw, signatureOver(raw)),
      verifier: 'verified service-1',
      judge: 'component_not_covered',
    },
    {
      name: 'the list in another order',
      raw: signed(
        {},
        listed((list) => list.split(' ').toReversed().join(' ')),
      ),
      ...same('signature_invalid'),
    },
    {
      name: 'a component added',
      raw: signed(
        {},
        listed((list) => `${list} "@scheme";req`),
      ),
      ...same('signature_invalid'),
    },
    {
      name: 'a component named twice',
      raw: signed(
        {},
        listed((list) => `${list} "@status"`),
      ),
      ...malformed('component_duplicate "@status"'),
    },
  ];
}

function secondSignatures(): readonly Attack[] {
  const raw = unsigned();
  const good = signatureOver(raw);
  const over = (signing: Signing) => signatureOver(raw, { label: 'sig2', ...signing });
  const [ofStranger, ofNext, posing] = [over({ key: stranger }), over({ key: nextKey }), over({ key: impostor })];
  const less = over({ key: nextKey, components: ['@status'] });
  return [
    { name: "in place of the service's", raw: signedWith(raw, ofStranger), ...same('unknown_key') },
    { name: "beside the service's", raw: signedWith(raw, good, ofStranger), ...accepted },
    { name: "before the service's", raw: signedWith(raw, ofStranger, good), ...accepted },
    {
      name: "beside the service's, broken",
      raw: signedWith(raw, broken(good), ofStranger),
      ...same('signature_invalid'),
    },
    {
      name: "of a trusted key, beside the service's, broken",
      raw: signedWith(raw, broken(good), ofNext),
      ...same('signature_invalid'),
    },
    { name: 'of a trusted key, both valid', raw: signedWith(raw, good, ofNext), ...accepted },
    {
      name: "of a trusted key, broken, beside the service's",
      raw: signedWith(raw, good, broken(ofNext)),
      ...same('signature_invalid'),
    },
    {
      name: 'of a trusted key, over less',
      raw: signedWith(raw, less),
      ...same('component_not_covered'),
      verifier: 'component_not_covered "content-digest"',
    },
    { name: "of a trusted key, over less, beside the service's", raw: signedWith(raw, less, good), ...accepted },
    { name: "under the service's name", raw: signedWith(raw, posing), ...same('signature_invalid') },
    {
      name: "under the service's name, beside the service's",
      raw: signedWith(raw, good, posing),
      ...same('signature_invalid'),
    },
    {
      name: 'octets of one under the label of the other',
      raw: signedWith(raw, [good[0], good[1].replace(/:.*:/, ofNext[1].slice('sig2='.length))]),
      ...same('signature_invalid'),
    },
    {
      name: 'that names no key',
      raw: signedWith(raw, over({ parameters: [['created', nowSeconds]] })),
      ...same('unknown_key'),
    },
  ];
}

function duplicateLabels(): readonly Attack[] {
  const raw = unsigned();
  const good = signatureOver(raw);
  const again = signatureOver(raw, { key: nextKey });
  return [
    { name: 'in lines of their own', raw: signedWith(raw, good, again), ...malformed('label_duplicate') },
    {
      name: 'in one line',
      raw: signedWith(raw, [`${good[0]}, ${again[0]}`, `${good[1]}, ${again[1]}`]),
      ...malformed('label_duplicate'),
    },
    { name: 'the very same signature twice', raw: signedWith(raw, good, good), ...malformed('label_duplicate') },
    {
      name: 'in Signature-Input alone',
      raw: signedWith(raw, [`${good[0]}, ${good[0]}`, good[1]]),
      ...malformed('label_duplicate'),
    },
    {
      name: 'in Signature alone',
      raw: signedWith(raw, [good[0], `sig1=:AAAA:, ${good[1]}`]),
      ...malformed('label_duplicate'),
    },
    { name: 'of parameters', raw: signedWith(raw, [`${good[0]};created=1`, good[1]]), ...malformed('label_duplicate') },
    {
      name: 'a label in Signature-Input alone',
      raw: signedWith(raw, [good[0], again[1].replace('sig1', 'sig2')]),
      ...malformed('label_unpaired'),
    },
    {
      name: "a label without a partner beside the service's",
      raw: signedWith(raw, [`${good[0]}, ${again[0].replace('sig1', 'sig2')}`, good[1]]),
      ...accepted,
    },
    {
      name: 'a label that is no key of a dictionary',
      raw: signedWith(raw, [good[0].replace('sig1', 'Sig1'), good[1].replace('sig1', 'Sig1')]),
      ...malformed('signature_malformed'),
    },
  ];
}

function twins(): readonly Attack[] {
  const required = requiredFor(order);
  const without = (text: string) => required.filter((one) => one !== text);
  const raw = unsigned([
    ['Nonce', 'nonce-1'],
    ['Idempotency-Key', 'operation-1'],
  ]);
  const twinned = (text: string) =>
    signedWith(raw, signatureOver(raw, { components: [...without(`${text};req`), text] }));
  return [
    {
      name: 'the digest of the request for that of the answer',
      raw: signed({ components: without('content-digest') }),
      verifier: 'component_not_covered "content-digest"',
      judge: 'component_not_covered',
    },
    {
      name: 'the digest of the answer for that of the request',
      raw: signed({ components: without('content-digest;req') }),
      verifier: 'component_not_covered "content-digest";req',
      judge: 'not_bound',
    },
    ...['nonce', 'idempotency-key'].map((name) => ({
      name: `the answer's own ${name} for that of the request`,
      raw: twinned(name),
      verifier: `component_not_covered "${name}";req`,
      judge: 'not_bound',
    })),
    {
      name: 'both twins covered',
      raw: signedWith(raw, signatureOver(raw, { components: [...required, 'nonce'] })),
      ...accepted,
    },
    {
      name: 'a flag struck',
      raw: signed(
        {},
        listed((list) => list.replace('"nonce";req', '"nonce"')),
      ),
      verifier: 'component_not_covered "nonce";req',
      judge: 'not_bound',
    },
    {
      name: 'a flag added',
      raw: signed(
        {},
        listed((list) => list.replace('"x-request-id"', '"x-request-id";req')),
      ),
      verifier: 'component_not_covered "x-request-id"',
      judge: 'component_not_covered',
    },
    {
      name: 'a flag that says no',
      raw: signed(
        {},
        listed((list) => list.replace('"nonce";req', '"nonce";req=?0')),
      ),
      ...malformed('component_unsupported "nonce"'),
    },
    {
      name: 'the status of the request',
      raw: signed(
        {},
        listed((list) => `${list} "@status";req`),
      ),
      ...malformed('component_not_allowed "@status";req'),
    },
    {
      name: 'the method of the answer',
      raw: signed(
        {},
        listed((list) => `${list} "@method"`),
      ),
      ...malformed('component_not_allowed "@method"'),
    },
    {
      name: 'the answer to another order',
      raw: signed(),
      request: { ...order, headers: order.headers.map(([name, value]) => [name, value.replace('nonce-1', 'nonce-2')]) },
      ...same('signature_invalid'),
    },
    {
      name: 'the answer to another path',
      raw: signed(),
      request: { ...order, path: `${order.path}/` },
      ...same('signature_invalid'),
    },
    {
      name: 'the answer to another host',
      raw: signed(),
      request: { ...order, authority: 'service.example:8443' },
      ...same('signature_invalid'),
    },
  ];
}

function algorithms(): readonly Attack[] {
  const named = [
    'ecdsa-p384-sha384',
    'rsa-pss-sha512',
    'rsa-v1_5-sha256',
    'hmac-sha256',
    'ed25519',
    'ES256',
    'ECDSA-P256-SHA256',
    'none',
    '',
  ];
  return [
    ...named.map((name) => ({
      name: `alg ${JSON.stringify(name)}`,
      raw: signed({}, inSignature(`alg="ecdsa-p256-sha256"`, `alg="${name}"`)),
      ...same('algorithm_mismatch'),
    })),
    {
      name: 'alg as a token',
      raw: signed({}, inSignature('alg="ecdsa-p256-sha256"', 'alg=ecdsa-p256-sha256')),
      ...malformed('signature_malformed'),
    },
    { name: 'alg struck', raw: signed({}, inSignature(';alg="ecdsa-p256-sha256"', '')), ...same('signature_invalid') },
    {
      name: 'no alg, as signed',
      raw: signed({
        parameters: [
          ['created', nowSeconds],
          ['keyid', service.kid],
        ],
      }),
      ...accepted,
    },
    { name: 'DER', raw: signed({ encoding: 'der' }), ...malformed('signature_encoding') },
    {
      name: 'an octet less',
      raw: signed(
        {},
        octets((bytes) => bytes.subarray(1)),
      ),
      ...malformed('signature_encoding'),
    },
    {
      name: 'an octet more',
      raw: signed(
        {},
        octets((bytes) => Buffer.concat([bytes, Buffer.of(0)])),
      ),
      ...malformed('signature_encoding'),
    },
    {
      name: 'nothing',
      raw: signed(
        {},
        octets(() => Buffer.of()),
      ),
      ...malformed('signature_encoding'),
    },
    {
      name: 'zero',
      raw: signed(
        {},
        octets(() => Buffer.alloc(64)),
      ),
      ...same('signature_invalid'),
    },
    {
      name: 's before r',
      raw: signed(
        {},
        octets((bytes) => Buffer.concat([bytes.subarray(32), bytes.subarray(0, 32)])),
      ),
      ...same('signature_invalid'),
    },
    {
      name: 'base64url',
      raw: signed(
        {},
        header('signature', (value) => value.replaceAll('+', '-').replace(/[/A]/g, '_')),
      ),
      ...malformed('signature_malformed'),
    },
  ];
}

function times(): readonly Attack[] {
  type Shift = readonly [name: 'created' | 'expires', seconds: number];
  const made = (shifts: readonly Shift[]): SignatureParameters => [
    ...shifts.map(([name, seconds]): Shift => [name, nowSeconds + seconds]),
    ['keyid', service.kid],
  ];
  const at = (
    name: string,
    request: RequestMessage,
    shifts: readonly Shift[],
    outcome: { readonly verifier: string; readonly judge: string },
  ): Attack => {
    const raw = unsigned();
    return {
      name,
      request,
      raw: signedWith(raw, signatureOver(raw, { parameters: made(shifts) }, request)),
      ...outcome,
    };
  };
  const stale = { verifier: 'verified service-1', judge: 'stale' };
  return [
    at('created within the tolerated skew', read, [['created', 60]], accepted),
    at('created in the future', read, [['created', 62]], stale),
    at('created a day ahead', read, [['created', 86_400]], stale),
    at(
      'created in the future, but bound to our nonce: the clock is ours to set',
      order,
      [['created', 86_400]],
      accepted,
    ),
    at('created long ago', read, [['created', -62]], stale),
    at('created before 1970', read, [['created', -nowSeconds - 5]], stale),
    at('no created', read, [], stale),
    at('no created, bound to our nonce', order, [], stale),
    at(
      'expired',
      read,
      [
        ['created', -61],
        ['expires', -61],
      ],
      stale,
    ),
    at(
      'expires before created',
      read,
      [
        ['created', 0],
        ['expires', -1],
      ],
      malformed('parameters_malformed'),
    ),
    at(
      'expires before created, bound to our nonce',
      order,
      [
        ['created', 0],
        ['expires', -1],
      ],
      malformed('parameters_malformed'),
    ),
    at(
      'expires when created',
      order,
      [
        ['created', 0],
        ['expires', 0],
      ],
      accepted,
    ),
    ...[
      'created="1"',
      'created=1800000000.5',
      'created=1800000000.0',
      'created=?1',
      'created=@1800000000',
      'created',
    ].map((text) => ({
      name: text,
      raw: signed({}, inSignature(`created=${String(nowSeconds)}`, text)),
      ...malformed('signature_malformed'),
    })),
    {
      name: 'another created',
      raw: signed({}, inSignature(`created=${String(nowSeconds)}`, `created=${String(nowSeconds + 1)}`)),
      ...same('signature_invalid'),
    },
  ];
}

function repeatedHeaders(): readonly Attack[] {
  const line =
    (name: string, value: string, where: 'before' | 'after') =>
    (raw: RawAnswer): RawAnswer => ({
      ...raw,
      headers: where === 'before' ? [[name, value], ...raw.headers] : [...raw.headers, [name, value]],
    });
  const raw = unsigned([['Vary', 'Accept, Accept-Language']]);
  const varied = signatureOver(raw, { components: [...requiredFor(order), 'vary'] });
  const split: RawAnswer = {
    ...raw,
    headers: raw.headers.flatMap(([name, value]): HeaderLine[] =>
      name === 'Vary' ? value.split(', ').map((one) => [name, one]) : [[name, value]],
    ),
  };
  return [
    ...(['before', 'after'] as const).flatMap((where) => [
      {
        name: `another X-Request-Id ${where}`,
        raw: signed({}, line('x-request-id', 'r-2', where)),
        ...same('signature_invalid'),
      },
      {
        name: `the same X-Request-Id again ${where}`,
        raw: signed({}, line('X-Request-Id', 'r-1', where)),
        ...same('signature_invalid'),
      },
      {
        name: `an empty X-Request-Id ${where}`,
        raw: signed({}, line('X-Request-Id', '', where)),
        ...same('signature_invalid'),
      },
      {
        name: `another Content-Digest ${where}`,
        raw: signed({}, line('Content-Digest', 'sha-512=:AAAA:', where)),
        ...same('signature_invalid'),
      },
      { name: `a header that is not covered ${where}`, raw: signed({}, line('Via', 'proxy', where)), ...accepted },
      {
        name: `a Retry-After that the service did not sign ${where}`,
        raw: signed({}, line('Retry-After', '1', where)),
        verifier: 'verified service-1',
        judge: 'component_not_covered',
      },
    ]),
    { name: 'a list in several lines in place of one', raw: signedWith(split, varied), ...accepted },
    {
      name: 'a list in several lines, in another order',
      raw: signedWith({ ...split, headers: split.headers.toReversed() }, varied),
      ...same('signature_invalid'),
    },
    {
      name: 'header lines in another order',
      raw: signed({}, (one) => ({ ...one, headers: one.headers.toReversed() })),
      ...accepted,
    },
  ];
}

function characters(): readonly Attack[] {
  const named = (value: string, received: string): RawAnswer => {
    const raw = unsigned([['X-Name', value]]);
    const fields = signatureOver(raw, { components: [...requiredFor(order), 'x-name'] });
    return signedWith(
      { ...raw, headers: raw.headers.map(([name, one]) => [name, name === 'X-Name' ? received : one]) },
      fields,
    );
  };
  const odd = malformed('component_not_ascii "x-name"');
  return [
    { name: 'a covered header that is not ASCII', raw: named('caf', 'caf\u00e9'), ...odd },
    { name: 'a covered header with a control character', raw: named('a', 'a\u0000'), ...odd },
    { name: 'a covered header that ends in a space of another kind', raw: named('a', 'a\u00a0'), ...odd },
    { name: 'a line of its own in a covered header', raw: named('a', 'a\n"@status": 200'), ...odd },
    { name: 'a carriage return alone', raw: named('a b', 'a\r b'), ...odd },
    {
      name: 'a header that is not covered and not ASCII',
      raw: signed({}, (raw) => ({ ...raw, headers: [...raw.headers, ['X-Name', 'caf\u00e9']] })),
      ...accepted,
    },
    {
      name: 'Signature-Input that is not ASCII',
      raw: signed({}, inSignature('sig1=', 's\u00efg1=')),
      ...malformed('signature_malformed'),
    },
    {
      name: 'a parameter that is not ASCII',
      raw: signed({}, inSignature('keyid="service-1"', 'keyid="service-\u0661"')),
      ...malformed('signature_malformed'),
    },
    { name: 'an obsolete fold for the space that was signed', raw: named('one two', 'one\r\n  two'), ...accepted },
    { name: 'an obsolete fold with white space before it', raw: named('one two', 'one \t\r\n\ttwo'), ...accepted },
    {
      name: 'an obsolete fold that makes another value',
      raw: named('onetwo', 'one\r\n two'),
      ...same('signature_invalid'),
    },
    {
      name: 'an obsolete fold in Signature-Input',
      raw: signed({}, inSignature(' "content-digest"', '\r\n "content-digest"')),
      ...accepted,
    },
    { name: 'white space around a covered header', raw: named('a', ' \ta\t '), ...accepted },
    { name: 'other white space within a covered header', raw: named('a b', 'a  b'), ...same('signature_invalid') },
  ];
}

function header(wanted: string, change: (value: string) => string): (raw: RawAnswer) => RawAnswer {
  return (raw) => ({
    ...raw,
    headers: raw.headers.map(([name, value]) => [name, name.toLowerCase() === wanted ? change(value) : value]),
  });
}

function inSignature(from: string, to: string): (raw: RawAnswer) => RawAnswer {
  return header('signature-input', (value) => value.replace(from, () => to));
}

/** Changes what stands between the parentheses of Signature-Input. */
function listed(change: (list: string) => string): (raw: RawAnswer) => RawAnswer {
  return header('signature-input', (value) => value.replace(/\(([^)]*)\)/, (_, list: string) => `(${change(list)})`));
}

function octets(change: (bytes: Buffer) => Buffer): (raw: RawAnswer) => RawAnswer {
  return header('signature', (value) =>
    value.replace(/:(.*):/, (_, text: string) => `:${change(Buffer.from(text, 'base64')).toString('base64')}:`),
  );
}

function broken([input, signature]: readonly [string, string]): readonly [string, string] {
  return [input, signature.replace(/:(.)/, (_, first: string) => (first === 'A' ? ':B' : ':A'))];
}
