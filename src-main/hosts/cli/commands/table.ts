import { buy } from './buy.ts';
import type { Command } from './command.ts';
import { complaints } from './complaints.ts';
import { diagnose } from './diagnose.ts';
import { enrol, exportKey } from './enrol.ts';
import { journal } from './journal.ts';
import { keys } from './keys.ts';
import { limits } from './limits.ts';
import { cancel, decide, handOver, keepWanted, order, orders } from './orders.ts';
import { payments } from './payments.ts';
import { prices } from './prices.ts';
import { cards, catalogue, categories, owned, profile, subcategories, subcategory, wallet, wallets } from './reads.ts';
import { reconcile } from './reconcile.ts';
import { recover } from './recover.ts';
import { report } from './report.ts';
import { resume } from './resume.ts';
import { reveal } from './reveal.ts';
import { saveCodesCommand } from './save-codes.ts';
import { shift } from './shift.ts';
import { staff } from './staff.ts';

/** Every command by the word that names it; what each does is in the words of each language. */
export const commands = {
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
  prices,
  limits,
  payments,
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
  staff,
  shift,
  report,
  complaints,
  'export-key': exportKey,
  'keep-wanted': keepWanted,
  'hand-over': handOver,
  'save-codes': saveCodesCommand,
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commands;

export const commandNames = Object.keys(commands).filter(isCommand);

export function commandNamed(name: string): Command | undefined {
  return isCommand(name) ? commands[name] : undefined;
}

/** Whether a word names a command. */
export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
