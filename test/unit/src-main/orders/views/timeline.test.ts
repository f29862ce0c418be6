import { describe, expect, it } from 'vitest';
import {
  orderEventKinds,
  readOrderEvent,
  type OrderEvent,
  type OrderEventBody,
  type OrderEventKind,
  type Verdict,
} from '../../../../../src-main/orders/machine/events.ts';
import { timelineOf, type TimelineEntry } from '../../../../../src-main/orders/views/timeline.ts';
import { eventBodies } from '../event-samples.ts';
import { completedVerdict, intent, otherOperationId, soldCardId } from '../order-samples.ts';

const atMs = Date.parse('2026-03-01T09:00:00.000Z');
const at = '2026-03-01T09:00:00.000Z';
const by = '11111111-1111-4111-8111-111111111111';
const approvedBy = '22222222-2222-4222-8222-222222222222';

type Said = Pick<TimelineEntry, 'kind' | 'facts'>;

function entry<K extends OrderEventKind>(kind: K, body: OrderEventBody<K>): TimelineEntry | undefined {
  return timelineOf([eventOf(kind, body)])[0];
}

/** As it is read back from the journal. */
function eventOf(kind: OrderEventKind, body: object): OrderEvent {
  const event = readOrderEvent(kind, atMs, body);
  if (event === null) throw new Error(`no body of ${kind}`);
  return event;
}

const expected: { readonly [K in OrderEventKind]: Said } = {
  'order-intended': {
    kind: 'intended',
    facts: { quantity: 2, total: '2.500', currency: 'KWD', sentReference: 'head' },
  },
  'attempt-started': { kind: 'attempt', facts: { call: 'createPartnerOrder' } },
  'attempt-not-sent': { kind: 'notSent', facts: {} },
  'attempt-lost': { kind: 'noAnswer', facts: { reason: 'connection_lost' } },
  'answer-sealed': { kind: 'answerKept', facts: { httpStatus: 201 } },
  'answer-unverified': { kind: 'answerUnverified', facts: { httpStatus: 200, reason: 'signature_missing' } },
  'answer-judged': { kind: 'completed', facts: { httpStatus: 201, requestId: 'request-1', units: 2 } },
  'wanted-extended': { kind: 'keptWanted', facts: { until: '2023-11-14T22:23:20.000Z' } },
  'attention-raised': { kind: 'attention', facts: { reason: 'no_word' } },
  'order-cancelled': { kind: 'cancelled', facts: {} },
  'order-replaced': { kind: 'replaced', facts: { by: otherOperationId } },
  'order-held-back': { kind: 'heldBack', facts: {} },
  'order-not-bought': { kind: 'notBought', facts: {} },
  'decision-made': { kind: 'decided', facts: { choice: 'resend', reason: 'no_word' } },
  'reveal-started': { kind: 'revealAsked', facts: { call: 'revealPartnerOwnedCard' } },
  'reveal-failed': { kind: 'revealFailed', facts: { reason: 'unknown_key' } },
  'codes-revealed': { kind: 'codesRevealed', facts: { count: 1, requestId: null } },
  'codes-shown': { kind: 'codesShown', facts: { count: 1 } },
  'codes-copied': { kind: 'codesCopied', facts: {} },
  'codes-copy-failed': { kind: 'codesCopyFailed', facts: {} },
  'receipt-print-started': { kind: 'receiptSent', facts: { with: 'codes', reprintReason: 'lost' } },
  'receipt-print-failed': { kind: 'receiptFailed', facts: {} },
  'receipt-print-answered': { kind: 'receiptAnswered', facts: { answer: 'printed' } },
  'codes-handed-over': { kind: 'handedOver', facts: {} },
  'codes-kept-back': { kind: 'codesKeptBack', facts: {} },
  'codes-file-started': { kind: 'codesFileStarted', facts: { note: 'order 17' } },
  'codes-file-failed': { kind: 'codesFileFailed', facts: { why: 'not_saved' } },
  'codes-file-saved': { kind: 'codesFileSaved', facts: { times: 2 } },
};

it.each(orderEventKinds.map((kind) => ({ kind })))('says what happened, and when: $kind', ({ kind }) => {
  expect(timelineOf([eventOf(kind, eventBodies[kind])])).toEqual([{ at, ...expected[kind] }]);
});

const judged = eventBodies['answer-judged'];
const shared = { httpStatus: judged.httpStatus, requestId: judged.requestId };

