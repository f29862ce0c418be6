import type { OrderDetail } from '../../../src-shared/contract/schemas.ts';
import { chargedIn } from '../machine/charged.ts';
import type { OrderEvent, Verdict } from '../machine/events.ts';
import { sentReference } from '../machine/placing.ts';
import { instant } from './order-view.ts';

export type TimelineEntry = OrderDetail['timeline'][number];

/** The events of one order as entries that the message catalogue puts into words. No entry holds a code of a card. */
export function timelineOf(events: readonly OrderEvent[]): TimelineEntry[] {
  return events.map((event) => ({ at: instant(event.atMs), ...entryOf(event), ...personIn(event) }));
}

/** Who did it. The `by` of an order that was replaced is the order that took its place. */
function personIn({ kind, body }: OrderEvent): Pick<TimelineEntry, 'by' | 'approvedBy'> {
  const approved = 'approvedBy' in body ? { approvedBy: body.approvedBy } : {};
  return kind !== 'order-replaced' && 'by' in body ? { by: body.by, ...approved } : {};
}

function entryOf(event: OrderEvent): Pick<TimelineEntry, 'kind' | 'facts'> {
  switch (event.kind) {
    case 'order-intended': {
      const { quantity, externalReference = null, chainHead, body } = event.body;
      const { total, currency } = chargedIn(event.body);
      const isKnown = chainHead !== undefined && body !== undefined;
      const sent = !isKnown ? {} : { sentReference: sentReference(externalReference, chainHead) };
      return { kind: 'intended', facts: { quantity, total, currency, ...sent } };
    }
    case 'attempt-started':
      return { kind: 'attempt', facts: { call: event.body.call } };
    case 'attempt-not-sent':
      return { kind: 'notSent', facts: {} };
    case 'attempt-lost':
      return { kind: 'noAnswer', facts: { reason: event.body.reason } };
    case 'answer-sealed':
      return { kind: 'answerKept', facts: { httpStatus: event.body.httpStatus } };
    case 'answer-unverified':
      return { kind: 'answerUnverified', facts: { httpStatus: event.body.httpStatus, reason: event.body.reason } };
    case 'answer-judged':
      return judgedEntry(event.body.verdict, event.body.httpStatus, event.body.requestId);
    case 'wanted-extended':
      return { kind: 'keptWanted', facts: { until: instant(event.body.wantedUntilMs) } };
    case 'attention-raised':
      return { kind: 'attention', facts: { reason: event.body.reason } };
    case 'order-cancelled':
      return { kind: 'cancelled', facts: {} };
    case 'order-replaced':
      return { kind: 'replaced', facts: { by: event.body.by } };
    case 'order-held-back':
      return { kind: 'heldBack', facts: {} };
    case 'order-not-bought':
      return { kind: 'notBought', facts: {} };
    case 'decision-made':
      return { kind: 'decided', facts: { choice: event.body.choice, reason: event.body.reason } };
    case 'reveal-started':
      return { kind: 'revealAsked', facts: { call: event.body.call } };
    case 'reveal-failed':
      return { kind: 'revealFailed', facts: { reason: event.body.reason } };
    case 'codes-revealed':
      return {
        kind: 'codesRevealed',
        facts: { count: event.body.soldCardIds.length, requestId: event.body.requestId },
      };
    case 'codes-shown':
      return { kind: 'codesShown', facts: { count: event.body.soldCardIds.length } };
    case 'codes-copied':
      return { kind: 'codesCopied', facts: {} };
    case 'codes-copy-failed':
      return { kind: 'codesCopyFailed', facts: {} };
    case 'receipt-print-started':
      return {
        kind: 'receiptSent',
        facts: { with: event.body.withCodes ? 'codes' : 'nothing', reprintReason: event.body.reason },
      };
    case 'receipt-print-failed':
      return { kind: 'receiptFailed', facts: {} };
    case 'receipt-print-answered':
      return { kind: 'receiptAnswered', facts: { answer: event.body.printed ? 'printed' : 'notPrinted' } };
    case 'codes-handed-over':
      return { kind: 'handedOver', facts: {} };
    case 'codes-kept-back':
      return { kind: 'codesKeptBack', facts: {} };
    case 'codes-file-started':
      return { kind: 'codesFileStarted', facts: { note: event.body.reason } };
    case 'codes-file-failed':
      return { kind: 'codesFileFailed', facts: { why: event.body.reason } };
    case 'codes-file-saved':
      return { kind: 'codesFileSaved', facts: { times: event.body.times } };
  }
}

function judgedEntry(
  verdict: Verdict,
  httpStatus: number,
  requestId: string | null,
): Pick<TimelineEntry, 'kind' | 'facts'> {
  const shared = { httpStatus, requestId };
  switch (verdict.outcome) {
    case 'completed':
      return { kind: 'completed', facts: { ...shared, units: verdict.soldCardIds.length } };
    case 'failed':
      return { kind: 'failed', facts: shared };
    case 'refused':
      return { kind: 'refused', facts: { ...shared, code: verdict.code } };
    case 'attention':
      return { kind: 'attention', facts: { ...shared, reason: verdict.reason, code: verdict.code } };
    case 'unverified':
      return { kind: 'answerUnverified', facts: { httpStatus, reason: verdict.reason } };
    case 'accepted':
      return {
        kind: 'judged',
        facts: { ...shared, outcome: verdict.recoveryExhausted ? 'recoveryExhausted' : 'accepted', code: null },
      };
    case 'notFound':
      return { kind: 'judged', facts: { ...shared, outcome: 'notFound', code: null } };
    case 'blocked':
    case 'waiting':
    case 'settling':
    case 'unknown':
    case 'nothing':
      return { kind: 'judged', facts: { ...shared, outcome: verdict.outcome, code: verdict.code } };
  }
}
