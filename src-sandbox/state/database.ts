import Database from 'better-sqlite3';

export type Db = Database.Database;
export type Durability = 'full' | 'off';

const schema = `
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE wallets (
  id TEXT PRIMARY KEY, position INTEGER NOT NULL, currency TEXT NOT NULL, nameAr TEXT NOT NULL, nameEn TEXT NOT NULL,
  balanceThousandths INTEGER NOT NULL, allowedDebtThousandths INTEGER, status TEXT NOT NULL
) STRICT;
CREATE TABLE cards (id TEXT PRIMARY KEY, slug TEXT NOT NULL UNIQUE, stock INTEGER NOT NULL CHECK (stock >= 0)) STRICT;
CREATE TABLE invitations (
  id TEXT PRIMARY KEY, tokenSha256 TEXT NOT NULL, issuedAtMs INTEGER NOT NULL, expiresAtMs INTEGER NOT NULL, revoked INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE keys (
  id TEXT PRIMARY KEY, invitationId TEXT NOT NULL UNIQUE REFERENCES invitations (id), jwk TEXT NOT NULL, thumbprint TEXT NOT NULL UNIQUE,
  challenge TEXT NOT NULL, windowMs INTEGER NOT NULL, cidrs TEXT NOT NULL,
  provedAtMs INTEGER, activatesAtMs INTEGER, activatedAtMs INTEGER
) STRICT;
CREATE TABLE nonces (keyId TEXT NOT NULL, nonce TEXT NOT NULL, seenAtMs INTEGER NOT NULL, PRIMARY KEY (keyId, nonce)) STRICT, WITHOUT ROWID;
CREATE TABLE orders (
  operationId TEXT PRIMARY KEY, walletId TEXT NOT NULL REFERENCES wallets (id), cardId TEXT NOT NULL REFERENCES cards (id),
  quantity INTEGER NOT NULL, totalThousandths INTEGER NOT NULL, bodySha256 TEXT NOT NULL, externalReference TEXT,
  useAllowedDebt INTEGER NOT NULL, status TEXT NOT NULL, reported INTEGER NOT NULL, invoiceId TEXT UNIQUE,
  acceptedAtMs INTEGER NOT NULL, completedAtMs INTEGER
) STRICT;
CREATE TABLE soldCards (
  position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, operationId TEXT NOT NULL REFERENCES orders (operationId),
  serialNumber TEXT NOT NULL UNIQUE, voucher TEXT NOT NULL UNIQUE, revealedAtMs INTEGER
) STRICT;
CREATE INDEX soldCardsOfOrder ON soldCards (operationId);
`;

/** What brings a file from one version to the next: the first makes it. */
const steps: readonly string[] = [
  schema,
  `ALTER TABLE keys ADD COLUMN suspended INTEGER NOT NULL DEFAULT 0;
   CREATE TABLE prices (cardId TEXT PRIMARY KEY, factor TEXT NOT NULL) STRICT;`,
  `ALTER TABLE invitations ADD COLUMN generation INTEGER NOT NULL DEFAULT 1;
   ALTER TABLE keys ADD COLUMN generation INTEGER NOT NULL DEFAULT 1;`,
  `ALTER TABLE wallets ADD COLUMN granted INTEGER NOT NULL DEFAULT 1;
   ALTER TABLE wallets ADD COLUMN dailyLimitThousandths INTEGER;
   ALTER TABLE wallets ADD COLUMN allowanceThousandths INTEGER;`,
];

/**
 * Opens the service's one state file for this process alone; a commit is durable when it returns. `nativeBinding` is
 * the SQLite binary for a runtime that the package brings none for. `durability: 'off'` is for a service that lives and
 * dies with a proof.
 */
export function openDatabase(file: string, nativeBinding: string | undefined, durability: Durability): Db {
  const db = new Database(file, { timeout: 2000, ...(nativeBinding === undefined ? {} : { nativeBinding }) });
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${durability === 'full' ? 'FULL' : 'OFF'}`);
  db.pragma('foreign_keys = ON');
  db.transaction(() => bringUpToDate(db)).immediate();
  return db;
}

function bringUpToDate(db: Db): void {
  const version = Number(db.pragma('user_version', { simple: true }));
  for (const step of steps.slice(version)) db.exec(step);
  db.pragma(`user_version = ${steps.length}`);
}
