import type { Db } from './database.ts';
import { randomBelow, randomUuid, type Randomness } from './randomness.ts';
import type { Stock } from './stock.ts';
import type { Wallets } from './wallets.ts';

export type OrderStatus = 'processing' | 'recoveryExhausted' | 'completed' | 'failed';

export interface Order {
  readonly operationId: string;
  readonly walletId: string;
  readonly cardId: string;
  readonly quantity: number;
  readonly totalThousandths: number;
  readonly bodySha256: string;
  readonly externalReference: string | null;
  readonly useAllowedDebt: number;
  readonly status: OrderStatus;
  /** 1 once an answer that reports the outcome was made, whether it arrived or not. */
  readonly reported: number;
  readonly invoiceId: string | null;
  readonly acceptedAtMs: number;
  readonly completedAtMs: number | null;
}

export type NewOrder = Pick<
  Order,
  | 'operationId'
  | 'walletId'
  | 'cardId'
  | 'quantity'
  | 'totalThousandths'
  | 'bodySha256'
  | 'externalReference'
  | 'useAllowedDebt'
>;

/** What an order comes to, and whether this answer says so. */
export interface OrderOutcome {
  readonly status: OrderStatus;
  readonly reported: boolean;
  /** Reported in an answer that never came: this one repeats it, without codes. */
  readonly elsewhere?: true;
}

const voucherAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Orders and their sales: one order for an operation id, and one sale for an order. */
export class Orders {
  readonly #db: Db;
  readonly #wallets: Wallets;
  readonly #stock: Stock;
  readonly #randomness: Randomness;

  constructor(db: Db, randomness: Randomness, wallets: Wallets, stock: Stock) {
    this.#db = db;
    this.#wallets = wallets;
    this.#stock = stock;
    this.#randomness = randomness;
  }

  find(operationId: string): Order | undefined {
    return this.#db.prepare<[string], Order>('SELECT * FROM orders WHERE operationId = ?').get(operationId);
  }

  ofInvoice(invoiceId: string): Order | undefined {
    return this.#db.prepare<[string], Order>('SELECT * FROM orders WHERE invoiceId = ?').get(invoiceId);
  }

  /** What was ordered from a wallet since then and has not failed. */
  orderedSince(walletId: string, sinceMs: number): number {
    const sql = `SELECT sum(totalThousandths) AS total FROM orders WHERE walletId = ? AND acceptedAtMs >= ? AND status <> 'failed'`;
    return this.#db.prepare<[string, number], { total: number | null }>(sql).get(walletId, sinceMs)?.total ?? 0;
  }

  all(): readonly Order[] {
    return this.#db.prepare<[], Order>('SELECT * FROM orders ORDER BY rowid').all();
  }

  /** Writes the order and, when it completes, its whole sale: durable when this returns, all or nothing. */
  accept(order: NewOrder, outcome: OrderOutcome, nowMs: number): Order {
    return this.#db
      .transaction(() => {
        this.#db
          .prepare(`INSERT INTO orders VALUES (@operationId, @walletId, @cardId, @quantity, @totalThousandths, @bodySha256,
        @externalReference, @useAllowedDebt, 'processing', 0, NULL, @nowMs, NULL)`)
          .run({ ...order, nowMs });
        return this.#move(order, outcome, nowMs);
      })
      .immediate();
  }

  /** Moves an order that has no final outcome yet; a completion writes its sale. */
  settle(order: Order, outcome: OrderOutcome, nowMs: number): Order {
    return this.#db.transaction(() => this.#move(order, outcome, nowMs)).immediate();
  }

  markReported(operationId: string): void {
    this.#db.prepare('UPDATE orders SET reported = 1 WHERE operationId = ?').run(operationId);
  }

  #move(order: NewOrder, outcome: OrderOutcome, nowMs: number): Order {
    const completes = outcome.status === 'completed';
    this.#db
      .prepare('UPDATE orders SET status = ?, reported = ?, invoiceId = ?, completedAtMs = ? WHERE operationId = ?')
      .run(
        outcome.status,
        outcome.reported ? 1 : 0,
        completes ? randomUuid(this.#randomness) : null,
        completes ? nowMs : null,
        order.operationId,
      );
    if (completes) this.#sell(order);
    const moved = this.find(order.operationId);
    if (moved === undefined) throw new Error('the order just written is gone');
    return moved;
  }

  #sell(order: NewOrder): void {
    this.#wallets.debit(order.walletId, order.totalThousandths);
    this.#stock.take(order.cardId, order.quantity);
    const insert = this.#db.prepare(
      'INSERT INTO soldCards (id, operationId, serialNumber, voucher) VALUES (?, ?, ?, ?)',
    );
    const random = this.#randomness;
    for (let count = 0; count < order.quantity; count += 1)
      insert.run(randomUuid(random), order.operationId, newSerialNumber(random), newVoucher(random));
  }
}

function newSerialNumber(randomness: Randomness): string {
  return Array.from({ length: 14 }, () => randomBelow(randomness, 10)).join('');
}

function newVoucher(randomness: Randomness): string {
  const letter = () => voucherAlphabet.charAt(randomBelow(randomness, voucherAlphabet.length));
  const group = () => Array.from({ length: 4 }, letter).join('');
  return [group(), group(), group(), group()].join('-');
}
