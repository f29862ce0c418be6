import type { SoldCard } from '../state/sold-cards.ts';
import { isoTime } from './call.ts';

/** "RevealedCredential": the one place where codes are put into an answer. */
export function revealedCredential(card: SoldCard, nowMs: number): unknown {
  return { soldCardId: card.id, serialNumber: card.serialNumber, voucher: card.voucher, revealedAt: isoTime(nowMs) };
}
