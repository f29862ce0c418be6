import { p256 } from '@noble/curves/nist.js';
import { faithfulWriting, signAnew, type Writing } from '../anew.ts';
import type { Mutant } from '../mutant.ts';
import type { Random } from '../random.ts';
import type { Sample } from '../samples.ts';
import { nowSeconds, profileWith, type ServiceKey, type AnswerContent } from '../service.ts';

/**
 * Answers that hold the service's true signature but say, or sign, something else. What is signed in full must be
 * accepted as just that: a proof that refuses everything would prove nothing. What is signed in part must be refused.
 */
export function* signedAnew(sample: Sample, key: ServiceKey, random: Random): Generator<Mutant> {
  const { request, content } = sample;
  const faithful = faithfulWriting(key, request, content);
  const sign = (label: string, changes: Partial<Writing>, accepted: boolean, say: AnswerContent = content): Mutant => {
    const { raw, truth } = signAnew(key, request, say, { ...faithful, ...changes });
    return { group: 'signed anew', label, raw, expected: accepted ? truth : null };
  };
  yield sign('as before', {}, true);
  for (const [index, identifier] of faithful.components.entries()) {
    yield sign('component left out', { components: faithful.components.toSpliced(index, 1) }, false);
    yield sign('component twice', { components: [...faithful.components, identifier] }, false);
  }
  yield sign('components in another order', { components: faithful.components.toReversed() }, true);
  yield sign('components in another order', { components: random.shuffled(faithful.components) }, true);
  yield sign('one more header covered', { components: [...faithful.components, '"date"'] }, true);
  yield sign('parameters in another order', { parameters: faithful.parameters.toReversed() }, true);
  for (const [index, parameter] of faithful.parameters.entries()) {
    // The algorithm is that of the key; saying it is optional (RFC 9421, 2.3).
    yield sign(
      `${parameter.split('=', 1)[0] ?? ''} left out`,
      { parameters: faithful.parameters.toSpliced(index, 1) },
      parameter.startsWith('alg'),
    );
    yield sign('parameter twice', { parameters: [...faithful.parameters, parameter] }, false);
  }
  yield sign(
    'another algorithm named',
    { parameters: [...faithful.parameters.slice(0, 2), 'alg="rsa-pss-sha512"'] },
    false,
  );
  yield sign('DER', { encode: (signature) => p256.Signature.fromBytes(signature, 'compact').toBytes('der') }, false);
  yield sign('under another label', { label: 'another-label' }, true);
  for (const status of [100, 199, 200, 201, 202, 204, 299, 301, 400, 404, 409, 500, 503, 599])
    yield sign('another status', {}, true, { ...content, status });
  for (const body of oddBodies)
    yield sign('another body', {}, true, { ...content, body: new TextEncoder().encode(body) });
  yield sign('another body', {}, true, { ...content, body: Uint8Array.of(0xff, 0xfe, 0x00, 0x80) });
  yield sign('a coded body', {}, false, { ...content, headers: { ...content.headers, 'content-encoding': 'gzip' } });
  yield* outOfTime(sample, key);
  yield* unbound(sample, key);
}

const oddBodies = [
  '',
  'null',
  '[]',
  '{}',
  '0',
  '"text"',
  '{"operationId":null}',
  '{"status":"completed"}',
  '{',
  '<html>502</html>',
  '\uFEFF{}',
  '{"code":"resource_not_found"}',
  '{"code":42}',
  '[[[[[]]]]]',
];

/** A read carries nothing unique, so its answer must be of now; a bound one proves its age by itself. */
function* outOfTime(sample: Sample, key: ServiceKey): Generator<Mutant> {
  const {
    request,
    content,
    genuine: { truth },
  } = sample;
  const faithful = faithfulWriting(key, request, content);
  const old = [`created=${String(nowSeconds - 3600)}`, ...faithful.parameters.slice(1)];
  const expired = [
    `created=${String(nowSeconds - 360)}`,
    `expires=${String(nowSeconds - 300)}`,
    ...faithful.parameters.slice(1),
  ];
  const contrary = [
    `created=${String(nowSeconds)}`,
    `expires=${String(nowSeconds - 1)}`,
    ...faithful.parameters.slice(1),
  ];
  const ofNow = truth.bound.has('nonce');
  yield {
    group: 'signed anew',
    label: 'expired before it was made',
    raw: signAnew(key, request, content, { ...faithful, parameters: contrary }).raw,
    expected: null,
  };
  for (const [label, parameters, seconds] of [
    ['made an hour ago', old, nowSeconds - 3600],
    ['expired', expired, nowSeconds - 360],
  ] as const) {
    const { raw, truth: made } = signAnew(key, request, content, { ...faithful, parameters });
    yield {
      group: 'signed anew',
      label: `${label}${ofNow ? ', bound to a nonce' : ''}`,
      raw,
      expected: ofNow ? { ...made, createdAtSeconds: seconds } : null,
    };
  }
}

/**
 * Signed by the service and bound to less than the whole, for deployments that ask for no more: accepted, but as no
 * proof about this request.
 */
function* unbound({ request, content, genuine: { truth } }: Sample, key: ServiceKey): Generator<Mutant> {
  const faithful = faithfulWriting(key, request, content);
  const own = faithful.components.filter((identifier) => !identifier.endsWith(';req'));
  for (const binding of [
    [],
    ['@method'],
    ['@path'],
    ['@method', '@path'],
    ['@method', '@authority', '@path', '@query', 'content-digest'],
  ]) {
    const carried = binding.filter((name) => truth.bound.has(name));
    const writing = { ...faithful, components: [...own, ...carried.map((name) => `"${name}";req`)] };
    const { raw, truth: made } = signAnew(key, request, content, writing);
    yield {
      group: 'signed anew',
      label: 'bound to less, where the deployment asks for less',
      raw,
      profile: profileWith({ binding }),
      expected: made,
    };
    if (carried.length < truth.bound.size)
      yield { group: 'signed anew', label: 'bound to less, where the deployment asks for all', raw, expected: null };
  }
}
