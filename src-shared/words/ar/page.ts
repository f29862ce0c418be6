import { joined } from '../catalogue/joined.ts';
import type { PageMessages } from '../en/page.ts';
import { approvals } from './approvals.ts';
import { catalogue } from './catalogue.ts';
import { checkout } from './checkout.ts';
import { codesFile } from './codes-file.ts';
import { codes } from './codes.ts';
import { complaints } from './complaints.ts';
import { copyStatus } from './copy-status.ts';
import { currencies } from './currencies.ts';
import { day } from './day.ts';
import { decisions } from './decisions.ts';
import { diagnosis } from './diagnosis.ts';
import { failures } from './failures.ts';
import { journal } from './journal.ts';
import { keyStore } from './key-store.ts';
import { keys } from './keys.ts';
import { leaving } from './leaving.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';
import { people } from './people.ts';
import { prices } from './prices.ts';
import { receipts } from './receipts.ts';
import { reports } from './reports.ts';
import { screens } from './screens.ts';
import { sharedDiagnosis } from './shared-diagnosis.ts';
import { shared } from './shared.ts';
import { states } from './states.ts';
import { supportLog } from './support-log.ts';
import { today } from './today.ts';
import { training } from './training.ts';
import { updates } from './updates.ts';

export const page: PageMessages = joined(
  failures,
  shared,
  states,
  currencies,
  sharedDiagnosis,
  diagnosis,
  leaving,
  orders,
  codes,
  codesFile,
  people,
  approvals,
  prices,
  receipts,
  day,
  complaints,
  payments,
  reports,
  today,
  decisions,
  catalogue,
  copyStatus,
  keys,
  keyStore,
  checkout,
  journal,
  training,
  screens,
  updates,
  supportLog,
);
