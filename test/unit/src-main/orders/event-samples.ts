import type { OrderEventBody, OrderEventKind } from '../../../../src-main/orders/machine/events.ts';
import { completedVerdict, intent, otherOperationId, soldCardId, wantedUntilMs } from './order-samples.ts';

const attempt = 'attempt-1';
const print = 'print-1';
const sealed = { id: 'answer:attempt-1', sha256: 'hash' };

/** A body of each kind of event of an order. */
export const eventBodies: { readonly [K in OrderEventKind]: OrderEventBody<K> } = {
  'order-intended': { ...intent, chainHead: 'head', cardName: { ar: 'زين', en: 'Zain' }, replaces: otherOperationId },
  'attempt-started': {
    attempt,
    call: 'createPartnerOrder',
    url: intent.pinned.url,
    headers: [['Nonce', 'nonce-1']],
    nonce: 'nonce-1',
    createdAtSeconds: 1,
    expiresAtSeconds: 61,
    keyId: intent.pinned.keyId,
    profileHash: 'profile-1',
  },
  'attempt-not-sent': { attempt, retryAtMs: 1 },
  'attempt-lost': { attempt, reason: 'connection_lost', retryAtMs: 1 },
  'answer-sealed': { attempt, sealed, bytes: 12, httpStatus: 201 },
  'answer-unverified': { attempt, sealed: null, httpStatus: 200, reason: 'signature_missing', retryAtMs: 1 },
  'answer-judged': {
    attempt,
    sealed,
    httpStatus: 201,
    requestId: 'request-1',
    verdict: completedVerdict(),
    createdAtSeconds: 1,
    thenRead: false,
    retryAtMs: 0,
    asked: { untilMs: 2_000, waitMs: 1_000 },
  },
  'wanted-extended': { wantedUntilMs },
  'attention-raised': { reason: 'no_word' },
  'order-cancelled': {},
  'order-replaced': { by: otherOperationId },
  'order-held-back': { boundarySeq: 7 },
  'order-not-bought': {
    latestDeadlineSeconds: 61,
    notFoundAtSeconds: [70, 80],
    knownOperationId: otherOperationId,
    knownReadAtSeconds: 90,
  },
  'decision-made': { choice: 'resend', reason: 'no_word', wantedUntilMs },
  'reveal-started': { attempt, call: 'revealPartnerOwnedCard', nonce: null, profileHash: 'p', insteadOf: [sealed.id] },
  'reveal-failed': { attempt, reason: 'unknown_key' },
  'codes-revealed': { sealed, requestId: null, soldCardIds: [soldCardId(1)] },
  'codes-shown': { soldCardIds: [soldCardId(1)] },
  'codes-copied': { soldCardId: soldCardId(1), part: 'voucher' },
  'codes-copy-failed': { soldCardId: soldCardId(1), part: 'voucher' },
  'receipt-print-started': { print, withCodes: true, paper: '80mm', language: 'en', reason: 'lost' },
  'receipt-print-failed': { print, reason: 'printer_unavailable' },
  'receipt-print-answered': { print, printed: true },
  'codes-handed-over': {},
  'codes-kept-back': { returned: print },
  'codes-file-started': { file: print, reason: 'order 17' },
  'codes-file-failed': { file: print, reason: 'not_saved' },
  'codes-file-saved': { file: print, times: 2 },
};
