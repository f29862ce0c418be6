import { seededId } from '../seed/catalogue.ts';
import { wallets as seeds, type Currency } from '../seed/wallets.ts';
import { toThousandths } from '../rules/money.ts';
import type { Db } from './database.ts';

export interface Wallet {
  readonly id: string;
  readonly currency: Currency;
  readonly nameAr: string;
  readonly nameEn: string;
  readonly balanceThousandths: number;
  readonly allowedDebtThousandths: number | null;
  readonly status: 'enabled' | 'disabled' | 'expired';
}

export interface WalletChange {
  readonly status?: Wallet['status'] | undefined;
  readonly balanceThousandths?: number | undefined;
}

const columns = 'id, currency, nameAr, nameEn, balanceThousandths, allowedDebtThousandths, status';

export class Wallets {
  readonly #db: Db;

  constructor(db: Db, seed: string) {
    this.#db = db;
    const insert = db.prepare(`INSERT OR IGNORE INTO wallets (position, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, 'enabled')`);
    for (const [position, wallet] of seeds.entries()) {
      const debt = wallet.allowedDebt === undefined ? null : toThousandths(wallet.allowedDebt);
      const { currency, name, balance } = wallet;
      insert.run(position, seededId(seed, `wallet:${currency}`), currency, name.ar, name.en, toThousandths(balance), debt);
    }
  }

  list(): readonly Wallet[] {
    return this.#db.prepare<[], Wallet>(`SELECT ${columns} FROM wallets ORDER BY position`).all();
  }

  find(id: string): Wallet | undefined {
    return this.#db.prepare<[string], Wallet>(`SELECT ${columns} FROM wallets WHERE id = ?`).get(id);
  }

  /** What staff and other shops do to a wallet. */
  change(id: string, { status, balanceThousandths }: WalletChange): void {
    const sql = 'UPDATE wallets SET status = coalesce(?, status), balanceThousandths = coalesce(?, balanceThousandths) WHERE id = ?';
    this.#db.prepare(sql).run(status ?? null, balanceThousandths ?? null, id);
  }

  debit(id: string, thousandths: number): void {
    this.#db.prepare('UPDATE wallets SET balanceThousandths = balanceThousandths - ? WHERE id = ?').run(thousandths, id);
  }
}
