import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../../../src-main/orders/machine/events.ts';
import {
  nextUsefulRead,
  proveNotBought,
  settledBySeconds,
  type KnownRead,
  type NotBoughtInput,
} from '../../../../../src-main/orders/machine/not-bought.ts';
import { notBoughtTermsOf } from '../../../../../src-main/orders/records/dispatch.ts';
import { profileOf } from '../../partner-api/partner.ts';
import { History, intent, otherOperationId } from '../order-samples.ts';

const terms = {
  declared: { maxRequestAgeSeconds: 60, visibleWithinSeconds: 300 },
  answerSkewSeconds: 60,
  requestSkewSeconds: 60,
};
const now = { deployment: intent.pinned.deployment, keyId: intent.pinned.keyId, profileHash: 'profile-1' };
/** Sent at 1000: taken until 1060 at the latest, by a clock 60 seconds apart, and readable 300 seconds after that. */
const readable = 1_420;
const known: KnownRead = { operationId: otherOperationId, found: true, keyId: now.keyId, atSeconds: readable + 301 };
const readUrl = `${now.deployment}/v1/orders/${intent.pinned.idempotencyKey}`;

function lostAt(sentAtSeconds: number, on: { readonly keyId?: string } = {}): History {
  return new History().lost('createPartnerOrder', { sentAtSeconds, ...on });
}

function notFound(
  history: History,
  signedAtSeconds: number,
  on: { readonly keyId?: string; readonly url?: string } = {},
): History {
  return history.judged(
    { outcome: 'notFound', createdAtSeconds: signedAtSeconds },
    { call: 'getPartnerOrder', signedAtSeconds, url: readUrl, ...on },
  );
}

/** One lost attempt, and two reads that prove as much as two reads can. */
const proved = (on: { readonly keyId?: string; readonly url?: string } = {}): History =>
  notFound(notFound(lostAt(1_000, on), readable + 1, on), readable + 301, on);

function findingOf(history: History, changes: Partial<NotBoughtInput> = {}) {
  return proveNotBought({ order: history.facts, terms, now, restored: false, known, ...changes });
}

describe('"not found" proves that nothing was bought', () => {
  it('where every condition holds, and the proof says by what', () => {
    expect(findingOf(proved())).toEqual({
      kind: 'holds',
      proof: {
        latestDeadlineSeconds: 1_060,
        notFoundAtSeconds: [readable + 1, readable + 301],
        knownOperationId: otherOperationId,
        knownReadAtSeconds: readable + 301,
      },
    });
  });

  it('also where reads between the two said nothing, or came too early to count', () => {
    const history = notFound(lostAt(1_000), readable).lost('getPartnerOrder');
    notFound(history, readable + 1).judged(
      { outcome: 'nothing', code: 'rate_limited' },
      { call: 'getPartnerOrder', signedAtSeconds: readable + 100, url: readUrl },
    );
    expect(findingOf(notFound(history, readable + 301)).kind).toBe('holds');
  });

  it('also after a refusal that was no proof by itself', () => {
    const history = lostAt(1_000).judged({ outcome: 'settling', code: 'price_changed' }, { sentAtSeconds: 1_000 });
    expect(findingOf(notFound(notFound(history, readable + 1), readable + 301)).kind).toBe('holds');
  });
});

