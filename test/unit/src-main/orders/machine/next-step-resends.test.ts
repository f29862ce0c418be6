import { describe, expect, it } from 'vitest';
import type { Terms } from '../../../../../src-main/orders/machine/circumstances.ts';
import type { Verdict } from '../../../../../src-main/orders/machine/events.ts';
import {
  isBeingSettled,
  nextCall,
  ownTerms,
  safeResendMsOf,
} from '../../../../../src-main/orders/machine/next-step.ts';
import { circumstances, History, intendedAtMs, intent } from '../order-samples.ts';

const accepted: Verdict = { outcome: 'accepted', recoveryExhausted: false };
const own = ownTerms(new History().facts);

function callAt(history: History, nowMs: number, terms: Terms): string | null {
  return nextCall(history.facts, terms, nowMs)?.call ?? null;
}

it('the terms of an order itself are what it was pinned to, for as long as it takes', () => {
  expect(own).toEqual({ pinned: intent.pinned, profileHash: '', safeResendMs: null });
});

it('the service remembers an id as long as its deployment says, and a day where it says nothing', () => {
  expect([safeResendMsOf(2), safeResendMsOf(null)]).toEqual([2 * 3_600_000, 24 * 3_600_000]);
});

describe('an order that the service may have forgotten', () => {
  const terms: Terms = { ...own, safeResendMs: 30_000 };
  /** After the first event of a history, and after the third. */
  const [first, third] = [intendedAtMs + 1_000, intendedAtMs + 3_000];

  it('may go out again up to the last moment', () => {
    const history = new History().lost();
    const calls = [first + 30_000, first + 30_001].map((nowMs) => callAt(history, nowMs, terms));
    expect(calls).toEqual(['createPartnerOrder', 'getPartnerOrder']);
  });

  it.each<readonly [string, History]>([
    ['a request that never left', new History().notSent()],
    ['a read', new History().lost('getPartnerOrder')],
  ])('is remembered from its first POST on, and not from %s', (_name, before) => {
    const history = before.lost();
    expect(callAt(history, first + 30_001, terms)).toBe('createPartnerOrder');
    expect(callAt(history, third + 30_001, terms)).toBe('getPartnerOrder');
  });
});

describe('a resend that would differ', () => {
  const other: Terms = { ...own, pinned: { ...intent.pinned, keyId: 'another' }, profileHash: 'profile-1' };
  const read = { call: 'getPartnerOrder' } as const;

  it('is not made for a read with another key, whatever profile that was by', () => {
    const { nowMs } = circumstances();
    expect(callAt(new History().lost().judged(accepted, read), nowMs, other)).toBe('getPartnerOrder');
    expect(callAt(new History().lost().judged(accepted, { ...read, keyId: 'another' }), nowMs, other)).toBe(
      'createPartnerOrder',
    );
  });

  it('to the pinned address is made also where a POST came after the read that showed the order', () => {
    const { nowMs } = circumstances();
    const shown = new History()
      .lost()
      .judged(accepted, { ...read, keyId: 'another' })
      .lost();
    expect(callAt(shown, nowMs, other)).toBe('createPartnerOrder');
  });
});

it('an order that asks nobody is not settled for the question that it once asked', () => {
  const given = new History()
    .lost()
    .add({ kind: 'attention-raised', body: { reason: 'no_word' } })
    .judged({ outcome: 'failed' });
  const counted = new History().add({ kind: 'attention-raised', body: { reason: 'no_word' } }).add({
    kind: 'decision-made',
    body: { choice: 'accept-not-bought', reason: 'no_word', wantedUntilMs: intendedAtMs },
  });
  const { nowMs } = circumstances();
  expect([given, counted].map(({ facts }) => isBeingSettled(facts, nowMs))).toEqual([false, false]);
});
