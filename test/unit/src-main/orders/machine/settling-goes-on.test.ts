import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../../../src-main/orders/machine/events.ts';
import { meaningOf } from '../../../../../src-main/orders/machine/refusal-table.ts';
import { settle } from '../../../../../src-main/orders/machine/settling.ts';
import { circumstances, History, wantedUntilMs } from '../order-samples.ts';

const late = { nowMs: wantedUntilMs + 1_000, serviceNowMs: wantedUntilMs + 1_000 };
const limit: Verdict = { outcome: 'nothing', code: 'rate_limited' };
const lost = (): History => new History().lost('createPartnerOrder', { sentAtSeconds: 1_000 });

function reads(history: History, count: number): History {
  return Array.from({ length: count }).reduce<History>(
    (before) => before.judged(limit, { call: 'getPartnerOrder' }),
    history,
  );
}

const settled = ({ facts }: History) => settle(facts, { isCopySuspected: false, known: null }, circumstances(late));

describe('settling an order', () => {
  it('goes on where a person is asked already and there is nothing else to ask them', () => {
    expect(settled(lost().add({ kind: 'attention-raised', body: { reason: 'no_word' } }))).toEqual({ kind: 'open' });
  });

  it('ends after twelve answers without a word, though one between them got lost', () => {
    expect(settled(reads(reads(lost(), 6).lost('getPartnerOrder'), 6))).toEqual({
      kind: 'asksPerson',
      reason: 'no_word',
    });
  });
});

it('a code that nobody knows leaves the outcome open from status 500 on', () => {
  const meanings = [499, 500].map((status) => meaningOf('brand_new_code', status, 'first').meaning);
  expect(meanings).toEqual(['attention', 'unknown']);
});
