import { describe, expect, it } from 'vitest';
import type { Terms } from '../../../../../src-main/orders/machine/circumstances.ts';
import type { Verdict } from '../../../../../src-main/orders/machine/events.ts';
import { nextCall, ownTerms } from '../../../../../src-main/orders/machine/next-step.ts';
import { completedVerdict, History, intendedAtMs, intent, soldCardId, wantedUntilMs } from '../order-samples.ts';

const now = intendedAtMs + 60_000;
const late = wantedUntilMs + 1;
const accepted: Verdict = { outcome: 'accepted', recoveryExhausted: false };
const notFound: Verdict = { outcome: 'notFound', createdAtSeconds: 0 };
const same: Terms = { pinned: intent.pinned, profileHash: 'profile-1', safeResendMs: null };

/** One that the service accepted, and that is to be read before it goes out again. */
const readDue = (): History =>
  new History().judged(accepted).judged({ outcome: 'nothing', code: 'invalid_credentials' }, { thenRead: true });

function unverifiedRead(history: History): History {
  history.started('getPartnerOrder');
  return history.add({
    kind: 'answer-unverified',
    body: { attempt: history.last, sealed: null, httpStatus: 200, reason: 'stale', retryAtMs: 0 },
  });
}

function callAt(history: History, nowMs: number, terms: Terms | null = same): string | null {
  return nextCall(history.facts, terms, nowMs)?.call ?? null;
}

