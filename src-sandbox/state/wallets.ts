import { seededId } from './catalogue.ts';
import type { Db } from './database.ts';
import { wallets as seeds, type Currency } from './seed/wallets.ts';
import { toThousandths } from './thousandths.ts';

export interface Wallet {
  readonly id: string;
  readonly currency: Currency;
  readonly nameAr: string;
  readonly nameEn: string;
  readonly balanceThousandths: number;
  readonly allowedDebtThousandths: number | null;
  readonly status: 'enabled' | 'disabled' | 'expired';
  /** 0 where support took it from the partner: it is as if there were none. */
  readonly granted: number;
  /** What may be bought from it on one day, by UTC; null without a limit. */
  readonly dailyLimitThousandths: number | null;
  /** What is left of the spending allowance; null without one. */
  readonly allowanceThousandths: number | null;
}

/** Members that are not there stay as they are; a limit of null goes. */
export interface WalletChange {
  readonly status?: Wallet['status'] | undefined;
  readonly balanceThousandths?: number | undefined;
  readonly granted?: boolean | undefined;
  readonly dailyLimitThousandths?: number | null | undefined;
  readonly allowanceThousandths?: number | null | undefined;
}

const seeded = 'id, currency, nameAr, nameEn, balanceThousandths, allowedDebtThousandths, status';
const columns = `${seeded}, granted, dailyLimitThousandths, allowanceThousandths`;

export class Wallets {
  readonly #db: Db;

  constructor(db: Db, seed: string) {
    this.#db = db;
    const insert = db.prepare(
      `INSERT OR IGNORE INTO wallets (position, ${seeded}) VALUES (?, ?, ?, ?, ?, ?, ?, 'enabled')`,
    );
    for (const [position, wallet] of seeds.entries()) {
      const debt = wallet.allowedDebt === undefined ? null : toThousandths(wallet.allowedDebt);
      const { currency, name, balance } = wallet;
      insert.run(
        position,
        seededId(seed, `wallet:${currency}`),
        currency,
        name.ar,
        name.en,
        toThousandths(balance),
        debt,
      );
    }
  }

  list(): readonly Wallet[] {
    return this.#db.prepare<[], Wallet>(`SELECT ${columns} FROM wallets WHERE granted = 1 ORDER BY position`).all();
  }

  find(id: string): Wallet | undefined {
    return this.#db.prepare<[string], Wallet>(`SELECT ${columns} FROM wallets WHERE id = ?`).get(id);
  }

  /** What support and other shops do to a wallet. */
  change(id: string, { granted, ...amounts }: WalletChange): void {
    const values = { ...amounts, granted: granted === undefined ? undefined : Number(granted) };
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    for (const [column, value] of given)
      this.#db.prepare(`UPDATE wallets SET ${column} = ? WHERE id = ?`).run(value, id);
  }

  debit(id: string, thousandths: number): void {
    const sql = `UPDATE wallets SET balanceThousandths = balanceThousandths - @thousandths,
      allowanceThousandths = allowanceThousandths - @thousandths WHERE id = @id`;
    this.#db.prepare(sql).run({ thousandths, id });
  }
}
