import { buy } from './buy.ts';
import type { Command } from './command.ts';
import { diagnose } from './diagnose.ts';
import { enrol, exportKey } from './enrol.ts';
import { journal } from './journal.ts';
import { keys } from './keys.ts';
import { cancel, decide, handOver, keepWanted, order, orders } from './orders.ts';
import { cards, catalogue, categories, owned, profile, subcategories, subcategory, wallet, wallets } from './reads.ts';
import { reconcile } from './reconcile.ts';
import { recover } from './recover.ts';
import { resume } from './resume.ts';
import { reveal } from './reveal.ts';

/** Every command by the word that names it. */
export const commands: ReadonlyMap<string, Command> = new Map(
  Object.entries({
    enrol,
    keys,
    profile,
    wallets,
    wallet,
    categories,
    subcategories,
    subcategory,
    cards,
    catalogue,
    buy,
    orders,
    order,
    resume,
    cancel,
    decide,
    owned,
    reveal,
    diagnose,
    journal,
    reconcile,
    recover,
    'export-key': exportKey,
    'keep-wanted': keepWanted,
    'hand-over': handOver,
  }),
);
