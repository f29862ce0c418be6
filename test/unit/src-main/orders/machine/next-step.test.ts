import { describe, expect, it } from 'vitest';
import type { Circumstances } from '../../../../../src-main/orders/machine/circumstances.ts';
import type { OrderCall, Verdict } from '../../../../../src-main/orders/machine/events.ts';
import {
  askedLeftMs,
  dueInMs,
  isStaleRead,
  mayLeave,
  needsEvidence,
  nextStep,
  pauseByHandMs,
  purposeOf,
  stepByHand,
  type Hurry,
} from '../../../../../src-main/orders/machine/next-step.ts';
import type { AttentionReason } from '../../../../../src-shared/contract/codes.ts';
import { circumstances, completedVerdict, History, intendedAtMs, wantedUntilMs } from '../order-samples.ts';

const now = intendedAtMs + 60_000;
const accepted: Verdict = { outcome: 'accepted', recoveryExhausted: false };
const settling: Verdict = { outcome: 'settling', code: 'price_changed' };
const sealedAnswer = (history: History, call?: OrderCall): History =>
  history.started(call).add({
    kind: 'answer-sealed',
    body: { attempt: history.last, sealed: { id: 's', sha256: '' }, bytes: 1, httpStatus: 200 },
  });
const asking = (reason: AttentionReason, history = new History()): History =>
  history.add({ kind: 'attention-raised', body: { reason } });

/** An answer to the latest request that took the order and asked to be left alone until then. */
function askedFor(waitMs: number, retryAtMs = 0): History {
  const history = new History().started();
  return history.add({
    kind: 'answer-judged',
    body: {
      attempt: history.last,
      sealed: { id: 's', sha256: '' },
      httpStatus: 202,
      requestId: null,
      verdict: accepted,
      createdAtSeconds: 0,
      thenRead: false,
      retryAtMs,
      asked: { untilMs: heardAtMs + waitMs, waitMs },
    },
  });
}
/** When that was. */
const heardAtMs = intendedAtMs + 2_000;
const toNow = now - heardAtMs;

describe('what comes next by itself', () => {
  it.each<readonly [string, History, Partial<Circumstances>, ReturnType<typeof nextStep>]>([
    ['a new order goes out', new History(), {}, { call: 'createPartnerOrder', atMs: 0 }],
    [
      'an answer that lies kept is judged first',
      sealedAnswer(new History()),
      {},
      { call: 'createPartnerOrder', atMs: 0 },
    ],
    [
      'so is one to a read, whatever pause was asked for',
      sealedAnswer(askedFor(toNow + 90_000), 'getPartnerOrder'),
      {},
      { call: 'getPartnerOrder', atMs: 0 },
    ],
    [
      'it waits for a pause that was asked for',
      askedFor(toNow + 90_000),
      {},
      { call: 'createPartnerOrder', atMs: now + 90_000 },
    ],
    [
      'it waits for its own where that is longer',
      askedFor(toNow + 9_000, now + 10_000),
      {},
      { call: 'createPartnerOrder', atMs: now + 10_000 },
    ],
    [
      'it waits while the whole counter rests',
      new History(),
      { restingMs: 5_000 },
      { call: 'createPartnerOrder', atMs: now + 5_000 },
    ],
    [
      'nothing comes of a pause where nothing is to be done',
      new History().judged({ outcome: 'failed' }),
      { restingMs: 5_000 },
      null,
    ],
    ['nothing comes without a key', new History(), { terms: null }, null],
  ])('%s', (_name, history, at, step) => {
    expect(nextStep(history.facts, circumstances(at))).toEqual(step);
  });

  it('is another way sooner where fewer tries are asked for', () => {
    const history = new History().judged(completedVerdict({ soldCardIds: [], invoiceId: null }));
    const counts = { readsForInvoice: 0, reportRefusals: 0, readsInVain: 1, gates: 1, silentAnswers: 1 };
    expect(nextStep(history.facts, circumstances())).toMatchObject({ call: 'getPartnerOrder' });
    expect(nextStep(history.facts, circumstances({ counts }))).toBeNull();
  });
});

describe('what comes next where a person asks', () => {
  it.each<readonly [string, History, OrderCall | null]>([
    ['is what would come anyway', new History(), 'createPartnerOrder'],
    ['is a read where only they can go on', asking('order_unreadable'), 'getPartnerOrder'],
    ['is nothing of an order that is over', new History().judged({ outcome: 'failed' }), null],
    ['is nothing of one whose time is over', new History(), null],
    [
      'is nothing where it was bought otherwise than meant',
      new History().judged(completedVerdict({ differs: ['total'] })),
      null,
    ],
  ])('%s', (_name, history, call) => {
    const nowMs = call === null ? wantedUntilMs + 1 : now;
    const step = stepByHand(history.facts, circumstances({ nowMs }));
    expect(step?.call ?? null).toBe(call);
    if (call === 'getPartnerOrder') expect(step?.atMs).toBe(0);
  });
});

