import { describe, expect, it } from 'vitest';
import { orderAfter, orderOf } from '../../../../../src-main/orders/machine/apply.ts';
import type { Verdict } from '../../../../../src-main/orders/machine/events.ts';
import type { Order } from '../../../../../src-main/orders/machine/order.ts';
import {
  completedVerdict,
  History,
  intendedAtMs,
  intent,
  invoiceId,
  otherOperationId,
  soldCardId,
  wantedUntilMs,
} from '../order-samples.ts';

const accepted: Verdict = { outcome: 'accepted', recoveryExhausted: false };
const blocked: Verdict = { outcome: 'blocked', code: 'account_inactive' };
const unbound: Verdict = { outcome: 'attention', reason: 'refusal_not_bound', code: 'price_changed' };
const conflict: Verdict = { outcome: 'attention', reason: 'idempotency_conflict', code: 'idempotency_conflict' };
const sealed = { id: 'answer:sealed', sha256: 'x' };

/** An answer that names this order and came to no attempt of its own, unless one is said. */
function answered(
  history: History,
  verdict: Verdict,
  parts: {
    readonly attempt?: string;
    readonly thenRead?: boolean;
    readonly asked?: { readonly untilMs: number; readonly waitMs: number };
  } = {},
): History {
  return history.add({
    kind: 'answer-judged',
    body: {
      attempt: null,
      sealed,
      httpStatus: 200,
      requestId: 'request-1',
      verdict,
      createdAtSeconds: 7,
      thenRead: false,
      retryAtMs: 0,
      ...parts,
    },
  });
}

const handedOver = { kind: 'codes-handed-over', body: {} } as const;
const resend = { kind: 'decision-made', body: { choice: 'resend', reason: 'no_word', wantedUntilMs: 99 } } as const;
const asBought = {
  kind: 'decision-made',
  body: { choice: 'accept-as-bought', reason: 'no_word', wantedUntilMs },
} as const;
const notBought = {
  kind: 'decision-made',
  body: { choice: 'accept-not-bought', reason: 'no_word', wantedUntilMs },
} as const;

describe('an order', () => {
  it('begins with its intent, and with nothing else', () => {
    expect(new History().facts).toEqual({
      intent,
      intendedAtMs,
      updatedAtMs: intendedAtMs,
      attempts: [],
      wantedUntilMs,
      acknowledged: false,
      recoveryExhausted: false,
      completed: null,
      failed: false,
      refusedCode: null,
      refusedAfterUnknown: null,
      gate: null,
      attention: null,
      attentionCode: null,
      cancelled: false,
      notBought: null,
      acceptedAsBought: null,
      readOnly: null,
      resendDecidedAtMs: null,
      thenRead: false,
      retryAtMs: 0,
      retrySetAtMs: intendedAtMs,
      asked: null,
      sealedCodes: new Map(),
      timesCodesOut: 0,
      prints: [],
      filesSaved: 0,
      handedOver: false,
      keptBack: false,
      replacedBy: null,
    });
  });

  it('is none before its intent, whatever else was recorded', () => {
    expect(orderOf([])).toBeNull();
    expect(orderAfter(null, { kind: 'order-cancelled', atMs: 0, body: {} })).toBeNull();
  });

  it('is as new as its latest event, and its schedule as the event that moved it', () => {
    const { facts } = new History().lost().add({ kind: 'codes-handed-over', body: {} });
    expect(facts.updatedAtMs).toBe(intendedAtMs + 3_000);
    expect(facts.retrySetAtMs).toBe(intendedAtMs);
    const due = new History().started().add({
      kind: 'attempt-lost',
      body: { attempt: 'attempt-1', reason: 'answer_timeout', retryAtMs: 5 },
    });
    expect(due.facts).toMatchObject({ retryAtMs: 5, retrySetAtMs: intendedAtMs + 2_000 });
    expect(due.add(handedOver).facts).toMatchObject({ retryAtMs: 5, retrySetAtMs: intendedAtMs + 2_000 });
  });

  it('names the new try that was made instead', () => {
    expect(new History().add({ kind: 'order-replaced', body: { by: otherOperationId } }).facts.replacedBy).toBe(
      otherOperationId,
    );
  });

  it('is not bought by proof, though the service did not hold it', () => {
    const body = {
      latestDeadlineSeconds: 1,
      notFoundAtSeconds: [2, 3] as [number, number],
      knownOperationId: otherOperationId,
      knownReadAtSeconds: 4,
    };
    expect(new History().lost().add({ kind: 'order-not-bought', body }).facts.notBought).toEqual({
      by: 'proof',
      thoughHeld: false,
    });
  });
});

