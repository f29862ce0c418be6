import type { Db } from './database.ts';

/** A card somebody owns. Serial number and voucher are secret: they leave only in an answer made to reveal them. */
export interface SoldCard {
  readonly position: number;
  readonly id: string;
  readonly operationId: string;
  readonly serialNumber: string;
  readonly voucher: string;
  readonly revealedAtMs: number | null;
  readonly walletId: string;
  readonly cardId: string;
  readonly invoiceId: string;
  readonly completedAtMs: number;
}

const select = `SELECT soldCards.*, orders.walletId, orders.cardId, orders.invoiceId, orders.completedAtMs
  FROM soldCards JOIN orders USING (operationId)`;

export class SoldCards {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  ofOrder(operationId: string): readonly SoldCard[] {
    return this.#db.prepare<[string], SoldCard>(`${select} WHERE operationId = ? ORDER BY position`).all(operationId);
  }

  find(walletId: string, id: string): SoldCard | undefined {
    return this.#db
      .prepare<[string, string], SoldCard>(`${select} WHERE walletId = ? AND soldCards.id = ?`)
      .get(walletId, id);
  }

  /** The wallet's cards, newest first, from below a position. */
  newest(walletId: string, belowPosition: number, limit: number): readonly SoldCard[] {
    const sql = `${select} WHERE walletId = ? AND position < ? ORDER BY position DESC LIMIT ?`;
    return this.#db.prepare<[string, number, number], SoldCard>(sql).all(walletId, belowPosition, limit);
  }

  markRevealed(operationId: string, nowMs: number): void {
    this.#db.prepare('UPDATE soldCards SET revealedAtMs = ? WHERE operationId = ?').run(nowMs, operationId);
  }

  markCardRevealed(id: string, nowMs: number): void {
    this.#db.prepare('UPDATE soldCards SET revealedAtMs = ? WHERE id = ?').run(nowMs, id);
  }
}