it('a call is due in what is left until then, and never in less than nothing', () => {
  expect([now - 1, now, now + 1].map((atMs) => dueInMs({ atMs }, { nowMs: now }))).toEqual([0, 0, 1]);
});

describe('how long a person waits for the step that they ask for', () => {
  const due = { call: 'createPartnerOrder', atMs: now + 5_000 } as const;
  const lost = new History().lost();
  const asked = () => askedFor(toNow + 30_000);

  it.each<readonly [string, History, Hurry, leftMs: number, number]>([
    ['not for a pause of our own', lost, 'asAsked', 60_000, 0],
    [
      'for one where the service has the order and it fits into their time',
      new History().judged(accepted),
      'asAsked',
      5_001,
      5_000,
    ],
    ['not for one that does not fit', new History().judged(accepted), 'asAsked', 5_000, 0],
    ['for what the service asked, where our own does not fit', asked(), 'asAsked', 5_000, 30_000],
    ['for our own where that fits, whatever was asked: the step itself waits', asked(), 'asAsked', 6_000, 5_000],
    ['not for what was asked, where they will not', asked(), 'now', 5_000, 0],
    ['not where an answer is to be judged first', sealedAnswer(asked()), 'asAsked', 0, 0],
  ])('%s', (_name, history, how, leftMs, waitMs) => {
    expect(pauseByHandMs(history.facts, due, { how, leftMs }, circumstances())).toBe(waitMs);
  });
});

describe('a call whose turn has come', () => {
  const resting = { restingMs: 1 };

  it.each<readonly [string, History, OrderCall, Hurry, Partial<Circumstances>, boolean]>([
    ['an order that still comes next leaves', new History(), 'createPartnerOrder', 'asAsked', {}, true],
    [
      'one that does not any more stays',
      new History().judged({ outcome: 'failed' }),
      'createPartnerOrder',
      'asAsked',
      {},
      false,
    ],
    [
      'one that is to be read instead stays',
      new History().lost().judged(settling),
      'createPartnerOrder',
      'asAsked',
      {},
      false,
    ],
    [
      'one with an answer to be judged first stays',
      sealedAnswer(new History()),
      'createPartnerOrder',
      'asAsked',
      {},
      false,
    ],
    ['one without a key stays', new History(), 'createPartnerOrder', 'asAsked', { terms: null }, false],
    [
      'a read leaves whatever comes next',
      new History().judged({ outcome: 'failed' }),
      'getPartnerOrder',
      'asAsked',
      {},
      true,
    ],
    [
      'neither leaves while the counter rests: an order',
      new History(),
      'createPartnerOrder',
      'asAsked',
      resting,
      false,
    ],
    ['neither leaves while the counter rests: a read', new History(), 'getPartnerOrder', 'asAsked', resting, false],
    [
      'an order leaves all the same where a person will not wait',
      new History(),
      'createPartnerOrder',
      'now',
      resting,
      true,
    ],
  ])('%s', (_name, history, call, how, at, leaves) => {
    expect(mayLeave(history.facts, call, how, circumstances(at))).toBe(leaves);
  });

  it('goes by how often is asked for', () => {
    const history = new History()
      .judged(accepted)
      .judged({ outcome: 'nothing', code: null }, { thenRead: true })
      .lost('getPartnerOrder');
    const counts = { readsForInvoice: 1, reportRefusals: 1, readsInVain: 1, gates: 1, silentAnswers: 1 };
    expect(mayLeave(history.facts, 'createPartnerOrder', 'asAsked', circumstances())).toBe(false);
    expect(mayLeave(history.facts, 'createPartnerOrder', 'asAsked', circumstances({ counts }))).toBe(true);
  });
});

it.each<readonly [string, History, OrderCall, ReturnType<typeof purposeOf>]>([
  ['the first request is the sale', new History(), 'createPartnerOrder', 'sale'],
  ['so is one after a request that never left', new History().notSent(), 'createPartnerOrder', 'sale'],
  ['so is one after a read', new History().lost('getPartnerOrder'), 'createPartnerOrder', 'sale'],
  ['each later one goes out again', new History().lost(), 'createPartnerOrder', 'resend'],
  ['a read settles', new History(), 'getPartnerOrder', 'settle'],
])('in the budget %s', (_name, { facts }, call, purpose) => {
  expect(purposeOf(facts, call)).toBe(purpose);
});

