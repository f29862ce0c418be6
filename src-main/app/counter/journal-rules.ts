import { policyKind } from '../../diagnostics/policy.ts';
import type { JournalRules } from '../../journal/journal-rules.ts';
import { orderEventKinds, orderIntendedKind, type OrderEventKind } from '../../orders/machine/events.ts';
import { foldOperation } from '../../orders/records/history.ts';
import { cardPrefix, invoicePrefix } from '../../reveals/machine/subject.ts';

/** What is written down before codes come out, and when they were handed over. */
const deliveryKinds: readonly OrderEventKind[] = [
  'codes-shown',
  'codes-copied',
  'codes-copy-failed',
  'codes-handed-over',
  'receipt-print-started',
  'receipt-print-failed',
  'receipt-print-answered',
];

/** What the journal of a counter has to know of orders, and of the codes of cards. */
export const journalRules: JournalRules = {
  projection: { firstKind: orderIntendedKind, firstLost: 'intent', kinds: orderEventKinds, fold: foldOperation },
  purge: {
    // What is destroyed here must be had again from the service.
    forbidden: (latest) => {
      const scopes = latest(policyKind)?.['scopes'];
      return Array.isArray(scopes) && scopes.includes('cards:reveal') ? null : 'cards_reveal_missing';
    },
    deliveredBy,
    sealedAgainKind: 'codes-revealed' satisfies OrderEventKind,
  },
  urgentKinds: deliveryKinds,
};

/** An order that is final was handed over; the codes of an owned card or invoice were shown. */
function deliveredBy(subject: string, isPending: boolean | null): readonly OrderEventKind[] {
  if (isPending !== null) return isPending ? [] : ['codes-handed-over'];
  return subject.startsWith(cardPrefix) || subject.startsWith(invoicePrefix) ? ['codes-shown'] : [];
}