describe('"not found" proves nothing yet', () => {
  const other: Verdict = { outcome: 'nothing', code: 'insufficient_scope' };

  it.each<readonly [string, History, untilSeconds: number]>([
    ['before anything was read', lostAt(1_000), readable + 1],
    [
      'while a request could still be taken or an order not be visible',
      notFound(notFound(lostAt(1_000), readable - 300), readable),
      readable + 1,
    ],
    ['with one read', notFound(lostAt(1_000), readable + 1), readable + 301],
    ['with two reads too close', notFound(notFound(lostAt(1_000), readable + 1), readable + 300), readable + 301],
    [
      'after any other refusal',
      lostAt(1_000)
        .judged(other, { call: 'getPartnerOrder', signedAtSeconds: readable + 1 })
        .judged(other, { call: 'getPartnerOrder', signedAtSeconds: readable + 301 }),
      readable + 1,
    ],
    [
      'for the latest of several attempts',
      notFound(
        notFound(lostAt(1_000).lost('createPartnerOrder', { sentAtSeconds: 2_000 }), readable + 1),
        readable + 301,
      ),
      readable + 1_001,
    ],
    // A clock that was set back between two attempts: the earlier one can be taken for longer.
    [
      'for an earlier attempt that was dated later',
      notFound(
        notFound(lostAt(2_000).lost('createPartnerOrder', { sentAtSeconds: 1_000 }), readable + 1),
        readable + 301,
      ),
      readable + 1_001,
    ],
    [
      'where something was sent between the reads',
      notFound(
        notFound(lostAt(1_000), readable + 1).lost('createPartnerOrder', { sentAtSeconds: 1_000 }),
        readable + 301,
      ),
      readable + 601,
    ],
    [
      'where something was sent after the reads',
      proved().lost('createPartnerOrder', { sentAtSeconds: 1_000 }),
      readable + 1,
    ],
  ])('%s', (_name, history, untilSeconds) => {
    expect(findingOf(history)).toEqual({ kind: 'early', untilSeconds });
    expect(nextUsefulRead(history.facts, terms)).toBe(untilSeconds);
  });

  it.each([
    ['a date with milliseconds, rounded up', '1970-01-01T00:16:50.001Z', 1_011],
    ['a date', '1970-01-01T00:17:20Z', 1_040],
    ['an HTTP date', 'Thu, 01 Jan 1970 00:17:20 GMT', 1_040],
    ['an earlier one', '1970-01-01T00:10:00.000Z', 1_000],
    ['no date', 'soon', 1_000],
  ])('where the service may go by its X-Service-Date as well as by created: %s', (_name, serviceDate, datedSeconds) => {
    const history = new History().lost('createPartnerOrder', { sentAtSeconds: 1_000, serviceDate });
    expect(nextUsefulRead(history.facts, terms)).toBe(datedSeconds + 60 + 60 + 300 + 1);
  });

  it.each([
    [10, null, 10],
    [10, 90, 90],
    [90, 10, 90],
  ])('with %i s for answers and %s for requests the larger of the two delays it', (answers, requests, slowest) => {
    const profile = profileOf({
      baseUrl: 'https://partner.example',
      fence: { maxRequestAgeSeconds: 60, visibleWithinSeconds: 300 },
      answer: { maxSkewSeconds: answers },
      request: { maxSkewSeconds: requests },
    });
    const sent = new History().lost('createPartnerOrder', { sentAtSeconds: 1_000 });
    expect(nextUsefulRead(sent.facts, notBoughtTermsOf(profile))).toBe(1_000 + 60 + slowest + 300 + 1);
  });

  it('and the word of the deployment sets the times', () => {
    const slow = {
      declared: { maxRequestAgeSeconds: 600, visibleWithinSeconds: 3_600 },
      answerSkewSeconds: 5,
      requestSkewSeconds: 5,
    };
    expect(findingOf(proved(), { terms: slow })).toEqual({ kind: 'early', untilSeconds: 1_000 + 600 + 5 + 3_600 + 1 });
  });

  it('by one answer that came twice, also where an order can be seen at once', () => {
    const atOnce = { ...terms, declared: { maxRequestAgeSeconds: 60, visibleWithinSeconds: 0 } };
    const once = notFound(notFound(lostAt(1_000), 1_121), 1_121);
    expect(findingOf(once, { terms: atOnce })).toEqual({ kind: 'early', untilSeconds: 1_122 });
    expect(findingOf(notFound(once, 1_122), { terms: atOnce }).kind).toBe('holds');
  });

  it('until another order was read beside the second one', () => {
    expect(findingOf(proved(), { known: null })).toEqual({ kind: 'readKnown' });
    expect(findingOf(proved(), { known: { ...known, atSeconds: readable + 300 } })).toEqual({ kind: 'readKnown' });
    expect(findingOf(proved(), { known: { ...known, keyId: 'another' } })).toEqual({ kind: 'readKnown' });
  });
});

describe('"not found" never proves it, and a person is asked', () => {
  const keyId = '0f000000-0000-4000-8000-000000000002';

  it.each<readonly [string, History, Partial<NotBoughtInput>, string]>([
    ['where the deployment gives no word', proved(), { terms: { ...terms, declared: null } }, 'fence_not_declared'],
    ['where the records were restored or copied', proved(), { restored: true }, 'records_restored'],
    ['where an attempt went out with another key', proved({ keyId }), {}, 'fence_other_terms'],
    [
      'where an attempt went out under another profile, whose word may have been stricter',
      proved(),
      { now: { ...now, profileHash: 'profile-2' } },
      'fence_other_terms',
    ],
    ['where the key in use is another now', proved(), { now: { ...now, keyId } }, 'fence_other_terms'],
    [
      'where the reads went out with another key',
      notFound(notFound(lostAt(1_000), readable + 1, { keyId }), readable + 301, { keyId }),
      {},
      'fence_other_terms',
    ],
    [
      'where the deployment in use is another now',
      proved(),
      { now: { ...now, deployment: 'https://other.example' } },
      'fence_other_terms',
    ],
    [
      'where the reads went elsewhere',
      notFound(
        notFound(lostAt(1_000), readable + 1, { url: 'https://partner.example.net/v1/orders/x' }),
        readable + 301,
      ),
      {},
      'fence_other_terms',
    ],
    ['where there is no other order to read', proved(), { known: 'none' }, 'fence_no_known_order'],
    [
      'where the service does not find an order that it holds either',
      proved(),
      { known: { ...known, found: false } },
      'fence_known_order_missing',
    ],
  ])('%s', (_name, history, changes, reason) => {
    expect(findingOf(history, changes)).toEqual({ kind: 'broken', reason });
  });

  it('but not before reads would have proved it otherwise', () => {
    expect(findingOf(lostAt(1_000), { restored: true, terms: { ...terms, declared: null } }).kind).toBe('early');
  });
});

describe('the time by which settling ends', () => {
  it.each<readonly [string, History, number | null]>([
    ['is that of two reads where none counts yet', lostAt(1_000), readable + 1 + 300],
    ['is that of the second where one does', notFound(lostAt(1_000), readable + 50), readable + 50 + 300],
    ['is over once both do', proved(), null],
  ])('%s', (_name, history, seconds) => {
    expect(settledBySeconds(history.facts, terms)).toBe(seconds);
  });

  it('is a second later where an order can be seen at once', () => {
    const atOnce = { ...terms, declared: { maxRequestAgeSeconds: 60, visibleWithinSeconds: 0 } };
    expect(settledBySeconds(lostAt(1_000).facts, atOnce)).toBe(1_122);
  });

  it('is known also where the deployment gives no word', () => {
    expect(settledBySeconds(lostAt(1_000).facts, { ...terms, declared: null })).toBe(readable + 301);
  });
});

describe('a request that never left', () => {
  it('sets no time', () => {
    const history = lostAt(1_000).started('createPartnerOrder', { sentAtSeconds: 9_000 });
    history.add({ kind: 'attempt-not-sent', body: { attempt: history.last, retryAtMs: 0 } });
    expect(nextUsefulRead(history.facts, terms)).toBe(readable + 1);
  });
});
