import { words } from '../words.ts';
import { catalogue } from './catalogue.ts';
import { checkout } from './checkout.ts';
import { codes } from './codes.ts';
import { custody } from './custody.ts';
import { decisions } from './decisions.ts';
import { desk } from './desk.ts';
import { diagnosis } from './diagnosis.ts';
import { failures } from './failures.ts';
import { journal } from './journal.ts';
import { keyStore } from './key-store.ts';
import { keys } from './keys.ts';
import { orders } from './orders.ts';
import { receipts } from './receipts.ts';
import { screens } from './screens.ts';
import { training } from './training.ts';

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
