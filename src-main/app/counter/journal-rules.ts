import { complaintKindsOfPeople } from '../../complaints/machine/events.ts';
import { dayKindsOfPeople } from '../../day/machine/events.ts';
import { policyKind } from '../../diagnostics/policy.ts';
import { referenceKeptKind, serialKeptKind, type NewEvent } from '../../journal/event.ts';
import type { JournalRules } from '../../journal/journal-rules.ts';
import { asJsonObject } from '../../journal/json.ts';
import { limitKindsOfPeople } from '../../limits/machine/events.ts';
import {
  approvedOrderKinds,
  orderEventKinds,
  orderIntendedKind,
  orderKindsOfPeople,
  type OrderEventKind,
} from '../../orders/machine/events.ts';
import { foldOperation, projectionForm } from '../../orders/records/history.ts';
import { orderTextPrefix } from '../../orders/records/order-text.ts';
import { approvedPaymentKinds, paymentKindsOfPeople } from '../../payments/machine/events.ts';
import { priceKindsOfPeople } from '../../prices/machine/events.ts';
import { revealKindsOfPeople } from '../../reveals/machine/events.ts';
import { cardPrefix, invoicePrefix } from '../../reveals/machine/subject.ts';
import { actingPerson, approvalUsed } from '../../staff/acting.ts';
import { staffKindsOfPeople } from '../../staff/events.ts';

/** What is written down before codes come out, and when they were handed over. */
const deliveryKinds: readonly OrderEventKind[] = [
  'codes-shown',
  'codes-copied',
  'codes-copy-failed',
  'codes-handed-over',
  'receipt-print-started',
  'receipt-print-failed',
  'receipt-print-answered',
  'codes-file-started',
  'codes-file-failed',
  'codes-file-saved',
];

/**
 * What a person does, by the events' own schemas: where the shop has people with PINs, its event carries who it was, as
 * `by`, in the place of a typed name (`unchecked-cards-accepted`).
 */
const kindsOfPeople: readonly string[] = [
  ...orderKindsOfPeople,
  ...revealKindsOfPeople,
  ...staffKindsOfPeople,
  ...dayKindsOfPeople,
  ...priceKindsOfPeople,
  ...limitKindsOfPeople,
  ...complaintKindsOfPeople,
  ...paymentKindsOfPeople,
];

/** What of it a cashier may do with a manager's word beside: that is in the event too. */
const approvedKinds: readonly string[] = [...approvedOrderKinds, ...approvedPaymentKinds];

/** Events of these kinds never leave this computer: whatever is shown or sent elsewhere is made without them. */
const localKinds: readonly string[] = [serialKeptKind, referenceKeptKind];

/** Whether an event may be shown or sent elsewhere; whatever exports events asks this. */
export function isExportable({ kind }: Pick<NewEvent, 'kind'>): boolean {
  return !localKinds.includes(kind);
}

/** The one place where an event learns whose it is. */
function stamped(event: NewEvent): NewEvent {
  const by = actingPerson();
  if (by === null || !kindsOfPeople.includes(event.kind)) return event;
  const approved = approvedKinds.includes(event.kind) ? approvalUsed() : null;
  return { ...event, body: { ...event.body, by, ...(approved === null ? {} : asJsonObject(approved)) } };
}

/** What the journal of a counter has to know of orders, and of the codes of cards. */
export const journalRules: JournalRules = {
  projection: {
    firstKind: orderIntendedKind,
    firstLost: 'intent',
    kinds: orderEventKinds,
    fold: foldOperation,
    form: projectionForm,
  },
  purge: {
    // What is destroyed here must be had again from the service.
    forbidden: (latest) => {
      const scopes = latest(policyKind)?.['scopes'];
      return Array.isArray(scopes) && scopes.includes('cards:reveal') ? null : 'cards_reveal_missing';
    },
    deliveredBy,
    keptPrefix: orderTextPrefix,
    sealedAgainKind: 'codes-revealed' satisfies OrderEventKind,
  },
  urgentKinds: deliveryKinds,
  stamped,
};

/** An order that is final was handed over, or its codes kept back; codes of an owned card or invoice were shown. */
function deliveredBy(subject: string, isPending: boolean | null): readonly OrderEventKind[] {
  if (isPending !== null) return isPending ? [] : ['codes-handed-over', 'codes-kept-back'];
  return subject.startsWith(cardPrefix) || subject.startsWith(invoicePrefix) ? ['codes-shown'] : [];
}