describe('an attempt', () => {
  it('holds where it went, with what, and by when it had to be taken', () => {
    const { facts } = new History().started('createPartnerOrder', {
      sentAtSeconds: 1_000,
      serviceDate: '1970-01-01T00:17:20Z',
    });
    expect(facts.attempts).toEqual([
      {
        attempt: 'attempt-1',
        call: 'createPartnerOrder',
        startedAtMs: intendedAtMs + 1_000,
        url: intent.pinned.url,
        keyId: intent.pinned.keyId,
        profileHash: 'profile-1',
        createdAtSeconds: 1_000,
        expiresAtSeconds: 1_060,
        serviceDateSeconds: 1_040,
        progress: { stage: 'open' },
      },
    ]);
  });

  it('ends the schedule of the one before; a POST also ends what a gate said', () => {
    const waiting = () => new History().judged(blocked, { retryAtMs: 5 });
    expect(waiting().facts).toMatchObject({ retryAtMs: 5, gate: blocked });
    expect(waiting().started('getPartnerOrder').facts).toMatchObject({ retryAtMs: 0, gate: blocked });
    expect(waiting().started().facts).toMatchObject({ retryAtMs: 0, gate: null });
  });

  it.each([
    ['attempt-not-sent', new History().notSent(), 'notSent'],
    ['attempt-lost', new History().lost(), 'lost'],
  ] as const)('goes on to what came of it with %s, and no other with it', (_kind, history, stage) => {
    const { attempts } = history.started().facts;
    expect(attempts.map(({ progress }) => progress)).toEqual([{ stage }, { stage: 'open' }]);
  });

  it('has the schedule that its end asks for', () => {
    const ended = (kind: 'attempt-not-sent' | 'attempt-lost') =>
      new History().started().add({ kind, body: { attempt: 'attempt-1', reason: 'x', retryAtMs: 7 } }).facts.retryAtMs;
    expect([ended('attempt-not-sent'), ended('attempt-lost')]).toEqual([7, 7]);
  });

  it('keeps its sealed answer, judged or not', () => {
    const kept = { sealed, bytes: 9, httpStatus: 201 };
    const history = new History().started().add({ kind: 'answer-sealed', body: { attempt: 'attempt-1', ...kept } });
    expect(history.facts.attempts[0]?.progress).toEqual({ stage: 'sealed', kept });
    answered(history, accepted, { attempt: 'attempt-1' });
    expect(history.facts.attempts[0]?.progress).toEqual({
      stage: 'judged',
      verdict: accepted,
      kept,
      httpStatus: 200,
      requestId: 'request-1',
      answeredAtSeconds: 7,
    });
  });

  it('whose answer could not be verified has neither its request id nor its date', () => {
    const { facts } = new History().started().add({
      kind: 'answer-unverified',
      body: { attempt: 'attempt-1', sealed: null, httpStatus: 502, reason: 'signature_missing', retryAtMs: 8 },
    });
    expect(facts.retryAtMs).toBe(8);
    expect(facts.attempts[0]?.progress).toEqual({
      stage: 'judged',
      verdict: { outcome: 'unverified', reason: 'signature_missing' },
      kept: null,
      httpStatus: 502,
      requestId: null,
      answeredAtSeconds: null,
    });
  });
});

