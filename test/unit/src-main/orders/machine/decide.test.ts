import { describe, expect, it } from 'vitest';
import type { Circumstances } from '../../../../../src-main/orders/machine/circumstances.ts';
import {
  decide,
  evidenceOfCopy,
  readOnlySince,
  type Decision,
  type JudgedInput,
  type OrderInput,
} from '../../../../../src-main/orders/machine/decide.ts';
import type { NewOrderEvent, Verdict } from '../../../../../src-main/orders/machine/events.ts';
import type { OrderAnswer } from '../../../../../src-main/orders/machine/interpret.ts';
import { wantedForMs } from '../../../../../src-main/orders/machine/order.ts';
import type { AttentionReason, Failure } from '../../../../../src-shared/contract/codes.ts';
import {
  acceptedAnswer,
  circumstances,
  completedVerdict,
  History,
  intendedAtMs,
  intent,
  operationId,
  otherOperationId,
  wantedUntilMs,
} from '../order-samples.ts';

const now = intendedAtMs + 60_000;
const nowSeconds = now / 1000;
const accepted: Verdict = { outcome: 'accepted', recoveryExhausted: false };
const notFound: Verdict = { outcome: 'notFound', createdAtSeconds: 0 };
const settling: Verdict = { outcome: 'settling', code: 'price_changed' };

function outcomeOf(history: History, input: OrderInput, at: Partial<Circumstances> = {}): Decision | Failure {
  const decided = decide(operationId, history.facts, input, circumstances(at));
  return decided.ok ? decided.value : decided.error;
}

function eventsOf(history: History, input: OrderInput, at: Partial<Circumstances> = {}): readonly NewOrderEvent[] {
  const decided = decide(operationId, history.facts, input, circumstances(at));
  if (!decided.ok) throw new Error(decided.error.code);
  return decided.value.events;
}

const asking = (reason: AttentionReason, history = new History()): History =>
  history.add({ kind: 'attention-raised', body: { reason } });

describe('a request that no answer came to', () => {
  it('counts as not sent where no byte of it left, and is due again after the pause of a second attempt', () => {
    expect(
      outcomeOf(new History().lost().started(), { kind: 'unanswered', attempt: 'attempt-2', reason: 'not_sent' }),
    ).toEqual({
      events: [
        {
          subject: operationId,
          kind: 'attempt-not-sent',
          body: { attempt: 'attempt-2', retryAtMs: now + 2_000 },
        },
      ],
    });
  });

  it('counts as lost otherwise, with why', () => {
    expect(
      eventsOf(new History().started(), { kind: 'unanswered', attempt: 'attempt-1', reason: 'answer_timeout' }),
    ).toEqual([
      {
        subject: operationId,
        kind: 'attempt-lost',
        body: { attempt: 'attempt-1', reason: 'answer_timeout', retryAtMs: now + 1_000 },
      },
    ]);
  });
});

describe('an answer that is no help', () => {
  it('is noted without its bytes where they were not kept', () => {
    expect(
      eventsOf(new History().started(), {
        kind: 'notKept',
        attempt: 'attempt-1',
        httpStatus: 502,
        reason: 'signature_missing',
      }),
    ).toEqual([
      {
        subject: operationId,
        kind: 'answer-unverified',
        body: {
          attempt: 'attempt-1',
          httpStatus: 502,
          reason: 'signature_missing',
          sealed: null,
          retryAtMs: now + 1_000,
        },
      },
    ]);
  });

  it('leaves the outcome open where its seal is broken, and the order goes on at once', () => {
    const sealed = { id: 'answer:attempt-1', sha256: 'x' };
    expect(
      eventsOf(new History().started(), { kind: 'sealBroken', attempt: 'attempt-1', sealed, httpStatus: 201 }),
    ).toEqual([
      {
        subject: operationId,
        kind: 'answer-unverified',
        body: { attempt: 'attempt-1', httpStatus: 201, reason: 'seal_failed', sealed, retryAtMs: now },
      },
    ]);
  });
});

