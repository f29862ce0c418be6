import { join } from 'node:path';
import { buildCatalogue, type Catalogue } from './catalogue.ts';
import { openDatabase, type Db, type Durability } from './database.ts';
import { Invitations } from './invitations.ts';
import { LimitGroups } from './limit-groups.ts';
import { Nonces } from './nonces.ts';
import { Orders } from './orders.ts';
import { PartnerKeys } from './partner-keys.ts';
import { Prices } from './prices.ts';
import { seededRandomness, systemRandomness, type Randomness } from './randomness.ts';
import { Settings } from './settings.ts';
import { SoldCards } from './sold-cards.ts';
import { Stock } from './stock.ts';
import { Visibility } from './visibility.ts';
import { Wallets } from './wallets.ts';

/** All that the service knows and keeps: one SQLite file, and the catalogue that its seed gives. */
export interface ServiceState {
  readonly settings: Settings;
  readonly catalogue: Catalogue;
  readonly wallets: Wallets;
  readonly stock: Stock;
  readonly prices: Prices;
  readonly orders: Orders;
  readonly soldCards: SoldCards;
  readonly invitations: Invitations;
  readonly partnerKeys: PartnerKeys;
  readonly nonces: Nonces;
  readonly limitGroups: LimitGroups;
  readonly visibility: Visibility;
  readonly randomness: Randomness;
  close(): void;
}

export interface StateOptions {
  readonly dir: string;
  readonly nativeBinding: string | undefined;
  readonly activatesByItself: boolean;
  readonly nowMs: number;
  readonly durability?: Durability;
  /** At least so many cards, from now on. */
  readonly cards?: number;
  /** For proofs that must replay: nothing the service draws is secret then. */
  readonly seed?: string;
}

export function openState(options: StateOptions): ServiceState {
  const db = openDatabase(join(options.dir, 'service.sqlite'), options.nativeBinding, options.durability ?? 'full');
  const randomness = startRandomness(db, options.seed);
  const settings = new Settings(db, randomness);
  settings.set('starts', String(Number(settings.get('starts')) + 1));
  const seed = settings.get('catalogueSeed');
  if (options.cards !== undefined) settings.set('catalogueCards', String(options.cards));
  const catalogue = buildCatalogue(seed, Number(settings.get('catalogueCards')));
  const wallets = new Wallets(db, seed);
  const stock = new Stock(db, catalogue);
  return {
    settings,
    catalogue,
    wallets,
    stock,
    randomness,
    prices: new Prices(db),
    orders: new Orders(db, randomness, wallets, stock),
    soldCards: new SoldCards(db),
    invitations: new Invitations(db, randomness, options.dir),
    partnerKeys: new PartnerKeys(db, randomness, options.activatesByItself, options.nowMs),
    nonces: new Nonces(db),
    limitGroups: new LimitGroups(),
    visibility: new Visibility(),
    close: () => db.close(),
  };
}

/** A second start with the same seed must not draw what the first one drew: ids are unique in the file. */
function startRandomness(db: Db, seed: string | undefined): Randomness {
  if (seed === undefined) return systemRandomness;
  const earlier = db.prepare<[], { value: string }>("SELECT value FROM settings WHERE name = 'starts'").get();
  return seededRandomness(`${seed}:${earlier?.value ?? '0'}`);
}