describe('an answer that came too late to count', () => {
  const stale: Verdict = { outcome: 'unverified', reason: 'stale' };
  const read = { call: 'getPartnerOrder' } as const;

  it.each<readonly [string, History, boolean]>([
    ['is the latest read, where it is stale', new History().judged(stale, read), true],
    ['is none to a POST', new History().judged(stale), false],
    [
      'is none that cannot be verified for another reason',
      new History().judged({ ...stale, reason: 'unknown_key' }, read),
      false,
    ],
    ['is none that was verified', new History().judged(accepted, read), false],
    ['is none before the latest', new History().judged(stale, read).lost('getPartnerOrder'), false],
    ['is none where nothing was asked', new History(), false],
  ])('%s', (_name, { facts }, expected) => {
    expect(isStaleRead(facts)).toBe(expected);
  });
});

describe('a pause that the service asked for', () => {
  /** Asked for at the time of both clocks: a minute, from then on. */
  const asked = { untilMs: now + 60_000, waitMs: 60_000, heardAtMs: now };
  const hour = 3_600_000;

  it.each<readonly [string, Parameters<typeof askedLeftMs>[1], number]>([
    ['lasts as long as it asked', { nowMs: now, serviceOffsetMs: 0, restingMs: 0 }, 60_000],
    ['gets shorter', { nowMs: now + 20_000, serviceOffsetMs: 0, restingMs: 0 }, 40_000],
    ['is over then', { nowMs: now + 60_000, serviceOffsetMs: 0, restingMs: 0 }, 0],
    ['stays over', { nowMs: now + hour, serviceOffsetMs: 0, restingMs: 0 }, 0],
    [
      'goes by this clock where no other is known',
      { nowMs: now + 20_000, serviceOffsetMs: null, restingMs: 0 },
      40_000,
    ],
    [
      'goes by the one that says longer: the other',
      { nowMs: now + 20_000, serviceOffsetMs: -10_000, restingMs: 0 },
      50_000,
    ],
    [
      'goes by the one that says longer: this one',
      { nowMs: now + 20_000, serviceOffsetMs: 10_000, restingMs: 0 },
      40_000,
    ],
    [
      'goes by the other where this one was set back',
      { nowMs: now - hour, serviceOffsetMs: hour + 20_000, restingMs: 0 },
      40_000,
    ],
    [
      'goes by this one where the other was set back',
      { nowMs: now + 20_000, serviceOffsetMs: -hour, restingMs: 0 },
      40_000,
    ],
    ['is over where both were set back', { nowMs: now - hour, serviceOffsetMs: 0, restingMs: 0 }, 0],
    ['lasts while the whole counter rests', { nowMs: now + 20_000, serviceOffsetMs: 0, restingMs: 90_000 }, 90_000],
    ['lasts longer than that, too', { nowMs: now + 20_000, serviceOffsetMs: 0, restingMs: 10_000 }, 40_000],
  ])('%s', (_name, at, leftMs) => {
    expect(askedLeftMs({ asked }, at)).toBe(leftMs);
  });

  it('is that of the whole counter where the order was asked for none', () => {
    expect(askedLeftMs({ asked: null }, { nowMs: now, serviceOffsetMs: 0, restingMs: 7 })).toBe(7);
  });

  it('counts from when it was signed, not from now', () => {
    const earlier = { ...asked, untilMs: now - 10_000 + 60_000 };
    expect(askedLeftMs({ asked: earlier }, { nowMs: now, serviceOffsetMs: 0, restingMs: 0 })).toBe(60_000);
    expect(
      askedLeftMs({ asked: { ...earlier, heardAtMs: now - 20_000 } }, { nowMs: now, serviceOffsetMs: 0, restingMs: 0 }),
    ).toBe(50_000);
  });
});

describe('what is known beside the order counts', () => {
  it.each<readonly [string, History, OrderCall, boolean]>([
    ['after a read of one that is settled', new History().lost().judged(settling), 'getPartnerOrder', true],
    ['not after a POST', new History().lost().judged(settling), 'createPartnerOrder', false],
    ['where a person is asked what may still be proved', asking('no_word'), 'getPartnerOrder', true],
    ['not where they are asked something else', asking('pinned_differs'), 'getPartnerOrder', false],
    ['not of a new order', new History(), 'getPartnerOrder', false],
    [
      'not of one that the service was seen to hold',
      asking('no_word', new History().judged(accepted)),
      'getPartnerOrder',
      false,
    ],
  ])('%s', (_name, { facts }, call, counts) => {
    expect(needsEvidence(facts, call, now)).toBe(counts);
  });

  it.each<readonly [AttentionReason, boolean]>([
    ['refusal_not_bound', true],
    ['unexpected_refusal', true],
    ['fence_not_declared', true],
    ['fence_other_terms', true],
    ['fence_no_known_order', true],
    ['fence_known_order_missing', true],
    ['fence_dated_ahead', true],
    ['records_restored', true],
    ['not_found_not_bound', true],
    ['no_word', true],
    ['another_order', false],
    ['order_unreadable', false],
    ['idempotency_conflict', false],
  ])('where a person is asked for %s: %s', (reason, counts) => {
    expect(needsEvidence(asking(reason).facts, 'getPartnerOrder', now)).toBe(counts);
  });
});