describe('a gate', () => {
  it.each(['blocked', 'waiting'] as const)('%s counts where it is the answer to the latest POST alone', (outcome) => {
    const gate = { outcome, code: 'rate_limited' };
    expect(new History().judged(gate).facts.gate).toEqual(gate);
    expect(new History().judged(gate).lost('getPartnerOrder').facts.gate).toEqual(gate);
    const old = new History().started().started();
    expect(answered(old, gate, { attempt: 'attempt-1' }).facts.gate).toBeNull();
    expect(answered(old, gate, { attempt: 'attempt-2' }).facts.gate).toEqual(gate);
    const readSince = new History().started().started('getPartnerOrder');
    expect(answered(readSince, gate, { attempt: 'attempt-1' }).facts.gate).toEqual(gate);
    expect(answered(new History(), gate).facts.gate).toBeNull();
  });
});

describe('a read that is due', () => {
  it('stays due where an answer to the attempt of another order speaks of this one', () => {
    const due = () => new History().judged({ outcome: 'unknown', code: null }, { thenRead: true });
    expect(answered(due(), accepted).facts.thenRead).toBe(true);
    expect(answered(due(), accepted, { attempt: 'attempt-1' }).facts.thenRead).toBe(false);
    expect(answered(new History().lost(), accepted, { thenRead: true }).facts.thenRead).toBe(false);
  });
});

describe('a pause that the service asked for', () => {
  const early = { untilMs: 10, waitMs: 1 };
  const late = { untilMs: 20, waitMs: 2 };
  const heardAt = (asked: Order['asked']) => [asked?.untilMs, asked?.heardAtMs];

  it('is kept with when we heard of it', () => {
    expect(answered(new History(), accepted, { asked: early }).facts.asked).toEqual({
      ...early,
      heardAtMs: intendedAtMs + 1_000,
    });
  });

  it('is the latest of all, also where the next answer asks for none', () => {
    const both = (...pauses: readonly (typeof early | undefined)[]) =>
      heardAt(
        pauses.reduce<History>(
          (history, asked) => answered(history, accepted, asked === undefined ? {} : { asked }),
          new History(),
        ).facts.asked,
      );
    expect(both(early, late)).toEqual([20, intendedAtMs + 2_000]);
    expect(both(late, early)).toEqual([20, intendedAtMs + 1_000]);
    expect(both(late, undefined)).toEqual([20, intendedAtMs + 1_000]);
    expect(both(late, late)).toEqual([20, intendedAtMs + 1_000]);
    expect(both(undefined, late)).toEqual([20, intendedAtMs + 2_000]);
  });
});

describe('records that were restored or copied', () => {
  const readOnly = { kind: 'order-held-back', body: { boundarySeq: 3 } } as const;

  it('ask at once, and are read-only until the service shows the order', () => {
    const { facts } = new History().judged({ outcome: 'unknown', code: null }, { retryAtMs: 5 }).add(readOnly);
    expect(facts).toMatchObject({ readOnly: { boundarySeq: 3, shown: false }, retryAtMs: 0 });
    expect(new History().add(readOnly).judged(accepted).facts.readOnly).toEqual({ boundarySeq: 3, shown: true });
    expect(new History().judged(accepted).facts.readOnly).toBeNull();
  });
});

describe('what the service said', () => {
  it('of a taken order ends a gate and what was asked, and says whether it still tries', () => {
    const { facts } = new History()
      .judged(unbound)
      .judged(blocked)
      .judged({ outcome: 'accepted', recoveryExhausted: true }, { call: 'getPartnerOrder' });
    expect(facts).toMatchObject({
      acknowledged: true,
      recoveryExhausted: true,
      gate: null,
      attention: null,
      attentionCode: null,
    });
    expect(new History().judged({ outcome: 'accepted', recoveryExhausted: true }).judged(accepted).facts).toMatchObject(
      {
        recoveryExhausted: false,
      },
    );
  });

  it('of an id that stands for something else stays, whatever comes after it', () => {
    for (const verdict of [accepted, unbound])
      expect(new History().judged(conflict).judged(verdict).facts).toMatchObject({
        attention: 'idempotency_conflict',
        attentionCode: 'idempotency_conflict',
      });
  });

  it('of a failed order is that it held it', () => {
    expect(new History().judged({ outcome: 'failed' }).facts).toMatchObject({ acknowledged: true, failed: true });
  });

  it('first in refusing it stays its refusal; after an unknown the latest does', () => {
    const refusing = (outcome: 'refused' | 'settling') =>
      new History().judged({ outcome, code: 'price_changed' }).judged({ outcome, code: 'card_unavailable' }).facts;
    expect(refusing('refused').refusedCode).toBe('price_changed');
    expect(refusing('settling').refusedAfterUnknown).toBe('card_unavailable');
  });

  it('last in calling for attention keeps its code, also where a reason without one comes after it', () => {
    expect(
      new History().judged(unbound).judged({ outcome: 'attention', reason: 'another_order', code: null }).facts,
    ).toMatchObject({ attention: 'another_order', attentionCode: 'price_changed' });
  });
});

