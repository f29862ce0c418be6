import { describe, expect, it } from 'vitest';
import type { Circumstances } from '../../../../../src-main/orders/machine/circumstances.ts';
import type { Verdict } from '../../../../../src-main/orders/machine/events.ts';
import type { KnownRead } from '../../../../../src-main/orders/machine/not-bought.ts';
import { knownReadOf, settle, type SettlingEvidence } from '../../../../../src-main/orders/machine/settling.ts';
import type { AttentionReason } from '../../../../../src-shared/contract/codes.ts';
import { circumstances, completedVerdict, History, intent, otherOperationId, wantedUntilMs } from '../order-samples.ts';

const late = wantedUntilMs + 1_000;
const { deployment, keyId } = intent.pinned;
const read = { call: 'getPartnerOrder', url: `${deployment}/v1/orders/x` } as const;
/** Sent at 1000, a read counts from 1421 on and a second one 300 seconds later. */
const [first, second] = [1_421, 1_721];
const known: KnownRead = { operationId: otherOperationId, found: true, keyId, atSeconds: second };
const gate: Verdict = { outcome: 'nothing', code: 'insufficient_scope' };
const limit: Verdict = { outcome: 'nothing', code: 'rate_limited' };
const unbound: Verdict = { outcome: 'nothing', code: 'resource_not_found' };
const noCode: Verdict = { outcome: 'nothing', code: null };
const unverified: Verdict = { outcome: 'unverified', reason: 'signature_missing' };
const accepted: Verdict = { outcome: 'accepted', recoveryExhausted: false };

const lost = (sentAtSeconds = 1_000): History => new History().lost('createPartnerOrder', { sentAtSeconds });

function notFound(history: History, signedAtSeconds: number): History {
  return history.judged({ outcome: 'notFound', createdAtSeconds: signedAtSeconds }, { ...read, signedAtSeconds });
}

/** Read twice, and not found in a way that proves what can be proved. */
const twice = (): History => notFound(notFound(lost(), first), second);

function reads(history: History, count: number, verdict: Verdict): History {
  return Array.from({ length: count }).reduce<History>((before) => before.judged(verdict, read), history);
}

function settled(history: History, evidence: Partial<SettlingEvidence> = {}, at: Partial<Circumstances> = {}) {
  return settle(
    history.facts,
    { isCopySuspected: false, known, ...evidence },
    circumstances({ nowMs: late, serviceNowMs: late, ...at }),
  );
}

const asks = (reason: AttentionReason) => ({ kind: 'asksPerson', reason });

describe('settling an order', () => {
  it('ends with the proof that nothing was bought', () => {
    expect(settled(twice())).toEqual({
      kind: 'notBought',
      proof: {
        latestDeadlineSeconds: 1_060,
        notFoundAtSeconds: [first, second],
        knownOperationId: otherOperationId,
        knownReadAtSeconds: second,
      },
    });
  });

  it.each<readonly [string, History, Partial<Circumstances>]>([
    ['there is no key to say on what terms', twice(), { terms: null }],
    ['the sale is wanted still', twice(), { nowMs: wantedUntilMs }],
    ['the service holds the order', twice().judged(accepted, read), {}],
    ['it is over', twice().judged({ outcome: 'failed' }, read), {}],
  ])('has not begun where %s', (_name, history, at) => {
    expect(settled(history, {}, at)).toEqual({ kind: 'open' });
  });

  it('has another order of ours read where that is all that lacks', () => {
    expect(settled(twice(), { known: 'unread' })).toEqual({ kind: 'readKnown' });
    expect(settled(notFound(lost(), first), { known: 'unread' })).toEqual({ kind: 'open' });
  });

  it('goes on where that read says nothing', () => {
    expect(settled(twice(), { known: null })).toEqual({ kind: 'open' });
  });

  it.each<readonly [AttentionReason, History, Partial<SettlingEvidence>, Partial<Circumstances>]>([
    ['fence_no_known_order', twice(), { known: 'none' }, {}],
    ['fence_known_order_missing', twice(), { known: { ...known, found: false } }, {}],
    ['records_restored', twice(), { isCopySuspected: true }, {}],
    ['records_restored', twice().add({ kind: 'order-held-back', body: { boundarySeq: 1 } }), {}, {}],
    [
      'fence_not_declared',
      twice(),
      {},
      { notBoughtTerms: { declared: null, answerSkewSeconds: 60, requestSkewSeconds: 60 } },
    ],
    [
      'fence_other_terms',
      twice(),
      {},
      { terms: { pinned: { ...intent.pinned, keyId: 'another' }, profileHash: 'profile-1', safeResendMs: null } },
    ],
    [
      'fence_other_terms',
      twice(),
      {},
      {
        terms: {
          pinned: { ...intent.pinned, deployment: 'https://a.example' },
          profileHash: 'profile-1',
          safeResendMs: null,
        },
      },
    ],
    [
      'fence_other_terms',
      twice(),
      {},
      { terms: { pinned: intent.pinned, profileHash: 'profile-2', safeResendMs: null } },
    ],
  ])('asks a person where it cannot be proved: %s', (reason, history, evidence, at) => {
    expect(settled(history, evidence, at)).toEqual(asks(reason));
  });

  it('asks once, and again only for another reason', () => {
    const asked = twice().add({ kind: 'attention-raised', body: { reason: 'fence_no_known_order' } });
    expect(settled(asked, { known: 'none' })).toEqual({ kind: 'open' });
    expect(settled(asked, { known: { ...known, found: false } })).toEqual(asks('fence_known_order_missing'));
  });

  it('asks a person where a request is dated so far ahead that a proof would take long', () => {
    const dated = (aheadSeconds: number) => settled(lost(late / 1000 + aheadSeconds));
    expect(dated(601)).toEqual(asks('fence_dated_ahead'));
    expect(dated(600)).toEqual({ kind: 'open' });
  });

  it('does not ask for that date once the proof holds all the same', () => {
    expect(settled(twice(), { known: null }, { serviceNowMs: 0 })).toEqual({ kind: 'open' });
  });

  it('goes on where a person is asked already and there is nothing else to ask them', () => {
    expect(settled(lost().add({ kind: 'attention-raised', body: { reason: 'no_word' } }))).toEqual({ kind: 'open' });
  });

  it('ends after twelve answers without a word, though one between them got lost', () => {
    expect(settled(reads(reads(lost(), 6, limit).lost('getPartnerOrder'), 6, limit))).toEqual({
      kind: 'asksPerson',
      reason: 'no_word',
    });
  });
});

