import { isDeepStrictEqual } from 'node:util';
import { verdictSchema, type OrderCall, type Verdict } from '../../../src-main/orders/machine/events.ts';
import type { Position } from '../../../src-main/orders/machine/refusal-table.ts';
import type { Judged } from '../../../src-main/partner-api/judge.ts';
import { readCredentials } from '../../../src-main/partner-api/operations/credential.ts';
import { type JudgedSample } from '../../unit/src-main/orders/answer-samples.ts';
import { intent, operationId, otherOperationId } from '../../unit/src-main/orders/order-samples.ts';
import type { Mutant } from './mutant.ts';
import type { Seam } from './seam.ts';
import type { Truth } from './service.ts';

const positions: readonly Position[] = ['first', 'afterUnknown', 'afterAccepted'];

/**
 * What an answer may make of an order, whatever it is: known from what was signed, not from what the judge says of it.
 */
export function orderFault(
  seam: Seam,
  call: OrderCall,
  { usedBy }: Mutant,
  { judged, truth }: { readonly judged: Judged; readonly truth: Truth },
): string | null {
  for (const position of positions) {
    const input: JudgedSample = {
      judged,
      call,
      position,
      operationId,
      intent,
      intentOf: (other) => (other === otherOperationId ? intent : null),
      signatureUsedBy: usedBy ?? null,
    };
    const interpretation = seam.interpret(input);
    const { verdict, about } = interpretation;
    if (!verdictSchema.safeParse(verdict).success) return 'a verdict that the journal cannot read';
    if (judged.kind === 'unverified' || usedBy !== undefined) {
      if (verdict.outcome !== 'unverified' || about !== undefined || interpretation.thenRead)
        return 'an answer that proves nothing moves an order';
      continue;
    }
    const fault = verdictFault(verdict, truth, call, position);
    if (fault !== null) return `${fault} (${position})`;
    if (
      about !== undefined &&
      (about.operationId !== otherOperationId || bodyOf(truth)['operationId'] !== otherOperationId)
    )
      return 'filed under an order that it does not name';
  }
  return null;
}

function verdictFault(verdict: Verdict, truth: Truth, call: OrderCall, position: Position): string | null {
  const { operationId: named, status, code } = bodyOf(truth);
  const success = truth.status >= 200 && truth.status < 300;
  const ours = success && named === operationId;
  const unique = truth.bound.has('nonce') || truth.bound.has('idempotency-key');
  switch (verdict.outcome) {
    case 'completed':
    case 'failed':
      return ours && status === verdict.outcome ? null : `${verdict.outcome} without an order of ours that says so`;
    case 'accepted':
      if (ours && status === (verdict.recoveryExhausted ? 'recoveryExhausted' : 'processing')) return null;
      if (ours && !verdict.recoveryExhausted && isOfALaterVersion(truth)) return null;
      return success && truth.status === 202 && unique && call === 'createPartnerOrder'
        ? null
        : 'accepted without an order of ours or a bound 202';
    case 'refused':
      if (success || call !== 'createPartnerOrder' || verdict.code !== code)
        return 'refused without a refusal of the purchase';
      if (position !== 'first') return 'a refusal after an unknown or an acceptance ends an order';
      return unique ? null : 'a refusal that is not bound to this request ends an order';
    case 'notFound': {
      const bound = truth.bound.has('@method') && truth.bound.has('@path');
      return truth.status === 404 && code === 'resource_not_found' && bound && call === 'getPartnerOrder'
        ? null
        : 'not found without a bound 404';
    }
    case 'unverified':
      return 'a verified answer is called unverified';
    default:
      return ours && isDeepStrictEqual(position, 'first') && verdict.outcome === 'nothing'
        ? 'an order of ours moves nothing'
        : null;
  }
}

/** A status that the API does not name yet: asked for again, so long as no codes came with it. */
function isOfALaterVersion(truth: Truth): boolean {
  const { status, soldCards } = bodyOf(truth);
  return (
    typeof status === 'string' &&
    !known.includes(status) &&
    readCredentials(Array.isArray(soldCards) ? soldCards : []).usable.length === 0
  );
}

const known: readonly string[] = ['processing', 'recoveryExhausted', 'completed', 'failed'];

function bodyOf(truth: Truth): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(truth.body));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : {};
  } catch {
    return {};
  }
}
