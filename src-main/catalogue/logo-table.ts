import type { CategoryId, SubcategoryId, WalletId } from '../core/ids.ts';
import { readCategory, readSubcategory } from '../partner-api/operations/catalogue.ts';
import type { Database } from '../sqlite/database.ts';
import { bytesOf, integerOf, textOf } from '../sqlite/row.ts';

export interface StoredLogo {
  readonly bytes: Uint8Array;
  readonly readAtMs: number;
}

/** More than any shop has brands in use; the oldest make room. */
const mostLogos = 1_000;

/** Where the logo of a category or subcategory lies, as the service last said. */
export function logoAddressIn(
  file: Database,
  deployment: string,
  walletId: WalletId,
  id: CategoryId | SubcategoryId,
): string | null {
  const row = file.get(
    "SELECT kind, body FROM item WHERE deployment = ? AND wallet_id = ? AND kind IN ('category', 'subcategory') AND id = ?",
    deployment,
    walletId,
    id,
  );
  if (row === undefined) return null;
  const body: unknown = JSON.parse(textOf(row, 'body'));
  return (textOf(row, 'kind') === 'category' ? readCategory(body) : readSubcategory(body))?.logo ?? null;
}

export function logoIn(file: Database, address: string): StoredLogo | null {
  const row = file.get('SELECT bytes, read_at_ms FROM logo WHERE address = ?', address);
  return row === undefined ? null : { bytes: bytesOf(row, 'bytes'), readAtMs: integerOf(row, 'read_at_ms') };
}

export function keepLogo(file: Database, address: string, { bytes, readAtMs }: StoredLogo): void {
  file.run('INSERT OR REPLACE INTO logo (address, bytes, read_at_ms) VALUES (?, ?, ?)', address, bytes, readAtMs);
  file.run(
    'DELETE FROM logo WHERE address NOT IN (SELECT address FROM logo ORDER BY read_at_ms DESC LIMIT ?)',
    mostLogos,
  );
}
