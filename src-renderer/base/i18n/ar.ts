import { words } from '../../../src-shared/words/words.ts';
import { catalogue } from './ar/catalogue.ts';
import { checkout } from './ar/checkout.ts';
import { codes } from './ar/codes.ts';
import { custody } from './ar/custody.ts';
import { decisions } from './ar/decisions.ts';
import { desk } from './ar/desk.ts';
import { diagnosis } from './ar/diagnosis.ts';
import { failures } from './ar/failures.ts';
import { journal } from './ar/journal.ts';
import { keyStore } from './ar/key-store.ts';
import { keys } from './ar/keys.ts';
import { orders } from './ar/orders.ts';
import { receipts } from './ar/receipts.ts';
import { screens } from './ar/screens.ts';
import { training } from './ar/training.ts';
import type { Messages } from './en.ts';

export const ar: Messages = {
  ...failures,
  ...words.ar,
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
};