describe('what comes next', () => {
  it.each<readonly [string, History, string | null, string | null]>([
    ['a new sale is sent while wanted', new History(), 'createPartnerOrder', null],
    ['a lost one is sent again, later read', new History().lost(), 'createPartnerOrder', 'getPartnerOrder'],
    [
      'a blocked one is sent again while wanted',
      new History().judged({ outcome: 'blocked', code: 'account_inactive' }),
      'createPartnerOrder',
      null,
    ],
    [
      'a waiting one is sent again while wanted',
      new History().judged({ outcome: 'waiting', code: 'rate_limited' }),
      'createPartnerOrder',
      null,
    ],
    [
      'an accepted one is sent again whatever its age',
      new History().judged(accepted),
      'createPartnerOrder',
      'createPartnerOrder',
    ],
    [
      'an accepted one is never polled',
      new History().judged(accepted).judged(accepted, { call: 'getPartnerOrder' }),
      'createPartnerOrder',
      'createPartnerOrder',
    ],
    [
      'a settling one is read and never sent',
      new History().lost().judged({ outcome: 'settling', code: 'price_changed' }),
      'getPartnerOrder',
      'getPartnerOrder',
    ],
    [
      'an accepted one is read once after a refusal',
      new History().judged(accepted).judged({ outcome: 'nothing', code: 'price_changed' }, { thenRead: true }),
      'getPartnerOrder',
      'getPartnerOrder',
    ],
    [
      'a read that got lost is still due',
      new History()
        .judged({ outcome: 'unknown', code: 'operation_processing' }, { thenRead: true })
        .lost('getPartnerOrder'),
      'getPartnerOrder',
      'getPartnerOrder',
    ],
    [
      'a read that cannot be verified, or gets no answer, is made three times, then',
      unverifiedRead(unverifiedRead(readDue()).lost('getPartnerOrder')),
      'createPartnerOrder',
      'createPartnerOrder',
    ],
    [
      'one that cannot be verified twice is made again',
      unverifiedRead(unverifiedRead(readDue())),
      'getPartnerOrder',
      'getPartnerOrder',
    ],
    [
      'one that cannot be verified twice beside a lost POST is made again',
      unverifiedRead(unverifiedRead(readDue().lost())),
      'getPartnerOrder',
      'getPartnerOrder',
    ],
    [
      'a read that was answered is over',
      new History()
        .judged({ outcome: 'unknown', code: 'operation_processing' }, { thenRead: true })
        .judged(notFound, { call: 'getPartnerOrder' }),
      'createPartnerOrder',
      'getPartnerOrder',
    ],
    [
      'an id that stands for something else is read once',
      new History().judged(
        { outcome: 'attention', reason: 'idempotency_conflict', code: 'idempotency_conflict' },
        { thenRead: true },
      ),
      'getPartnerOrder',
      'getPartnerOrder',
    ],
    [
      'what is for a person waits for one',
      new History().judged({ outcome: 'attention', reason: 'order_unreadable', code: null }),
      null,
      null,
    ],
    ['a refused one is over', new History().judged({ outcome: 'refused', code: 'price_changed' }), null, null],
    ['a failed one is over', new History().judged({ outcome: 'failed' }), null, null],
    ['a completed one is over', new History().judged(completedVerdict()), null, null],
    [
      'one completed otherwise than meant is for a person',
      new History().judged(completedVerdict({ differs: ['total'] })),
      null,
      null,
    ],
    ['a cancelled one is over', new History().add({ kind: 'order-cancelled', body: {} }), null, null],
  ])('%s', (_name, history, wanted, lapsed) => {
    expect([callAt(history, now), callAt(history, late)]).toEqual([wanted, lapsed]);
  });

  const readCompleted = (history: History, parts: Parameters<typeof completedVerdict>[0] = {}) =>
    history.judged(completedVerdict({ soldCardIds: [], ...parts }), { call: 'getPartnerOrder' });
  const nothing: Verdict = { outcome: 'nothing', code: 'account_inactive' };
  const times = (count: number, history: History): History =>
    Array.from({ length: count }).reduce<History>((before) => before.judged(nothing, { thenRead: true }), history);

  it.each<readonly [string, History, string | null]>([
    [
      'goes out for its first report where only a read said so',
      readCompleted(new History().judged(accepted)),
      'createPartnerOrder',
    ],
    [
      'goes out for it also where a read brought too few',
      readCompleted(new History().judged(accepted), { soldCardIds: [soldCardId(1)] }),
      'createPartnerOrder',
    ],
    [
      'goes out for it where the answer got lost, and where it is refused at first',
      times(11, readCompleted(new History().lost()).lost()),
      'createPartnerOrder',
    ],
    [
      'is left to a reveal where it is refused again and again',
      times(12, readCompleted(new History().lost()).lost()),
      null,
    ],
    [
      'goes out for it again once a read was asked for since',
      readCompleted(times(12, readCompleted(new History().lost()))),
      'createPartnerOrder',
    ],
    [
      'is over once a POST had the first report, whatever came with it',
      readCompleted(new History().judged(completedVerdict({ soldCardIds: [] }))),
      null,
    ],
    [
      'is read again where neither codes nor an invoice came',
      new History().judged(completedVerdict({ soldCardIds: [], invoiceId: null })),
      'getPartnerOrder',
    ],
    [
      'is over once a read named the invoice',
      readCompleted(new History().judged(completedVerdict({ soldCardIds: [], invoiceId: null }))),
      null,
    ],
    [
      'is read for its invoice twelve times at most',
      Array.from({ length: 12 }).reduce<History>(
        (before) => readCompleted(before, { invoiceId: null }),
        new History().judged(completedVerdict({ soldCardIds: [], invoiceId: null })),
      ),
      null,
    ],
    [
      'is over once a reveal brought the codes',
      readCompleted(new History().lost()).add({
        kind: 'codes-revealed',
        body: { sealed: { id: 's', sha256: '' }, requestId: null, soldCardIds: [soldCardId(1), soldCardId(2)] },
      }),
      null,
    ],
    [
      'is over once the customer has the codes',
      readCompleted(new History().lost()).add({ kind: 'codes-handed-over', body: {} }),
      null,
    ],
    [
      'is left to a reveal in records that were restored or copied',
      readCompleted(new History().judged(accepted).add({ kind: 'order-held-back', body: { boundarySeq: 3 } })),
      null,
    ],
    [
      'is read for its invoice where it is not what was meant, too',
      new History().judged(completedVerdict({ soldCardIds: [], invoiceId: null, differs: ['invoiceId'] })),
      'getPartnerOrder',
    ],
    [
      'is for a person where it is not what was meant',
      readCompleted(new History().lost(), { differs: ['total'] }),
      null,
    ],
  ])('for an order that is completed: it %s', (_name, history, call) => {
    expect([callAt(history, now), callAt(history, late)]).toEqual([call, call]);
  });

  it('is left to a person where the service speaks against their word', () => {
    const counted = new History()
      .lost()
      .add({ kind: 'attention-raised', body: { reason: 'no_word' } })
      .add({ kind: 'decision-made', body: { choice: 'accept-as-bought', reason: 'no_word', wantedUntilMs } });
    expect(callAt(counted.judged({ outcome: 'failed' }, { call: 'getPartnerOrder' }), now)).toBeNull();
  });

  it('keeps to the schedule that was written down', () => {
    const history = new History().judged(accepted, { retryAtMs: now + 5_000 });
    expect(nextCall(history.facts, same, now)).toEqual({ call: 'createPartnerOrder', atMs: now + 5_000 });
  });

  it('is nothing without a key', () => {
    expect(callAt(new History(), now, null)).toBeNull();
    expect(callAt(new History().lost(), now, null)).toBeNull();
  });

  it('on the terms of the order itself is what it was pinned to', () => {
    expect(callAt(new History().lost(), now, ownTerms(new History().facts))).toBe('createPartnerOrder');
  });
});

