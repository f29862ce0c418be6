import { describe, expect, it } from 'vitest';
import { decide, type JudgedInput } from '../../../../../src-main/orders/machine/decide.ts';
import type { AnsweredOrder } from '../../../../../src-main/orders/machine/interpret.ts';
import { nextCall, ownTerms } from '../../../../../src-main/orders/machine/next-step.ts';
import { stateOf } from '../../../../../src-main/orders/machine/order.ts';
import { acceptedAnswer, circumstances, History, operationId, wantedUntilMs } from '../order-samples.ts';

const now = circumstances().nowMs;
const resendDecided = {
  kind: 'decision-made',
  body: { choice: 'resend', reason: 'no_word', wantedUntilMs },
} as const;
const asBought = {
  kind: 'decision-made',
  body: { choice: 'accept-as-bought', reason: 'no_word', wantedUntilMs },
} as const;
const unverified = { kind: 'unverified', reason: 'signature_missing' } as const;

/** The history once attempt `attempt` of it was answered as an order with this status. */
function answered(
  history: History,
  attempt: string,
  changes: Partial<JudgedInput> & { status?: AnsweredOrder['status'] },
) {
  const { status = 'failed', ...input } = changes;
  const decision = decide(
    operationId,
    history.facts,
    {
      kind: 'judged',
      attempt,
      call: 'getPartnerOrder',
      sealed: { id: `answer:${attempt}`, sha256: 'x' },
      httpStatus: 200,
      answer: acceptedAnswer({ status: 200, order: { operationId, status, soldCardIds: [], oddFields: [] } }),
      otherIntent: null,
      isAgain: false,
      ...input,
    },
    circumstances(),
  );
  if (!decision.ok) throw new Error(decision.error.code);
  for (const { kind, body } of decision.value.events) history.add({ kind, body });
  return history.facts;
}

describe('that an order failed', () => {
  const askedThenSentAgain = (): History =>
    new History().lost().started('getPartnerOrder').add(resendDecided).started('createPartnerOrder');

  it('ends it where nothing of it left since that was asked', () => {
    const failed = answered(new History().lost().started('getPartnerOrder'), 'attempt-2', {});
    expect(stateOf(failed, now)).toBe('failed');
  });

  it('ends nothing where the order was sent once more since: the service may have taken that anew', () => {
    const order = answered(askedThenSentAgain(), 'attempt-2', {});
    expect(order).toMatchObject({ failed: false, acknowledged: false });
    expect(stateOf(order, now)).toBe('unknown');
  });

  it('has the order read before anything else then, and a new word that it failed ends it', () => {
    const history = askedThenSentAgain();
    const order = answered(history, 'attempt-2', {});
    expect(nextCall(order, ownTerms(order), now)?.call).toBe('getPartnerOrder');
    const read = history.started('getPartnerOrder');
    expect(stateOf(answered(read, read.last, {}), now)).toBe('failed');
  });

  it('ends nothing either by a late answer to the first of two sendings, or by one verified only now', () => {
    const sentTwice = (): History => new History().lost().started('createPartnerOrder');
    expect(answered(sentTwice(), 'attempt-1', { call: 'createPartnerOrder' }).failed).toBe(false);
    const kept = new History().judged({ outcome: 'unverified', reason: 'unknown_key' }).lost('createPartnerOrder');
    expect(answered(kept, 'attempt-1', { call: 'createPartnerOrder', isAgain: true }).failed).toBe(false);
  });

  it('ends it where nothing but a read left since', () => {
    const history = new History().started('createPartnerOrder').started('getPartnerOrder');
    expect(answered(history, 'attempt-1', { call: 'createPartnerOrder' }).failed).toBe(true);
  });

  it('is the only word that a later sending takes the weight from', () => {
    const late = { call: 'createPartnerOrder', status: 'completed' } as const;
    expect(stateOf(answered(new History().lost().lost(), 'attempt-1', late), now)).toBe('completed');
  });

  it('ends it where what was to go out since never left', () => {
    const history = new History().lost().started('getPartnerOrder').notSent();
    expect(answered(history, 'attempt-2', {}).failed).toBe(true);
  });

  it('does not unsay what the later sending bought', () => {
    const history = new History().lost().started('getPartnerOrder').add(resendDecided).started('createPartnerOrder');
    const bought = answered(history, 'attempt-3', { call: 'createPartnerOrder', status: 'completed' });
    expect(stateOf(bought, now)).toBe('completed');
    expect(stateOf(answered(history, 'attempt-2', {}), now)).toBe('completed');
  });

  it('asks the person again who counted it as bought, whenever it was said', () => {
    const order = answered(askedThenSentAgain().add(asBought), 'attempt-2', {});
    expect(stateOf(order, now)).toBe('attention');
  });

  it('moves nothing where it cannot be verified', () => {
    const order = answered(askedThenSentAgain(), 'attempt-2', { answer: unverified });
    expect(order).toMatchObject({ failed: false, thenRead: false });
  });
});
