import { describe, expect, it } from 'vitest';
import type { OrderCall, OrderEventBody, Verdict } from '../../../../../src-main/orders/machine/events.ts';
import {
  attentionOf,
  contradictionsIn,
  doesWantedDecide,
  everUnknown,
  hasCodesWaiting,
  isReadOnly,
  isWanted,
  keptAnswerTo,
  mayBeWanted,
  positionOf,
  printsOut,
  stateOf,
  unjudged,
  unverified,
  verdictOf,
  wasNeverSent,
  type Attempt,
} from '../../../../../src-main/orders/machine/order.ts';
import type { AttentionReason, OrderState } from '../../../../../src-shared/contract/codes.ts';
import { completedVerdict, History, intendedAtMs, otherOperationId, wantedUntilMs } from '../order-samples.ts';

const now = intendedAtMs + 60_000;
const accepted: Verdict = { outcome: 'accepted', recoveryExhausted: false };
const refused: Verdict = { outcome: 'refused', code: 'price_changed' };
const readOnly = { kind: 'order-held-back', body: { boundarySeq: 1 } } as const;
const handedOver = { kind: 'codes-handed-over', body: {} } as const;
const keptBack = { kind: 'codes-kept-back', body: { returned: 'money' } } as const;

const judgedAs = (attempt: string): OrderEventBody<'answer-judged'> => ({
  attempt,
  sealed: { id: 'answer:1', sha256: 'x' },
  httpStatus: 202,
  requestId: null,
  verdict: accepted,
  createdAtSeconds: 0,
  thenRead: false,
  retryAtMs: 0,
});

function sealedAnswer(history: History, call?: OrderCall): History {
  history.started(call);
  return history.add({
    kind: 'answer-sealed',
    body: {
      attempt: history.last,
      sealed: { id: `answer:${history.last}`, sha256: 'x' },
      bytes: 9,
      httpStatus: 200,
    },
  });
}

function judgedUnverified(history: History, reason: string): History {
  sealedAnswer(history);
  return history.add({
    kind: 'answer-unverified',
    body: { attempt: history.last, sealed: null, httpStatus: 200, reason, retryAtMs: 0 },
  });
}

function decided(history: History, choice: 'accept-as-bought' | 'accept-not-bought'): History {
  return history.add({ kind: 'decision-made', body: { choice, reason: 'no_word', wantedUntilMs } });
}

function proved(history: History): History {
  return history.add({
    kind: 'order-not-bought',
    body: {
      latestDeadlineSeconds: 1,
      notFoundAtSeconds: [2, 3],
      knownOperationId: otherOperationId,
      knownReadAtSeconds: 4,
    },
  });
}

const asking = (history: History): History => history.add({ kind: 'attention-raised', body: { reason: 'no_word' } });