describe('a judged answer', () => {
  const sealed = { id: 'answer:attempt-1', sha256: 'x' };

  function judgedInput(answer: OrderAnswer, changes: Partial<JudgedInput> = {}): JudgedInput {
    return {
      kind: 'judged',
      attempt: 'attempt-1',
      call: 'createPartnerOrder',
      sealed,
      httpStatus: 202,
      answer,
      otherIntent: null,
      isAgain: false,
      ...changes,
    };
  }
  const bodyOf = (history: History, input: JudgedInput, at: Partial<Circumstances> = {}) =>
    eventsOf(history, input, at).at(-1)?.body;

  it('is recorded with its meaning, what it was signed with and when to go on', () => {
    expect(outcomeOf(new History().started(), judgedInput(acceptedAnswer()))).toEqual({
      events: [
        {
          subject: operationId,
          kind: 'answer-judged',
          body: {
            attempt: 'attempt-1',
            sealed,
            httpStatus: 202,
            requestId: 'request-1',
            verdict: accepted,
            createdAtSeconds: nowSeconds,
            thenRead: false,
            retryAtMs: now + 1_000,
          },
        },
      ],
      isVerified: true,
    });
  });

  it('without a date is recorded as of none', () => {
    const answer = acceptedAnswer({ createdAtSeconds: null, requestId: null });
    expect(bodyOf(new History().started(), judgedInput(answer))).toMatchObject({
      createdAtSeconds: 0,
      requestId: null,
    });
  });

  it('is judged by where the order stood without its own attempt', () => {
    const refusal = acceptedAnswer({ status: 409, problemCode: 'price_changed', named: null, order: null });
    expect(bodyOf(new History().started(), judgedInput(refusal))).toMatchObject({ verdict: { outcome: 'refused' } });
    expect(bodyOf(new History().lost().started(), judgedInput(refusal, { attempt: 'attempt-2' }))).toMatchObject({
      verdict: { outcome: 'settling' },
    });
  });

  it('that cannot be verified says nothing but that', () => {
    expect(outcomeOf(new History().started(), judgedInput({ kind: 'unverified', reason: 'unknown_key' }))).toEqual({
      events: [
        {
          subject: operationId,
          kind: 'answer-unverified',
          body: { attempt: 'attempt-1', sealed, httpStatus: 202, reason: 'unknown_key', retryAtMs: now + 1_000 },
        },
      ],
    });
  });

  it('whose signature spoke of another order is not verified, and no pause that it asks for counts', () => {
    const reused = acceptedAnswer({ usedBy: otherOperationId, retryAfterMs: 7_000 });
    expect(outcomeOf(new History().started(), judgedInput(reused))).toEqual({
      events: [
        {
          subject: operationId,
          kind: 'answer-unverified',
          body: {
            attempt: 'attempt-1',
            sealed,
            httpStatus: 202,
            reason: 'another_answer_reused',
            retryAtMs: now + 1_000,
          },
        },
      ],
    });
  });

  it('that names another order of ours is filed there too, first and as no attempt of that one', () => {
    const named = acceptedAnswer({
      named: otherOperationId,
      order: { operationId: otherOperationId, status: 'processing', soldCardIds: [], oddFields: [] },
    });
    const events = eventsOf(new History().started(), judgedInput(named, { otherIntent: intent }));
    expect(events).toMatchObject([
      {
        subject: otherOperationId,
        kind: 'answer-judged',
        body: { attempt: null, verdict: accepted, thenRead: false, sealed, requestId: 'request-1' },
      },
      {
        subject: operationId,
        kind: 'answer-judged',
        body: { attempt: 'attempt-1', verdict: { outcome: 'unknown' }, thenRead: true, sealed },
      },
    ]);
  });

  describe('that asks for a pause', () => {
    const asks = (parts: { readonly signedAgoSeconds: number | null; readonly retryAfterMs: number }) =>
      acceptedAnswer({
        retryAfterMs: parts.retryAfterMs,
        createdAtSeconds: parts.signedAgoSeconds === null ? null : nowSeconds - parts.signedAgoSeconds,
      });

    it.each<readonly [string, number | null, boolean, number | null]>([
      ['gets all of it the first time, whenever it was signed', 11, false, 30_000],
      ['gets what is left since it was signed, where it is judged again', 11, true, 20_000],
      ['gets no more than it asked for, where it seems signed in the future', -60, true, 30_000],
      ['gets all of it again, where nobody knows when it was signed', null, true, 30_000],
      ['gets nothing when that is over', 31, true, null],
      ['gets its last second', 30, true, 1_000],
    ])('%s', (_name, signedAgoSeconds, isAgain, waitMs) => {
      const history = new History().started();
      const body = bodyOf(history, judgedInput(asks({ signedAgoSeconds, retryAfterMs: 30_000 }), { isAgain }));
      if (waitMs === null) expect(body).not.toHaveProperty('asked');
      else expect(body).toMatchObject({ asked: { untilMs: now + waitMs, waitMs } });
    });

    it('of nothing records none', () => {
      const body = bodyOf(new History().started(), judgedInput(asks({ signedAgoSeconds: 0, retryAfterMs: 0 })));
      expect(body).not.toHaveProperty('asked');
    });

    it('is left alone until then by this clock, and as long by the clock of the service', () => {
      const body = bodyOf(new History().started(), judgedInput(asks({ signedAgoSeconds: 0, retryAfterMs: 7_000 })), {
        serviceNowMs: now + 500_000,
      });
      expect(body).toMatchObject({ retryAtMs: now + 7_000, asked: { untilMs: now + 507_000, waitMs: 7_000 } });
    });
  });

  describe('that is judged again', () => {
    const dueLater = (thenRead: boolean): History =>
      new History().judged({ outcome: 'unknown', code: null }, { thenRead, retryAtMs: now + 77_000 });

    it('moves no schedule, whether it can be verified now or not', () => {
      for (const answer of [acceptedAnswer(), { kind: 'unverified', reason: 'unknown_key' } as const])
        expect(bodyOf(dueLater(false), judgedInput(answer, { isAgain: true }))).toMatchObject({
          retryAtMs: now + 77_000,
        });
    });

    it.each([
      [true, true, true],
      [true, false, false],
      [false, true, false],
    ])('with a read due (%s), judged again (%s): a read stays due (%s)', (wasDue, isAgain, isDue) => {
      expect(bodyOf(dueLater(wasDue), judgedInput(acceptedAnswer(), { isAgain }))).toMatchObject({ thenRead: isDue });
    });
  });

  describe('that only another copy of these records explains', () => {
    const completed = acceptedAnswer({
      status: 200,
      isReplay: true,
      order: { operationId, status: 'completed', soldCardIds: [], oddFields: [] },
    });
    const read = { call: 'getPartnerOrder' } as const;
    const readOnly = { kind: 'order-held-back', body: { boundarySeq: 1 } } as const;
    const failed = acceptedAnswer({ order: { operationId, status: 'failed', soldCardIds: [], oddFields: [] } });
    const refusal = acceptedAnswer({ status: 404, problemCode: 'resource_not_found', named: null, order: null });

    it.each<readonly [string, History, JudgedInput, string | undefined]>([
      [
        'a read that finds what was never sent',
        new History().started(read.call),
        judgedInput(acceptedAnswer(), read),
        'order_never_sent',
      ],
      ['one that finds it failed', new History().started(read.call), judgedInput(failed, read), 'order_never_sent'],
      ['one that finds it bought', new History().started(read.call), judgedInput(completed, read), 'order_never_sent'],
      [
        'a read that finds what never left',
        new History().notSent().started(read.call),
        judgedInput(acceptedAnswer(), { ...read, attempt: 'attempt-2' }),
        'order_never_sent',
      ],
      [
        'a read that finds what was sent',
        new History().lost().started(read.call),
        judgedInput(acceptedAnswer(), { ...read, attempt: 'attempt-2' }),
        undefined,
      ],
      ['a read that finds nothing', new History().started(read.call), judgedInput(refusal, read), undefined],
      [
        'a replay of the first report to the first request',
        new History().started(),
        judgedInput(completed),
        'answer_replayed',
      ],
      [
        'a replay to a second request',
        new History().lost().started(),
        judgedInput(completed, { attempt: 'attempt-2' }),
        undefined,
      ],
      ['the first report itself', new History().started(), judgedInput({ ...completed, isReplay: false }), undefined],
      [
        'a replay of less than that',
        new History().started(),
        judgedInput(acceptedAnswer({ isReplay: true })),
        undefined,
      ],
      [
        'anything in records that are known to be a copy',
        new History().add(readOnly).started(read.call),
        judgedInput(acceptedAnswer(), read),
        undefined,
      ],
    ])('%s', (_name, history, input, evidence) => {
      expect(outcomeOf(history, input)).toMatchObject({ isVerified: true });
      const decided = outcomeOf(history, input);
      expect('copyEvidence' in decided ? decided.copyEvidence : undefined).toBe(evidence);
    });
  });
});

