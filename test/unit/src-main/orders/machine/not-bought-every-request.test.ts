import { describe, expect, it } from 'vitest';
import {
  isDatedAhead,
  nextUsefulRead,
  proveNotBought,
  readsSinceLastPost,
  type KnownRead,
} from '../../../../../src-main/orders/machine/not-bought.ts';
import { circumstances, History, intent, otherOperationId, type StartedOn } from '../order-samples.ts';

const { notBoughtTerms } = circumstances();
const { deployment, keyId } = intent.pinned;
const another = 'another';
const now = { deployment, keyId, profileHash: 'profile-1' };
/** Sent at 1000, a read counts from 1421 on and a second one 300 seconds later. */
const [first, second] = [1_421, 1_721];
const known: KnownRead = { operationId: otherOperationId, found: true, keyId, atSeconds: 9_999 };

function notFound(history: History, signedAtSeconds: number, on: StartedOn = {}): History {
  return history.judged(
    { outcome: 'notFound', createdAtSeconds: signedAtSeconds },
    { call: 'getPartnerOrder', signedAtSeconds, url: `${deployment}/v1/orders/x`, ...on },
  );
}

function sent(...each: readonly StartedOn[]): History {
  return each.reduce<History>(
    (history, on) => history.lost('createPartnerOrder', { sentAtSeconds: 1_000, ...on }),
    new History(),
  );
}

function findingOf(history: History, terms = now) {
  return proveNotBought({ order: history.facts, terms: notBoughtTerms, now: terms, restored: false, known });
}

describe('a proof that nothing was bought', () => {
  const twice = (history: History): History => notFound(notFound(history, first), second);

  it.each<readonly [string, History]>([
    ['the first of two attempts went out with another key', twice(sent({ keyId: another }, {}))],
    ['the second did', twice(sent({}, { keyId: another }))],
    ['the first went out under another profile', twice(sent({ profileHash: another }, {}))],
    ['the first read went out with another key', notFound(notFound(sent({}), first, { keyId: another }), second)],
    ['the second did', notFound(notFound(sent({}), first), second, { keyId: another })],
  ])('holds on the terms of every request alone: not where %s', (_name, history) => {
    expect(findingOf(history)).toEqual({ kind: 'broken', reason: 'fence_other_terms' });
  });

  it('holds on the deployment that the order is pinned to alone, wherever reads went', () => {
    const elsewhere = 'https://elsewhere.example';
    const on = { url: `${elsewhere}/v1/orders/x` };
    const history = notFound(notFound(sent({}), first, on), second, on);
    expect(findingOf(history, { ...now, deployment: elsewhere })).toEqual({
      kind: 'broken',
      reason: 'fence_other_terms',
    });
  });

  it('takes the earliest of the reads for the first, in whatever order they were answered', () => {
    const history = notFound(notFound(notFound(sent({}), second + 50), second), first);
    expect(findingOf(history)).toMatchObject({ kind: 'holds', proof: { notFoundAtSeconds: [first, second] } });
  });

  it('waits for no read to be taken, only for requests that may buy', () => {
    const history = sent({}).lost('getPartnerOrder', { sentAtSeconds: 9_000 });
    expect(nextUsefulRead(history.facts, notBoughtTerms)).toBe(first);
  });
});

it('a date lies too far ahead where that of any request does', () => {
  expect(isDatedAhead(sent({}, { sentAtSeconds: 9_000 }).facts, 2_000)).toBe(true);
  expect(isDatedAhead(sent({}, { sentAtSeconds: 2_600 }).facts, 2_000)).toBe(false);
});

it('reads count from the last POST on that left, whatever was begun since', () => {
  const history = notFound(sent({}), first).notSent();
  const reads = readsSinceLastPost(notFound(history, second).facts);
  expect(reads.map(({ attempt }) => attempt)).toEqual(['attempt-2', 'attempt-4']);
});
