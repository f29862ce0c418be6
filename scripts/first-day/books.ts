import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';

const wallets = z.array(z.object({ id: z.string(), currency: z.string(), balanceThousandths: z.int() }));
const orders = z.array(
  z.object({
    operationId: z.string(),
    walletId: z.string(),
    quantity: z.int(),
    totalThousandths: z.int(),
    status: z.string(),
  }),
);
const soldCards = z.array(z.object({ id: z.string(), operationId: z.string() }));

/** What the service itself wrote down. */
export interface Books {
  readonly wallets: z.infer<typeof wallets>;
  readonly orders: z.infer<typeof orders>;
  readonly soldCards: z.infer<typeof soldCards>;
}

/** Reads them from its own file. No code is read. */
export function booksIn(serviceFolder: string): Books {
  const database = new BetterSqlite3(join(serviceFolder, 'service.sqlite'), { readonly: true });
  const rows = (sql: string): unknown[] => database.prepare(sql).all();
  try {
    return {
      wallets: wallets.parse(rows('SELECT id, currency, balanceThousandths FROM wallets')),
      orders: orders.parse(rows('SELECT operationId, walletId, quantity, totalThousandths, status FROM orders')),
      soldCards: soldCards.parse(rows('SELECT id, operationId FROM soldCards')),
    };
  } finally {
    database.close();
  }
}
