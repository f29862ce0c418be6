import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../../../src-main/orders/machine/events.ts';
import { nextCall } from '../../../../../src-main/orders/machine/next-step.ts';
import { circumstances, completedVerdict, History } from '../order-samples.ts';

const withoutInvoice = completedVerdict({ soldCardIds: [], invoiceId: null });
const withoutCodes = completedVerdict({ soldCardIds: [] });
const nothing: Verdict = { outcome: 'nothing', code: 'account_inactive' };
const attention: Verdict = { outcome: 'attention', reason: 'unexpected_refusal', code: 'brand_new_code' };
const read = { call: 'getPartnerOrder' } as const;

function times(count: number, history: History, one: (before: History) => History): History {
  return Array.from({ length: count }).reduce<History>((before) => one(before), history);
}

function callAfter(history: History): string | null {
  const { terms, nowMs } = circumstances();
  return nextCall(history.facts, terms, nowMs)?.call ?? null;
}

describe('an order that is completed without its invoice', () => {
  const reads = (count: number): History =>
    times(count, new History().judged(withoutInvoice), (before) => before.judged(withoutInvoice, read));

  it('is read again after eleven reads, and not after twelve', () => {
    expect([callAfter(reads(11)), callAfter(reads(12))]).toEqual(['getPartnerOrder', null]);
  });

  it('is read again whatever got lost beside them', () => {
    expect(callAfter(times(3, reads(11), (before) => before.lost('getPartnerOrder')))).toBe('getPartnerOrder');
  });

  it('needs none where all its codes came', () => {
    expect(callAfter(new History().judged(completedVerdict({ invoiceId: null })))).toBeNull();
  });
});

describe('an order whose first report is still to come', () => {
  const seen = (): History => new History().lost().judged(withoutCodes, read);

  it('is left to a reveal where the service refuses that for a person to see, again and again', () => {
    const refused = (count: number): History => times(count, seen(), (before) => before.judged(attention));
    expect([callAfter(refused(11)), callAfter(refused(12))]).toEqual(['createPartnerOrder', null]);
  });

  it('counts no refusal from before the latest read', () => {
    const before = seen().judged(nothing).judged(withoutCodes, read);
    expect(callAfter(times(11, before, (history) => history.judged(nothing)))).toBe('createPartnerOrder');
  });
});

describe('a read that is due', () => {
  it('is not in vain because it never left', () => {
    const due = new History().judged({ outcome: 'unknown', code: null }, { thenRead: true });
    const unsent = times(3, due, (history) => {
      history.started('getPartnerOrder');
      return history.add({ kind: 'attempt-not-sent', body: { attempt: history.last, retryAtMs: 0 } });
    });
    expect(callAfter(unsent)).toBe('getPartnerOrder');
  });
});
