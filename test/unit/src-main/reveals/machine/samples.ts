import {
  readRevealEvent,
  type RevealEvent,
  type RevealEventBody,
  type RevealEventKind,
} from '../../../../../src-main/reveals/machine/events.ts';
import type { SoldOrder } from '../../../../../src-main/reveals/machine/sold-order.ts';
import type { RevealSubject } from '../../../../../src-main/reveals/machine/subject.ts';
import { invoiceId, operationId, soldCardId, walletId } from '../../orders/order-samples.ts';

/** A bought order of two cards, of which `cards` lie here in the answer `answer:1`. */
export function soldOrder(cards: readonly number[], changes: Partial<SoldOrder> = {}): SoldOrder {
  return {
    intent: { walletId, quantity: 2 },
    completed: { invoiceId, differs: [] },
    sealedCodes: new Map(cards.map((card) => [soldCardId(card), 'answer:1'])),
    timesCodesOut: 0,
    handedOver: false,
    keptBack: false,
    ...changes,
  };
}

export function orderSubject(
  order: SoldOrder,
  listed: readonly number[] | null = null,
): Extract<RevealSubject, { kind: 'order' }> {
  const cards = listed === null ? null : new Set(listed.map(soldCardId));
  return { kind: 'order', operationId, order, listed: cards, insteadOf: [] };
}

export function recorded<K extends RevealEventKind>(
  seq: number,
  kind: K,
  body: RevealEventBody<K>,
  atMs = seq * 1_000,
): RevealEvent {
  const event = readRevealEvent({ kind, seq, atMs, body: JSON.parse(JSON.stringify(body)) as unknown });
  if (event === null) throw new Error(`${kind} does not fit its schema`);
  return event;
}

export function sealedAs(id: string) {
  return { id, sha256: '' };
}