describe('an order that the service may have forgotten', () => {
  const terms: Terms = { ...same, safeResendMs: 30_000 };
  const forgotten = intendedAtMs + 1_000 + 30_001;

  it.each<readonly [string, History, string]>([
    ['is read', new History().lost(), 'getPartnerOrder'],
    ['is read also where only the last attempt is old enough', new History().lost().lost(), 'getPartnerOrder'],
    ['is sent where no attempt ever left', new History().notSent(), 'createPartnerOrder'],
    [
      'is sent where every answer decided against it',
      new History().judged({ outcome: 'blocked', code: 'account_inactive' }),
      'createPartnerOrder',
    ],
    ['is sent where the service acknowledged it', new History().lost().judged(accepted), 'createPartnerOrder'],
    [
      'is sent where a person decided so since',
      new History().lost().add({ kind: 'decision-made', body: { choice: 'resend', reason: 'no_word', wantedUntilMs } }),
      'createPartnerOrder',
    ],
  ])('%s', (_name, history, call) => {
    expect(callAt(history, forgotten, terms)).toBe(call);
    expect(callAt(history, forgotten - 1_001)).toBe('createPartnerOrder');
  });
});

describe('an order that was sent by a clock that was set back since', () => {
  it('may be forgotten for all that is known', () => {
    const history = new History()
      .lost()
      .add({ kind: 'wanted-extended', body: { wantedUntilMs: intendedAtMs - 1_000_000 } });
    const setBack = { ...history.facts, updatedAtMs: intendedAtMs - 1_200_000 };
    expect(nextCall(setBack, { ...same, safeResendMs: 3_600_000 }, intendedAtMs - 1_200_000)?.call).toBe(
      'getPartnerOrder',
    );
    expect(nextCall(setBack, same, intendedAtMs - 1_200_000)?.call).toBe('createPartnerOrder');
  });
});

describe('a resend to another address than reads go to', () => {
  const elsewhere: Terms = { ...same, pinned: { ...intent.pinned, url: 'https://partner.example/v2/orders' } };

  it('is made once for each read that showed the order', () => {
    const shown = new History().lost().judged(accepted, { call: 'getPartnerOrder' });
    expect(callAt(shown, now, elsewhere)).toBe('createPartnerOrder');
    expect(callAt(shown.notSent(), now, elsewhere)).toBe('getPartnerOrder');
    expect(callAt(shown.judged(accepted, { call: 'getPartnerOrder' }), now, elsewhere)).toBe('createPartnerOrder');
  });
});

describe('a resend that would differ', () => {
  const differences: Readonly<Record<string, Partial<Terms['pinned']>>> = {
    deployment: { deployment: 'https://elsewhere.example' },
    url: { url: 'https://partner.example/v2/orders' },
    'content type': { contentType: 'application/json; charset=utf-8' },
    'form of Idempotency-Key': { idempotencyKey: `"${intent.pinned.idempotencyKey}"` },
    key: { keyId: '0f000000-0000-4000-8000-000000000002' },
  };

  describe.each(Object.entries(differences))('in its %s', (_name, change) => {
    const other: Terms = { pinned: { ...intent.pinned, ...change }, profileHash: 'profile-2', safeResendMs: null };
    const on = { call: 'getPartnerOrder', keyId: other.pinned.keyId, profileHash: 'profile-2' } as const;

    it('reads first', () => {
      expect(callAt(new History().lost(), now, other)).toBe('getPartnerOrder');
      expect(callAt(new History().lost().judged({ outcome: 'blocked', code: 'invalid_credentials' }), now, other)).toBe(
        'getPartnerOrder',
      );
    });

    it('is sent once the service showed on these terms that it holds the order', () => {
      expect(callAt(new History().lost().judged(accepted, on), now, other)).toBe('createPartnerOrder');
      expect(callAt(new History().lost().judged(accepted, on), late, other)).toBe('createPartnerOrder');
    });

    it('is not sent for what the service showed on other terms', () => {
      expect(callAt(new History().judged(accepted), now, other)).toBe('getPartnerOrder');
      expect(callAt(new History().judged(accepted, { call: 'getPartnerOrder' }), now, other)).toBe('getPartnerOrder');
      expect(callAt(new History().judged(accepted, { ...on, call: 'createPartnerOrder' }), now, other)).toBe(
        'getPartnerOrder',
      );
      expect(callAt(new History().judged(accepted).judged(notFound, on), now, other)).toBe('getPartnerOrder');
    });

    it('of one that a read showed completed is sent for its first report, and left to a reveal where that read was on other terms', () => {
      const read = completedVerdict({ soldCardIds: [] });
      expect(callAt(new History().lost().judged(read, on), late, other)).toBe('createPartnerOrder');
      expect(callAt(new History().lost().judged(read, { call: 'getPartnerOrder' }), late, other)).toBeNull();
    });

    it('of an order that never left is left to a person', () => {
      expect(callAt(new History(), now, other)).toBeNull();
      expect(callAt(new History().notSent(), now, other)).toBeNull();
    });
  });
});
