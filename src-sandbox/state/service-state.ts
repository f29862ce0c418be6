import { join } from 'node:path';
import { buildCatalogue, type Catalogue } from '../seed/catalogue.ts';
import { openDatabase } from './database.ts';
import { Invitations } from './invitations.ts';
import { Nonces } from './nonces.ts';
import { Orders } from './orders.ts';
import { PartnerKeys } from './partner-keys.ts';
import { Settings } from './settings.ts';
import { SoldCards } from './sold-cards.ts';
import { Stock } from './stock.ts';
import { Wallets } from './wallets.ts';

/** All that the service knows and keeps: one SQLite file, and the catalogue that its seed gives. */
export interface ServiceState {
  readonly settings: Settings;
  readonly catalogue: Catalogue;
  readonly wallets: Wallets;
  readonly stock: Stock;
  readonly orders: Orders;
  readonly soldCards: SoldCards;
  readonly invitations: Invitations;
  readonly partnerKeys: PartnerKeys;
  readonly nonces: Nonces;
  close(): void;
}

export interface StateOptions {
  readonly dir: string;
  readonly nativeBinding: string | undefined;
  readonly activatesByItself: boolean;
  readonly nowMs: number;
}

export function openState(options: StateOptions): ServiceState {
  const db = openDatabase(join(options.dir, 'service.sqlite'), options.nativeBinding);
  const settings = new Settings(db);
  const seed = settings.get('catalogueSeed');
  const catalogue = buildCatalogue(seed);
  const wallets = new Wallets(db, seed);
  const stock = new Stock(db, catalogue);
  return {
    settings, catalogue, wallets, stock,
    orders: new Orders(db, wallets, stock),
    soldCards: new SoldCards(db),
    invitations: new Invitations(db, options.dir),
    partnerKeys: new PartnerKeys(db, options.activatesByItself, options.nowMs),
    nonces: new Nonces(db),
    close: () => db.close(),
  };
}
