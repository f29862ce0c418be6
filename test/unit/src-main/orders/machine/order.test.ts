import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../../../src-main/orders/machine/events.ts';
import {
  attentionOf,
  doesWantedDecide,
  everUnknown,
  isCancellable,
  isFinal,
  positionOf,
  stateOf,
  unjudged,
} from '../../../../../src-main/orders/machine/order.ts';
import { orderStates, type OrderState } from '../../../../../src-shared/contract/codes.ts';
import { completedVerdict, History, intendedAtMs, soldCardId, wantedUntilMs } from '../order-samples.ts';

const now = intendedAtMs + 60_000;
const accepted: Verdict = { outcome: 'accepted', recoveryExhausted: false };
const refused: Verdict = { outcome: 'refused', code: 'price_changed' };
const blocked: Verdict = { outcome: 'blocked', code: 'invalid_credentials' };
const waiting: Verdict = { outcome: 'waiting', code: 'rate_limited' };
const unknown: Verdict = { outcome: 'unknown', code: 'internal_error' };
const settling: Verdict = { outcome: 'settling', code: 'price_changed' };
const unverified: Verdict = { outcome: 'unverified', reason: 'signature_missing' };
const attention: Verdict = { outcome: 'attention', reason: 'order_unreadable', code: null };
const conflict: Verdict = { outcome: 'attention', reason: 'idempotency_conflict', code: 'idempotency_conflict' };

function stateAfter(...verdicts: readonly Verdict[]): OrderState {
  return stateOf(historyOf(verdicts).facts, now);
}

function historyOf(verdicts: readonly Verdict[]): History {
  return verdicts.reduce((history, verdict) => history.judged(verdict), new History());
}

function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}

describe('the state of an operation', () => {
  it.each<readonly [name: string, history: History, state: OrderState]>([
    ['a new one', new History(), 'intended'],
    ['one whose request never left', new History().notSent(), 'intended'],
    ['one with an attempt under way', new History().started(), 'unknown'],
    ['one whose answer got lost', new History().lost(), 'unknown'],
    [
      'one whose answer lies kept and unjudged',
      new History().started().add({
        kind: 'answer-sealed',
        body: { attempt: 'attempt-1', sealed: { id: 's', sha256: '' }, bytes: 1, httpStatus: 201 },
      }),
      'unknown',
    ],
    ['one that a gate stopped', historyOf([blocked]), 'blocked'],
    ['one that has to wait', historyOf([waiting]), 'waiting'],
    ['one whose answer nobody can verify', historyOf([unverified]), 'unknown'],
    ['one that was blocked and then got lost', historyOf([blocked]).lost(), 'unknown'],
    ['one that was blocked and then not verified', historyOf([blocked, unverified]), 'unknown'],
    ['one that got lost and was then blocked', new History().lost().judged(blocked), 'blocked'],
    ['one that got lost and has to wait', new History().lost().judged(unknown), 'unknown'],
    ['one that is taken', historyOf([accepted]), 'accepted'],
    ['one whose recovery is exhausted', historyOf([{ outcome: 'accepted', recoveryExhausted: true }]), 'accepted'],
    ['one that is refused', historyOf([refused]), 'refused'],
    ['one that is refused after an unknown', new History().lost().judged(settling), 'settling'],
    ['one that the service reports failed', historyOf([{ outcome: 'failed' }]), 'failed'],
    ['one that is completed', historyOf([completedVerdict()]), 'completed'],
    ['one that is completed otherwise than meant', historyOf([completedVerdict({ differs: ['total'] })]), 'attention'],
    ['one that a person gave up', new History().add({ kind: 'order-cancelled', body: {} }), 'cancelled'],
    ['one for a person', historyOf([attention]), 'attention'],
    [
      'one whose resend would differ',
      new History().lost().add({ kind: 'attention-raised', body: { reason: 'pinned_differs' } }),
      'attention',
    ],
  ])('is for %s as the design says', (_name, history, state) => {
    expect(stateOf(history.facts, now)).toBe(state);
  });

  it('is one of the states of the design, of which five are final', () => {
    expect(orderStates.filter(isFinal)).toEqual(['completed', 'failed', 'refused', 'cancelled', 'notBought']);
  });

  it('is never changed by a read that was lost', () => {
    expect(stateOf(new History().lost('getPartnerOrder').facts, now)).toBe('intended');
    expect(everUnknown(new History().lost('getPartnerOrder').facts)).toBe(false);
  });
});