describe('the state after a proof, the word of a person or a restore', () => {
  it.each<readonly [string, History, OrderState, AttentionReason | null]>([
    ['proved not bought', proved(new History().lost()), 'notBought', null],
    ['proved, and then held by the service', proved(new History().lost()).judged(accepted), 'accepted', null],
    [
      'decided not bought though the service holds it',
      decided(new History().judged(accepted), 'accept-not-bought'),
      'notBought',
      null,
    ],
    [
      'decided not bought, and then bought',
      decided(new History().lost(), 'accept-not-bought').judged(completedVerdict()),
      'attention',
      'bought_after_all',
    ],
    ['decided bought', decided(asking(new History().lost()), 'accept-as-bought'), 'completed', 'no_word'],
    [
      'decided bought, and then failed',
      decided(new History().lost(), 'accept-as-bought').judged({ outcome: 'failed' }),
      'attention',
      'failed_after_all',
    ],
    [
      'decided bought, then not, and failed',
      decided(decided(new History().lost(), 'accept-as-bought'), 'accept-not-bought').judged({ outcome: 'failed' }),
      'failed',
      null,
    ],
    [
      'bought otherwise, and decided bought',
      decided(new History().judged(completedVerdict({ differs: ['total'] })), 'accept-as-bought'),
      'completed',
      null,
    ],
    [
      'that and refused since',
      decided(new History().judged(completedVerdict({ differs: ['total'] })), 'accept-as-bought').judged(refused),
      'attention',
      'bought_after_all',
    ],
    ['read-only before it was sent', new History().add(readOnly), 'settling', null],
    ['read-only and refused', new History().judged(refused).add(readOnly), 'refused', null],
    ['stopped by a gate', new History().judged({ outcome: 'blocked', code: 'account_inactive' }), 'blocked', null],
  ])('%s', (_name, { facts }, state, reason) => {
    expect(stateOf(facts, now)).toBe(state);
    expect(attentionOf(facts)).toBe(reason);
  });

  it('names all that does not fit together, the weightiest first', () => {
    const { facts } = new History()
      .judged(completedVerdict({ differs: ['total'] }))
      .judged({ outcome: 'failed' })
      .judged(refused);
    expect(contradictionsIn(facts)).toEqual(['completed_and_failed', 'bought_after_all', 'differs']);
    expect(contradictionsIn(new History().judged(completedVerdict()).facts)).toEqual([]);
  });
});

describe('an attempt', () => {
  const latest = (history: History): Attempt => {
    const last = history.facts.attempts.at(-1);
    if (last === undefined) throw new Error('no attempt');
    return last;
  };

  it('has a kept answer where one lies sealed, judged or not', () => {
    expect(keptAnswerTo(latest(sealedAnswer(new History())))).toMatchObject({ sealed: { id: 'answer:attempt-1' } });
    expect(keptAnswerTo(latest(judgedUnverified(new History(), 'stale')))).toMatchObject({ bytes: 9 });
    expect(keptAnswerTo(latest(new History().lost()))).toBeNull();
  });

  it('has a verdict once its answer was judged', () => {
    expect(verdictOf(latest(new History().judged(accepted)))).toEqual(accepted);
    expect(verdictOf(latest(sealedAnswer(new History())))).toBeNull();
  });

  it('counts as sent from when it was begun, unless it is a read or no byte of it left', () => {
    const sent = [
      new History(),
      new History().notSent(),
      new History().lost('getPartnerOrder'),
      new History().started(),
    ];
    expect(sent.map(({ facts }) => wasNeverSent(facts))).toEqual([true, true, true, false]);
    expect(wasNeverSent(new History().notSent().lost().facts)).toBe(false);
  });
});

it('an answer is kept with the attempt that it came to alone', () => {
  const history = new History().started().add({
    kind: 'answer-sealed',
    body: { attempt: 'attempt-1', sealed: { id: 'answer:1', sha256: 'x' }, bytes: 9, httpStatus: 202 },
  });
  const { attempts } = history.judged(accepted).facts;
  expect(attempts.map((attempt) => keptAnswerTo(attempt)?.bytes)).toEqual([9, undefined]);
});

it('an answer to an attempt that was lost with its records still says what became of the order', () => {
  const { attempts, acknowledged } = new History().add({ kind: 'answer-judged', body: judgedAs('gone') }).facts;
  expect([attempts, acknowledged]).toEqual([[], true]);
});

it('an answer that moved nothing leaves open what its request did', () => {
  expect(everUnknown(new History().judged({ outcome: 'nothing', code: null }).facts)).toBe(true);
});

