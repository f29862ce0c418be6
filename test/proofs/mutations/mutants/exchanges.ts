import type { HeaderLine, RequestMessage } from '../../../../src-main/signatures/message.ts';
import { otherOperationId } from '../../../unit/src-main/orders/order-samples.ts';
import { signAnew, faithfulWriting } from '../anew.ts';
import { orders } from '../bodies.ts';
import type { Mutant } from '../mutant.ts';
import type { Random } from '../random.ts';
import type { Sample } from '../samples.ts';
import { nowSeconds, profileWith, type ServiceKey } from '../service.ts';
import { flips, type Effort } from './bytes.ts';

/** The genuine answer, judged for a request that differs from the one it answers. */
export function* otherRequests(
  { request, genuine: { truth } }: Sample,
  effort: Effort,
  random: Random,
): Generator<Mutant> {
  const put = (label: string, changes: Partial<RequestMessage>): Mutant => ({
    group: 'request',
    label,
    request: { ...request, ...changes },
  });
  for (const method of flips(request.method, effort, random)) yield put('request: other method', { method });
  for (const authority of flips(request.authority, effort, random))
    yield put('request: other authority', { authority });
  for (const path of flips(request.path, effort, random)) yield put('request: other path', { path });
  for (const path of [
    `${request.path}/`,
    request.path.slice(0, -1),
    `/${request.path}`,
    '/',
    request.path.toUpperCase(),
  ])
    yield put('request: other path', { path });
  yield put('request: other query', { query: `${request.query ?? ''}a` });
  if (request.query !== null) yield put('request: other query', { query: null });
  yield put('request: other scheme', { scheme: 'http' });
  for (const [index, line] of request.headers.entries()) {
    const [name, value] = line;
    const bound = truth.bound.has(name.toLowerCase());
    const label = bound ? 'request: bound header changed' : 'request: uncovered header changed';
    for (const changed of flips(value, effort, random))
      yield put(label, { headers: request.headers.with(index, [name, changed]) });
    yield put(label, { headers: request.headers.toSpliced(index, 1) });
    yield put(label, { headers: [...request.headers, line] });
    yield put('request: header name in other letter case', {
      headers: request.headers.with(index, [name.toLowerCase(), value]),
    });
  }
  for (const name of ['Nonce', 'Content-Digest', 'Idempotency-Key']) {
    if (!truth.bound.has(name.toLowerCase()))
      yield put('request: header that must be bound where carried: added', {
        headers: [...request.headers, [name, 'a'] satisfies HeaderLine],
      });
  }
}

/** Genuine answers to other requests: another kind, another order, one that already decided about another operation. */
export function* otherAnswers(sample: Sample, all: readonly Sample[], key: ServiceKey): Generator<Mutant> {
  for (const other of all) {
    if (other !== sample && !sameQuestion(other, sample))
      yield { group: 'other answers', label: 'answer to another request', raw: other.genuine.raw };
  }
  if (sample.family.startsWith('order'))
    yield { group: 'other answers', label: 'answer already used for another operation', usedBy: otherOperationId };
  const content = { ...sample.content, body: new TextEncoder().encode(JSON.stringify(orders.another)) };
  const { raw, truth } = signAnew(key, sample.request, content, faithfulWriting(key, sample.request, content));
  for (const status of [200, 202])
    yield {
      group: 'other answers',
      label: 'order of another operation, signed by the service',
      ...atStatus(sample, key, status),
    };
  yield { group: 'other answers', label: 'order of another operation, signed by the service', raw, expected: truth };
}

function atStatus(sample: Sample, key: ServiceKey, status: number): Pick<Mutant, 'raw' | 'expected' | 'profile'> {
  const content = { ...sample.content, status, body: new TextEncoder().encode(JSON.stringify(orders.another)) };
  const faithful = faithfulWriting(key, sample.request, content);
  const { raw, truth } = signAnew(key, sample.request, content, {
    ...faithful,
    components: faithful.components.filter((identifier) => !identifier.endsWith(';req')),
  });
  return { raw, expected: truth, profile: profileWith({ binding: [] }) };
}

/**
 * A read without a nonce cannot tell two of its genuine answers apart within the skew: both are the service's word on
 * the same question.
 */
function sameQuestion(one: Sample, other: Sample): boolean {
  return one.operation === other.operation && !one.genuine.truth.bound.has('nonce');
}

/** The genuine answer, judged earlier and later. */
export function* otherTimes({ genuine: { truth } }: Sample): Generator<Mutant> {
  const bound = truth.bound.has('nonce');
  for (const shift of [-86_400, -600, -90, -62, -60, -1, 1, 60, 62, 90, 600, 86_400, 10 * 365 * 86_400]) {
    const within = Math.abs(shift) <= 60;
    const label = within
      ? 'judged within the tolerated skew'
      : bound
        ? 'bound answer judged at another time'
        : 'unbound answer judged at another time';
    yield { group: 'time', label, atSeconds: nowSeconds + shift };
  }
}