describe('a bought order', () => {
  it('keeps when it was completed and its invoice, from whichever answer said so', () => {
    const { facts } = new History()
      .judged(completedVerdict({ completedAt: '2026-11-23T10:00:00Z' }))
      .judged(completedVerdict({ invoiceId: null, replayed: true }));
    expect(facts.completed).toEqual({
      completedAt: '2026-11-23T10:00:00Z',
      invoiceId,
      differs: [],
      replayed: true,
    });
    expect(new History().judged(completedVerdict({ invoiceId: null })).facts.completed).toMatchObject({
      completedAt: null,
      invoiceId: null,
    });
  });

  it('was held by the service', () => {
    expect(new History().judged(completedVerdict()).facts.acknowledged).toBe(true);
  });

  it('differs by all that any answer said, each once', () => {
    const differing = (...fields: readonly (readonly string[])[]) =>
      fields.reduce<History>(
        (history, differs) => history.judged(completedVerdict({ differs: [...differs] })),
        new History(),
      ).facts.completed?.differs;
    expect(differing(['total'], ['total', 'quantity'], [])).toEqual(['total', 'quantity']);
  });

  it('differs by its number of cards only where more than it wanted came', () => {
    const third = completedVerdict({ soldCardIds: [soldCardId(3)] });
    expect(new History().judged(completedVerdict()).facts.completed?.differs).toEqual([]);
    expect(new History().judged(completedVerdict()).judged(third).facts.completed?.differs).toEqual(['soldCards']);
  });
});

describe('the word of a person', () => {
  it('to send it again ends what was asked, and a refusal, and starts anew', () => {
    const { facts } = new History()
      .lost()
      .judged({ outcome: 'settling', code: 'price_changed' })
      .judged(unbound, { thenRead: true, retryAtMs: 5 })
      .add(resend);
    expect(facts).toMatchObject({
      attention: null,
      attentionCode: null,
      refusedAfterUnknown: null,
      thenRead: false,
      retryAtMs: 0,
      wantedUntilMs: 99,
      resendDecidedAtMs: intendedAtMs + 7_000,
    });
  });

  it.each([
    ['not known to the service', new History().lost(), false],
    ['that the service holds', new History().judged(accepted), true],
  ])('that an order %s is not bought, with that', (_name, history, thoughHeld) => {
    expect(history.add(asBought).add(notBought).facts).toMatchObject({
      acceptedAsBought: null,
      notBought: { by: 'decision', thoughHeld },
    });
  });

  it('that it is bought counts against what contradicted it by then', () => {
    expect(new History().lost().add(asBought).facts.acceptedAsBought).toEqual([]);
    expect(new History().judged(completedVerdict({ differs: ['total'] })).add(asBought).facts.acceptedAsBought).toEqual(
      ['differs'],
    );
  });

  it('that it is bought counts again for what the service said against that', () => {
    const counted = new History().lost().add(asBought).judged({ outcome: 'failed' });
    expect(counted.add(asBought).facts.acceptedAsBought).toEqual(['failed_after_all']);
    const failed = new History().judged({ outcome: 'failed' });
    expect(failed.add(asBought).facts.acceptedAsBought).toEqual(['failed_after_all']);
  });

  it('that it is wanted for longer is taken', () => {
    expect(new History().add({ kind: 'wanted-extended', body: { wantedUntilMs: 5 } }).facts.wantedUntilMs).toBe(5);
  });
});