describe('an attempt that is over', () => {
  const other = { pinned: { ...intent.pinned, keyId: 'another' }, profileHash: 'profile-2', safeResendMs: null };
  const over: OrderInput = { kind: 'attemptOver', evidence: null };
  const unread = new History().lost().lost().judged(notFound, { call: 'getPartnerOrder' });
  const raised = (reason: AttentionReason) => ({
    events: [{ subject: operationId, kind: 'attention-raised', body: { reason } }],
  });

  it('asks a person where a resend would differ and the service does not know the order', () => {
    expect(outcomeOf(unread, over, { terms: other })).toEqual(raised('pinned_differs'));
  });

  it.each<readonly [string, History, Partial<Circumstances>]>([
    ['the resend would be the same', unread, {}],
    ['there is no key to send it with', unread, { terms: null }],
    ['nothing was read', new History(), { terms: other }],
    ['the read said something else', new History().lost().judged(accepted), { terms: other }],
    ['no answer came to the read', new History().lost().lost('getPartnerOrder'), { terms: other }],
    [
      'a person is asked already',
      asking('no_word', new History().lost()).judged(notFound, { call: 'getPartnerOrder' }),
      { terms: other },
    ],
    [
      'the order is over',
      new History().judged({ outcome: 'failed' }).judged(notFound, { call: 'getPartnerOrder' }),
      { terms: other },
    ],
  ])('asks nobody where %s', (_name, history, at) => {
    expect(outcomeOf(history, over, at)).toEqual({ events: [] });
  });

  describe('of an order that is being settled', () => {
    const lapsedMs = wantedUntilMs + 1_000_000;
    const at = { nowMs: lapsedMs, serviceNowMs: lapsedMs };
    const readAt = (history: History, signedAtSeconds: number) =>
      history.judged(
        { outcome: 'notFound', createdAtSeconds: signedAtSeconds },
        { call: 'getPartnerOrder', signedAtSeconds, url: `${intent.pinned.deployment}/v1/orders/x` },
      );
    const twice = () =>
      readAt(readAt(new History().lost('createPartnerOrder', { sentAtSeconds: 1_000 }), 1_500), 1_900);
    const known = { operationId: otherOperationId, found: true, keyId: intent.pinned.keyId, atSeconds: 1_900 };

    it('records the proof that nothing was bought', () => {
      expect(outcomeOf(twice(), { kind: 'attemptOver', evidence: { isCopySuspected: false, known } }, at)).toEqual({
        events: [
          {
            subject: operationId,
            kind: 'order-not-bought',
            body: {
              latestDeadlineSeconds: 1_060,
              notFoundAtSeconds: [1_500, 1_900],
              knownOperationId: otherOperationId,
              knownReadAtSeconds: 1_900,
            },
          },
        ],
      });
    });

    it('wants another order read before that', () => {
      expect(
        outcomeOf(twice(), { kind: 'attemptOver', evidence: { isCopySuspected: false, known: 'unread' } }, at),
      ).toEqual({ events: [], readsOther: true });
    });

    it('asks a person where it cannot be proved', () => {
      expect(
        outcomeOf(twice(), { kind: 'attemptOver', evidence: { isCopySuspected: false, known: 'none' } }, at),
      ).toEqual(raised('fence_no_known_order'));
    });

    it('goes on where it is too early for either', () => {
      const history = new History().lost('createPartnerOrder', { sentAtSeconds: 1_000 });
      expect(outcomeOf(history, { kind: 'attemptOver', evidence: { isCopySuspected: false, known } }, at)).toEqual({
        events: [],
      });
    });
  });
});

