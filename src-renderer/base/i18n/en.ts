import { words } from '../../../src-shared/words/words.ts';
import { catalogue } from './en/catalogue.ts';
import { checkout } from './en/checkout.ts';
import { codes } from './en/codes.ts';
import { custody } from './en/custody.ts';
import { decisions } from './en/decisions.ts';
import { desk } from './en/desk.ts';
import { diagnosis } from './en/diagnosis.ts';
import { failures } from './en/failures.ts';
import { journal } from './en/journal.ts';
import { keyStore } from './en/key-store.ts';
import { keys } from './en/keys.ts';
import { orders } from './en/orders.ts';
import { receipts } from './en/receipts.ts';
import { screens } from './en/screens.ts';
import { training } from './en/training.ts';

/** The English catalogue; its keys are the shape every other language must fill. */
export const en = {
  ...failures,
  ...words.en,
  ...diagnosis,
  ...desk,
  ...orders,
  ...codes,
  ...receipts,
  ...decisions,
  ...catalogue,
  ...custody,
  ...keys,
  ...keyStore,
  ...checkout,
  ...journal,
  ...training,
  ...screens,
} as const;

export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, string>>;

export function isMessage(key: string): key is MessageKey {
  return Object.hasOwn(en, key);
}