describe('evidence', () => {
  const lesser = [accepted, settling, blocked, unknown, unverified] as const;

  it.each([
    ['completed', [completedVerdict(), ...lesser], 'completed'],
    ['failed', [{ outcome: 'failed' }, ...lesser], 'failed'],
    ['accepted', [accepted, settling, blocked, unknown, unverified], 'accepted'],
    ['accepted over a refusal that seemed final', [accepted, refused, waiting, unknown], 'accepted'],
    ['completed against a refusal that was final', [completedVerdict(), refused, blocked, unknown], 'attention'],
    ['completed over attention', [completedVerdict(), attention, conflict, unknown], 'completed'],
    ['failed over attention', [{ outcome: 'failed' }, attention, conflict, accepted], 'failed'],
    ['completed and failed', [completedVerdict(), { outcome: 'failed' }, accepted, settling], 'attention'],
  ] satisfies readonly (readonly [string, readonly Verdict[], OrderState])[])(
    'beats order of arrival: %s',
    (_name, verdicts, state) => {
      const states = permutations<Verdict>(verdicts).map((order) => stateAfter(...order));
      expect(new Set(states)).toEqual(new Set([state]));
    },
  );

  it('that an order was bought after a person gave it up, or the service refused it, is for a person, with its codes', () => {
    for (const history of [new History().add({ kind: 'order-cancelled', body: {} }), historyOf([refused])]) {
      const { facts } = history.judged(completedVerdict(), { call: 'getPartnerOrder' });
      expect([stateOf(facts, now), attentionOf(facts), facts.sealedCodes.size]).toEqual([
        'attention',
        'bought_after_all',
        2,
      ]);
    }
  });

  it('keeps the codes where completed and failed contradict each other', () => {
    for (const order of permutations<Verdict>([completedVerdict(), { outcome: 'failed' }, accepted])) {
      const { sealedCodes } = historyOf(order).facts;
      expect([...sealedCodes.keys()]).toEqual([soldCardId(1), soldCardId(2)]);
    }
  });

  it('keeps the first answer that brought the codes, and the invoice, when the order is reported again', () => {
    const facts = historyOf([
      completedVerdict(),
      completedVerdict({ soldCardIds: [], invoiceId: null, replayed: true }),
    ]).facts;
    expect(facts.completed).toMatchObject({ invoiceId: completedVerdict().invoiceId });
    expect(facts.sealedCodes.get(soldCardId(1))).toBe('answer:attempt-1');
  });

  it('shows more cards than were bought as a mismatch, also where they came in two answers', () => {
    expect(stateAfter(completedVerdict(), completedVerdict({ soldCardIds: [soldCardId(3)] }))).toBe('attention');
  });

  it('clears attention that was raised for want of it, but not an id that stands for something else', () => {
    expect(stateAfter(attention, accepted)).toBe('accepted');
    expect(stateAfter(accepted, attention)).toBe('attention');
    expect(
      new Set(permutations<Verdict>([conflict, accepted, attention]).map((order) => stateAfter(...order))),
    ).toEqual(new Set(['attention']));
  });

  it("that came to another operation's attempt counts without being an attempt of this one", () => {
    const history = new History().lost().add({
      kind: 'answer-judged',
      body: {
        attempt: null,
        sealed: { id: 'answer:elsewhere', sha256: '' },
        httpStatus: 200,
        requestId: null,
        verdict: completedVerdict(),
        createdAtSeconds: 0,
        thenRead: false,
        retryAtMs: 5,
      },
    });
    expect(stateOf(history.facts, now)).toBe('completed');
    expect(history.facts.attempts).toHaveLength(1);
    expect(history.facts.sealedCodes.get(soldCardId(1))).toBe('answer:elsewhere');
  });
});

describe('the position of an answer', () => {
  it.each<readonly [string, History, string]>([
    ['first', new History().started(), 'first'],
    ['first, after attempts that never left', new History().notSent().started(), 'first'],
    ['first, after verified gates', historyOf([blocked, waiting]).started(), 'first'],
    ['after a lost answer', new History().lost().started(), 'afterUnknown'],
    ['after an attempt that the end of the process cut off', new History().started().started(), 'afterUnknown'],
    ['after an answer nobody can verify', historyOf([unverified]).started(), 'afterUnknown'],
    ['after a verified answer without a decision', historyOf([unknown]).started(), 'afterUnknown'],
    ['after something for a person', historyOf([attention]).started(), 'afterUnknown'],
    ['first, after a lost read', new History().lost('getPartnerOrder').started(), 'first'],
    ['after an acknowledgement', historyOf([unknown, accepted]).started(), 'afterAccepted'],
    ['after a failure', historyOf([{ outcome: 'failed' }]).started(), 'afterAccepted'],
  ])('is %s', (_name, history, position) => {
    expect(positionOf(history.facts, history.last)).toBe(position);
  });

  it('is after an unknown also before a refusal that may have been given to another request', () => {
    const history = new History().lost().judged({ outcome: 'settling', code: 'price_changed' });
    expect(positionOf(history.facts, 'attempt-1')).toBe('afterUnknown');
    expect(stateOf(history.facts, intendedAtMs)).toBe('settling');
  });

  it('is after an unknown in records that were restored or copied: another copy may have sent the order', () => {
    const history = new History().started();
    expect(positionOf(history.facts, history.last)).toBe('first');
    history.add({ kind: 'order-held-back', body: { boundarySeq: 1 } });
    expect(positionOf(history.facts, history.last)).toBe('afterUnknown');
  });
});