describe('codes', () => {
  const revealed = (id: string) =>
    ({
      kind: 'codes-revealed',
      body: { sealed: { id, sha256: '' }, requestId: null, soldCardIds: [soldCardId(1)] },
    }) as const;
  const answerOf = (history: History): string | undefined => history.facts.sealedCodes.get(soldCardId(1));
  const revealOf = (insteadOf?: string[]) =>
    ({
      kind: 'reveal-started',
      body: { attempt: 'r', call: 'revealCard', nonce: null, ...(insteadOf === undefined ? {} : { insteadOf }) },
    }) as const;

  it('stay with the first answer that brought them', () => {
    expect(answerOf(new History().add(revealed('first')).add(revealed('second')))).toBe('first');
  });

  it('are those of a later one once they were handed over', () => {
    const out = new History().add(revealed('first')).add(handedOver);
    expect(out.facts.handedOver).toBe(true);
    expect(answerOf(out.add(revealed('second')))).toBe('second');
  });

  it('are those of a later one where the first does not open any more, and only there', () => {
    const closed = new History()
      .add(revealed('first'))
      .add(revealOf(['first']))
      .add(revealOf(['another']));
    expect(closed.facts.closedAnswers).toEqual(new Set(['first', 'another']));
    expect(answerOf(closed.add(revealed('second')))).toBe('second');
    expect(
      answerOf(
        new History()
          .add(revealed('first'))
          .add(revealOf(['another']))
          .add(revealed('second')),
      ),
    ).toBe('first');
  });

  it('are none the fewer for a reveal that was asked for or came to nothing', () => {
    const before = new History().add(revealed('first'));
    const { facts } = before.add(revealOf()).add({ kind: 'reveal-failed', body: { attempt: 'r', reason: 'x' } });
    expect(facts.closedAnswers).toBeUndefined();
    expect(answerOf(before)).toBe('first');
  });

  it('count each time that they come out, and not where the clipboard refused them', () => {
    const shown = new History()
      .add({ kind: 'codes-shown', body: { soldCardIds: [soldCardId(1)] } })
      .add({ kind: 'codes-copied', body: { soldCardId: soldCardId(1), part: 'pin' } });
    expect(shown.facts.timesCodesOut).toBe(2);
    shown.add({ kind: 'codes-copy-failed', body: { soldCardId: soldCardId(1), part: 'pin' } });
    expect(shown.facts.timesCodesOut).toBe(1);
  });
});

describe('receipts', () => {
  const sent = (print: string, withCodes: boolean) =>
    ({
      kind: 'receipt-print-started',
      body: { print, withCodes, paper: '80mm', language: 'en', reason: null },
    }) as const;
  const saw = (print: string, printed: boolean) =>
    ({ kind: 'receipt-print-answered', body: { print, printed } }) as const;
  const two = () => new History().add(sent('plain', false)).add(sent('codes', true));

  it('are known from when the printer was asked', () => {
    expect(two().facts.prints).toEqual([
      { print: 'plain', withCodes: false, ended: null },
      { print: 'codes', withCodes: true, ended: null },
    ]);
    expect(two().facts.timesCodesOut).toBe(0);
  });

  it.each<readonly [string, Parameters<History['add']>[0], readonly unknown[], number]>([
    ['came out with codes', saw('codes', true), [null, 'printed'], 1],
    ['came out without codes', saw('plain', true), ['printed', null], 0],
    ['did not come out', saw('codes', false), [null, 'notPrinted'], 0],
    [
      'was refused by the printer',
      { kind: 'receipt-print-failed', body: { print: 'codes', reason: 'x' } },
      [null, 'failed'],
      0,
    ],
  ])('one that %s', (_name, event, ended, timesOut) => {
    const { prints, timesCodesOut } = two().add(event).facts;
    expect(prints.map((print) => print.ended)).toEqual(ended);
    expect(timesCodesOut).toBe(timesOut);
  });
});
