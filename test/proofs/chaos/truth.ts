import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';

const wallets = z.array(z.object({ id: z.string(), balanceThousandths: z.int() }));
const orders = z.array(
  z.object({
    operationId: z.string(),
    walletId: z.string(),
    quantity: z.int(),
    totalThousandths: z.int(),
    status: z.string(),
    bodySha256: z.string(),
  }),
);
const soldCards = z.array(
  z.object({ id: z.string(), operationId: z.string(), serialNumber: z.string(), voucher: z.string() }),
);

/** What the service's own file says when the day is over. */
export interface Truth {
  readonly balances: ReadonlyMap<string, number>;
  readonly orders: z.infer<typeof orders>;
  readonly soldCards: z.infer<typeof soldCards>;
}

/** Reads a copy of the file of a service that runs: nobody else may open its own. */
export function readTruthNow(serviceFolder: string, copyFolder: string): Truth {
  mkdirSync(copyFolder, { recursive: true });
  for (const name of ['service.sqlite', 'service.sqlite-wal'])
    if (existsSync(join(serviceFolder, name))) cpSync(join(serviceFolder, name), join(copyFolder, name));
  return readTruth(copyFolder);
}

/** Reads the file of a service that does not run. */
export function readTruth(serviceFolder: string): Truth {
  const db = new BetterSqlite3(join(serviceFolder, 'service.sqlite'), { readonly: true });
  try {
    const balances = wallets.parse(db.prepare('SELECT id, balanceThousandths FROM wallets').all());
    return {
      balances: new Map(balances.map(({ id, balanceThousandths }) => [id, balanceThousandths])),
      orders: orders.parse(
        db.prepare('SELECT operationId, walletId, quantity, totalThousandths, status, bodySha256 FROM orders').all(),
      ),
      soldCards: soldCards.parse(db.prepare('SELECT id, operationId, serialNumber, voucher FROM soldCards').all()),
    };
  } finally {
    db.close();
  }
}