describe('a sale that is no longer wanted', () => {
  const late = wantedUntilMs + 1;

  it.each<readonly [string, History, OrderState]>([
    ['an unknown one is settled', new History().lost(), 'settling'],
    ['a blocked one with an open outcome is settled', new History().lost().judged(blocked), 'settling'],
    ['one of which nothing is open stays as it is', historyOf([blocked]), 'blocked'],
    ['a new one stays intended', new History(), 'intended'],
    ['one that the service holds stays accepted', historyOf([unknown, accepted]), 'accepted'],
    [
      'one that was wanted for longer is unknown again',
      new History().lost().add({ kind: 'wanted-extended', body: { wantedUntilMs: late + 1 } }),
      'unknown',
    ],
  ])('%s', (_name, history, state) => {
    expect(stateOf(history.facts, late)).toBe(state);
  });

  it('is wanted up to the last moment', () => {
    expect(stateOf(new History().lost().facts, wantedUntilMs)).toBe('unknown');
  });
});

describe('cancelling', () => {
  it.each<readonly [string, History, boolean]>([
    ['a new one', new History(), true],
    ['one that never left', new History().notSent(), true],
    ['a blocked one', historyOf([blocked]), true],
    ['a waiting one', historyOf([waiting]), true],
    ['one under way', new History().started(), false],
    ['a lost one', new History().lost(), false],
    ['a lost one that was then blocked', new History().lost().judged(blocked), false],
    ['an accepted one', historyOf([accepted]), false],
    ['one that was accepted once and is blocked now', historyOf([accepted, blocked]), false],
    ['a settling one', new History().lost().judged(settling), false],
    ['one for a person', historyOf([attention]), false],
    ['a refused one', historyOf([refused]), false],
    ['a completed one', historyOf([completedVerdict()]), false],
    ['a cancelled one', new History().add({ kind: 'order-cancelled', body: {} }), false],
  ])('%s: %#', (_name, history, allowed) => {
    expect(isCancellable(history.facts, now)).toBe(allowed);
  });
});

describe('what lies kept and unjudged', () => {
  it('is found until its verdict is recorded', () => {
    const history = new History().started().add({
      kind: 'answer-sealed',
      body: { attempt: 'attempt-1', sealed: { id: 'answer:attempt-1', sha256: 'x' }, bytes: 1, httpStatus: 201 },
    });
    expect(unjudged(history.facts)).toMatchObject({
      attempt: 'attempt-1',
      kept: { sealed: { id: 'answer:attempt-1', sha256: 'x' }, httpStatus: 201 },
    });
    history.add({
      kind: 'answer-judged',
      body: {
        attempt: 'attempt-1',
        sealed: { id: 'answer:attempt-1', sha256: 'x' },
        httpStatus: 201,
        requestId: null,
        verdict: accepted,
        createdAtSeconds: 0,
        thenRead: false,
        retryAtMs: 0,
      },
    });
    expect(unjudged(history.facts)).toBeNull();
  });
});

describe('whether the customer still wants it', () => {
  const readOnly = { kind: 'order-held-back' as const, body: { boundarySeq: 1 } };
  it.each<readonly [name: string, history: History, decides: boolean]>([
    ['a new order', new History(), true],
    ['one whose answer got lost', new History().lost(), true],
    ['one that a gate stopped', historyOf([blocked]), true],
    ['one that was refused after an unknown, which is only asked about', new History().lost().judged(settling), false],
    ['one that is held back, which is only asked about', new History().lost().add(readOnly), false],
    ['a new one that is held back', new History().add(readOnly), false],
    ['one that the service holds', historyOf([accepted]), false],
    ['one that is bought', historyOf([completedVerdict()]), false],
    ['one that needs a person', historyOf([conflict]), false],
  ])('decides about %s: %#', (_, { facts }, decides) => {
    expect(doesWantedDecide(facts, now)).toBe(decides);
  });

  it('decides also when its time is over, where saying so would send it again', () => {
    expect(doesWantedDecide(new History().lost().facts, wantedUntilMs + 1)).toBe(true);
  });
});