describe('answers that lie kept', () => {
  it('are judged oldest first', () => {
    const history = sealedAnswer(sealedAnswer(new History().lost(), 'getPartnerOrder'));
    expect(unjudged(history.facts)).toEqual({
      attempt: 'attempt-2',
      call: 'getPartnerOrder',
      kept: { sealed: { id: 'answer:attempt-2', sha256: 'x' }, bytes: 9, httpStatus: 200 },
    });
    expect(unjudged(new History().judged(accepted).facts)).toBeNull();
  });

  it('are not verified where that failed, unless they are the answer to another order', () => {
    const history = judgedUnverified(judgedUnverified(new History(), 'unknown_key'), 'another_answer_reused');
    expect(unverified(history.facts)).toEqual([
      {
        attempt: 'attempt-1',
        call: 'createPartnerOrder',
        kept: { sealed: { id: 'answer:attempt-1', sha256: 'x' }, bytes: 9, httpStatus: 200 },
        reason: 'unknown_key',
      },
    ]);
  });

  it('are none where the bytes were not kept, where they are not judged yet, and where they were verified', () => {
    const notKept = new History().judged({ outcome: 'unverified', reason: 'unknown_key' });
    const verified = sealedAnswer(new History());
    verified.add({
      kind: 'answer-judged',
      body: {
        attempt: 'attempt-1',
        sealed: { id: 'answer:attempt-1', sha256: 'x' },
        httpStatus: 200,
        requestId: null,
        verdict: accepted,
        createdAtSeconds: 0,
        thenRead: false,
        retryAtMs: 0,
      },
    });
    for (const { facts } of [notKept, sealedAnswer(new History()), verified, new History().lost()])
      expect(unverified(facts)).toEqual([]);
  });
});

describe('where an answer stands', () => {
  it('after one that completed the order', () => {
    expect(positionOf(new History().judged(completedVerdict()).started().facts, 'attempt-2')).toBe('afterAccepted');
  });
});

describe('records that were restored or copied', () => {
  it('send nothing of an order until the service shows it', () => {
    const orders = [new History(), new History().add(readOnly), new History().add(readOnly).judged(accepted)];
    expect(orders.map(({ facts }) => isReadOnly(facts))).toEqual([false, true, false]);
  });
});

describe('codes', () => {
  it.each<readonly [string, History, boolean]>([
    ['wait where the order is bought', new History().judged(completedVerdict()), true],
    ['wait no longer once they were handed over', new History().judged(completedVerdict()).add(handedOver), false],
    [
      'wait for nobody where they are kept back: the money went back',
      new History().judged(completedVerdict()).add(keptBack),
      false,
    ],
    [
      'do not wait where only a person says that it is bought',
      decided(new History().lost(), 'accept-as-bought'),
      false,
    ],
    ['do not wait before it is bought', new History().judged(accepted), false],
    [
      'are for a person first where it was bought otherwise',
      new History().judged(completedVerdict({ differs: ['total'] })),
      false,
    ],
  ])('%s', (_name, { facts }, waits) => {
    expect(hasCodesWaiting(facts, now)).toBe(waits);
  });
});

describe('paper', () => {
  it('may have come out of every print but those that the printer refused', () => {
    const print = (ended: 'printed' | 'notPrinted' | 'failed' | null) => ({ print: 'p', withCodes: true, ended });
    expect(printsOut({ prints: [] })).toBe(0);
    expect(printsOut({ prints: [print(null), print('printed'), print('notPrinted'), print('failed')] })).toBe(3);
  });
});

describe('what is wanted', () => {
  it('for longer than anybody could have said so is not: the clock was set back', () => {
    const updatedAtMs = now;
    expect(isWanted({ wantedUntilMs: now + 660_000, updatedAtMs }, now)).toBe(true);
    expect(isWanted({ wantedUntilMs: now + 660_001, updatedAtMs }, now)).toBe(false);
  });

  it('can be told of an order by when it last changed', () => {
    const updatedAtMs = now;
    expect([now, now + 660_000, now + 660_001].map((atMs) => mayBeWanted(updatedAtMs, atMs))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('decides where the order has to wait, too', () => {
    expect(doesWantedDecide(new History().judged({ outcome: 'waiting', code: 'rate_limited' }).facts, now)).toBe(true);
  });
});