describe('a service that goes on without a word on the order', () => {
  it.each<readonly [string, History, AttentionReason | null]>([
    ['nothing was read', lost(), null],
    ['three gates stood before it', reads(lost(), 3, gate), 'no_word'],
    ['two did', reads(lost(), 2, gate), null],
    ['three did, with another answer between', reads(lost().judged(gate, read).judged(limit, read), 2, gate), null],
    ['three did, after other answers', reads(reads(lost(), 2, limit), 3, gate), 'no_word'],
    ['three answers could not be verified', reads(lost(), 3, unverified), null],
    ['three were refusals without a code', reads(lost(), 3, noCode), null],
    ['eleven answers said nothing', reads(lost(), 11, limit), null],
    ['twelve did', reads(lost(), 12, limit), 'no_word'],
    ['twelve could not be verified', reads(lost(), 12, unverified), 'no_word'],
    ['twelve did not find it, but were bound to nothing', reads(lost(), 12, unbound), 'not_found_not_bound'],
    ['the last three of twelve did not', reads(reads(lost(), 9, limit), 3, unbound), 'not_found_not_bound'],
    ['the last two of twelve did not', reads(reads(lost(), 10, limit), 2, unbound), 'no_word'],
    ['one of twelve was bound', reads(notFound(reads(lost(), 6, limit), 1), 6, limit), null],
    ['twelve came after one that was', reads(notFound(lost(), 1), 12, limit), 'no_word'],
    ['one of twelve came before the order went out again', reads(reads(lost(), 1, limit).lost(), 11, limit), null],
    ['one of twelve got lost', reads(reads(lost(), 6, limit).lost('getPartnerOrder'), 5, limit), null],
  ])('is for a person or not where %s', (_name, history, reason) => {
    expect(settled(history)).toEqual(reason === null ? { kind: 'open' } : asks(reason));
  });

  it('is so sooner where fewer answers are asked for', () => {
    const counts = { readsForInvoice: 1, reportRefusals: 1, readsInVain: 1, gates: 1, silentAnswers: 2 };
    expect(settled(reads(lost(), 1, gate), {}, { counts })).toEqual(asks('no_word'));
    expect(settled(reads(lost(), 1, limit), {}, { counts })).toEqual({ kind: 'open' });
    expect(settled(reads(lost(), 2, limit), {}, { counts })).toEqual(asks('no_word'));
  });
});

describe('what the latest read of another order shows of it', () => {
  const on = { ...read, signedAtSeconds: 77 };
  const shown = (found: boolean): KnownRead => ({ operationId: otherOperationId, found, keyId, atSeconds: 77 });

  it.each<readonly [string, History, KnownRead | null]>([
    ['that it is bought', lost().judged(completedVerdict(), on), shown(true)],
    ['that it is taken', lost().judged(accepted, on), shown(true)],
    ['that it failed', lost().judged({ outcome: 'failed' }, on), shown(true)],
    ['that it is not found', lost().judged({ outcome: 'notFound', createdAtSeconds: 77 }, on), shown(false)],
    ['nothing, where it was refused', lost().judged(gate, on), null],
    ['nothing, where only a POST was answered', new History().judged(accepted, { signedAtSeconds: 77 }), null],
    ['nothing, where the latest got lost', lost().judged(accepted, on).lost('getPartnerOrder'), null],
    [
      'nothing, where the latest could not be verified',
      lost()
        .started('getPartnerOrder')
        .add({
          kind: 'answer-unverified',
          body: { attempt: 'attempt-2', sealed: null, httpStatus: 502, reason: 'stale', retryAtMs: 0 },
        }),
      null,
    ],
    ['that still, where a POST got lost since', lost().judged(accepted, on).lost(), shown(true)],
    ['nothing, where none was made', lost(), null],
  ])('is %s', (_name, history, expected) => {
    expect(knownReadOf(otherOperationId, history.facts)).toEqual(expected);
  });

  it('is with the key that it was read with', () => {
    const history = lost().judged(accepted, { ...on, keyId: 'another' });
    expect(knownReadOf(otherOperationId, history.facts)).toMatchObject({ keyId: 'another' });
  });
});