describe('records that were restored or copied', () => {
  it.each<readonly [string, number | null, boolean]>([
    ['are noted for an order of before', null, true],
    ['are noted again for a later restore', 6, true],
    ['are noted once for each', 7, false],
    ['are not noted for an earlier one', 8, false],
  ])('%s', (_name, notedSeq, isNoted) => {
    const history = new History();
    if (notedSeq !== null) history.add({ kind: 'order-held-back', body: { boundarySeq: notedSeq } });
    expect(readOnlySince(operationId, history.facts, 7)).toEqual(
      isNoted ? [{ subject: operationId, kind: 'order-held-back', body: { boundarySeq: 7 } }] : [],
    );
  });
});

describe('another copy of the records', () => {
  it.each<readonly [string, History, 'createPartnerOrder' | 'getPartnerOrder', Verdict, string | null]>([
    [
      'sent what was never sent from here',
      new History().started('getPartnerOrder'),
      'getPartnerOrder',
      accepted,
      'order_never_sent',
    ],
    [
      'sent what never left this machine',
      new History().notSent().started('getPartnerOrder'),
      'getPartnerOrder',
      completedVerdict(),
      'order_never_sent',
    ],
    [
      'did not, where a read shows what was sent',
      new History().lost().started('getPartnerOrder'),
      'getPartnerOrder',
      accepted,
      null,
    ],
    [
      'did not, where the service knows nothing',
      new History().started('getPartnerOrder'),
      'getPartnerOrder',
      notFound,
      null,
    ],
    [
      'got the first report before the only attempt',
      new History().started(),
      'createPartnerOrder',
      completedVerdict({ replayed: true }),
      'answer_replayed',
    ],
    [
      'did not, where an earlier attempt may have',
      new History().lost().started(),
      'createPartnerOrder',
      completedVerdict({ replayed: true }),
      null,
    ],
    [
      'is known already',
      new History().add({ kind: 'order-held-back', body: { boundarySeq: 3 } }).started('getPartnerOrder'),
      'getPartnerOrder',
      accepted,
      null,
    ],
  ])('%s', (_name, history, call, verdict, evidence) => {
    expect(evidenceOfCopy(history.facts, call, verdict)).toBe(evidence);
  });
});