const verdicts: readonly (Said & { readonly verdict: Verdict })[] = [
  { verdict: completedVerdict(), kind: 'completed', facts: { ...shared, units: 2 } },
  { verdict: { outcome: 'failed' }, kind: 'failed', facts: shared },
  {
    verdict: { outcome: 'refused', code: 'wallet_disabled' },
    kind: 'refused',
    facts: { ...shared, code: 'wallet_disabled' },
  },
  {
    verdict: { outcome: 'attention', reason: 'idempotency_conflict', code: 'idempotency_conflict' },
    kind: 'attention',
    facts: { ...shared, reason: 'idempotency_conflict', code: 'idempotency_conflict' },
  },
  // What an answer that cannot be verified calls itself is nobody's word.
  {
    verdict: { outcome: 'unverified', reason: 'unknown_key' },
    kind: 'answerUnverified',
    facts: { httpStatus: 201, reason: 'unknown_key' },
  },
  {
    verdict: { outcome: 'accepted', recoveryExhausted: false },
    kind: 'judged',
    facts: { ...shared, outcome: 'accepted', code: null },
  },
  {
    verdict: { outcome: 'accepted', recoveryExhausted: true },
    kind: 'judged',
    facts: { ...shared, outcome: 'recoveryExhausted', code: null },
  },
  {
    verdict: { outcome: 'notFound', createdAtSeconds: 1 },
    kind: 'judged',
    facts: { ...shared, outcome: 'notFound', code: null },
  },
  ...(['blocked', 'waiting', 'settling', 'unknown', 'nothing'] as const).map((outcome) => ({
    verdict: { outcome, code: 'rate_limited' },
    kind: 'judged' as const,
    facts: { ...shared, outcome, code: 'rate_limited' },
  })),
];

it.each(verdicts)('says what an answer meant: $verdict.outcome $facts.outcome', ({ verdict, kind, facts }) => {
  expect(entry('answer-judged', { ...judged, verdict })).toEqual({ at, kind, facts });
});

describe('of a sale', () => {
  const factsOf = (changes: Partial<OrderEventBody<'order-intended'>>): unknown =>
    entry('order-intended', { ...intent, ...changes })?.facts;

  it('says what the customer pays, not what the card costs', () => {
    const charge = { price: '1.500', total: '3.000', currency: 'KWD', source: 'rule' as const };
    const rest = { ruleId: null, margin: '0.500', revision: 4 };
    expect(factsOf({ charge: { ...charge, ...rest } })).toEqual({ quantity: 2, total: '3.000', currency: 'KWD' });
  });

  it('names the reference that was sent, with the head of the chain before it', () => {
    expect(factsOf({ chainHead: 'head', externalReference: null })).toHaveProperty('sentReference', 'head');
    const own = factsOf({ chainHead: 'head', externalReference: 'invoice 12' });
    expect(own).toHaveProperty('sentReference', expect.stringMatching(/^head.+invoice 12$/));
  });

  it('names none where the journal was not countersigned, or the text does not open', () => {
    expect(factsOf({ externalReference: 'invoice 12' })).not.toHaveProperty('sentReference');
    const { body: _, ...unreadable } = intent;
    const facts = entry('order-intended', { ...unreadable, chainHead: 'head' })?.facts;
    expect(facts).not.toHaveProperty('sentReference');
  });
});

describe('of who did it', () => {
  it('names the person, and who approved it besides', () => {
    const shown = { soldCardIds: [soldCardId(1), soldCardId(2)] };
    expect(timelineOf([eventOf('codes-shown', { ...shown, by, approvedBy })])).toEqual([
      { at, kind: 'codesShown', facts: { count: 2 }, by, approvedBy },
    ]);
    expect(timelineOf([eventOf('codes-handed-over', { by })])).toEqual([{ at, kind: 'handedOver', facts: {}, by }]);
  });

  it('takes the order that stands for a replaced one for nobody', () => {
    expect(entry('order-replaced', { by: otherOperationId })).not.toHaveProperty('by');
  });
});

it('tells a receipt without codes, a first one, and one that did not come out', () => {
  const started = eventBodies['receipt-print-started'];
  expect(entry('receipt-print-started', { ...started, withCodes: false, reason: null })?.facts).toEqual({
    with: 'nothing',
    reprintReason: null,
  });
  expect(entry('receipt-print-answered', { print: 'print-1', printed: false })?.facts).toEqual({
    answer: 'notPrinted',
  });
});

it('keeps the order of the events', () => {
  const kinds = timelineOf(orderEventKinds.map((kind) => eventOf(kind, eventBodies[kind]))).map(({ kind }) => kind);
  expect(kinds).toEqual(orderEventKinds.map((kind) => expected[kind].kind));
});