describe('a person who says that a sale is still wanted', () => {
  const readOnly = { kind: 'order-held-back', body: { boundarySeq: 1 } } as const;

  it.each<readonly [string, History]>([
    ['a new one', new History()],
    ['one that the service holds', new History().judged(accepted)],
    ['one that is settled only because its time is over', new History().lost()],
  ])('has it wanted for as long again: %s', (_name, history) => {
    const nowMs = wantedUntilMs + 5_000;
    expect(outcomeOf(history, { kind: 'stillWanted' }, { nowMs })).toEqual({
      events: [{ subject: operationId, kind: 'wanted-extended', body: { wantedUntilMs: nowMs + wantedForMs } }],
    });
  });

  it.each<readonly [string, History, Failure['code']]>([
    ['one that is over', new History().judged(completedVerdict()), 'operation_final'],
    ['one that was refused after an unknown', new History().lost().judged(settling), 'not_allowed'],
    ['one of restored records', new History().lost().add(readOnly), 'not_allowed'],
  ])('is refused for %s', (_name, history, code) => {
    expect(outcomeOf(history, { kind: 'stillWanted' })).toEqual({ code, operationId });
  });
});

describe('a person who gives a sale up', () => {
  it('has it cancelled where nothing is under way', () => {
    expect(outcomeOf(new History(), { kind: 'cancelled' })).toEqual({
      events: [{ subject: operationId, kind: 'order-cancelled', body: {} }],
    });
  });

  it('is refused where it may be bought', () => {
    expect(outcomeOf(new History().lost(), { kind: 'cancelled' })).toEqual({ code: 'not_cancellable', operationId });
  });
});

describe('a person who decides', () => {
  it('has it recorded with what they were shown', () => {
    expect(outcomeOf(asking('no_word', new History().lost()), { kind: 'chosen', choice: 'resend' })).toEqual({
      events: [
        {
          subject: operationId,
          kind: 'decision-made',
          body: { choice: 'resend', reason: 'no_word', wantedUntilMs: now + wantedForMs },
        },
      ],
    });
  });

  it.each<readonly [string, History]>([
    ['an order that asks nobody', new History().lost()],
    ['one that may not be sent again', asking('pinned_differs', new History().lost())],
  ])('is refused for %s', (_name, history) => {
    expect(outcomeOf(history, { kind: 'chosen', choice: 'resend' })).toEqual({
      code: 'not_allowed',
      field: 'choice',
      operationId,
    });
  });
});
