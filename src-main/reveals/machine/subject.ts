import type { CodesOwner } from '../../core/card-codes.ts';
import type { OperationId, SoldCardId } from '../../core/ids.ts';
import type { SoldOrder } from './sold-order.ts';

/** Whose codes a reveal is for: those of an order, or of a card or an invoice that is asked for by itself. */
export type RevealSubject =
  | {
      readonly kind: 'order';
      readonly operationId: OperationId;
      readonly order: SoldOrder;
      /** The cards that the service lists under the operation; null where nobody asked. */
      readonly listed: ReadonlySet<SoldCardId> | null;
      /** Kept answers that do not open any more, in whose place this one comes. */
      readonly insteadOf: readonly string[];
    }
  | { readonly kind: 'card'; readonly soldCardId: string }
  | { readonly kind: 'invoice'; readonly invoiceId: string };

export type OwnedSubject = Exclude<RevealSubject, { readonly kind: 'order' }>;

/** What its events are filed under. */
export function nameOf(subject: RevealSubject): string {
  switch (subject.kind) {
    case 'order':
      return subject.operationId;
    case 'card':
      return `${cardPrefix}${subject.soldCardId}`;
    case 'invoice':
      return `${invoicePrefix}${subject.invoiceId}`;
  }
}

export const cardPrefix = 'card:';
export const invoicePrefix = 'invoice:';

/** The card or invoice that events are filed under by this name; null where it is neither. */
export function ownedSubjectNamed(name: string): OwnedSubject | null {
  if (name.startsWith(cardPrefix)) return { kind: 'card', soldCardId: name.slice(cardPrefix.length) };
  if (name.startsWith(invoicePrefix)) return { kind: 'invoice', invoiceId: name.slice(invoicePrefix.length) };
  return null;
}

/** Whether codes that an answer says are of this owner may be of the subject; a card is known by its own id. */
export function mayBeOf(subject: RevealSubject, { operationId, invoiceId }: CodesOwner): boolean {
  switch (subject.kind) {
    case 'order':
      return (
        isSameOrUnsaid(operationId, subject.operationId) &&
        isSameOrUnsaid(invoiceId, subject.order.completed?.invoiceId)
      );
    case 'invoice':
      return isSameOrUnsaid(invoiceId, subject.invoiceId);
    case 'card':
      return true;
  }
}

function isSameOrUnsaid(said: string | null, meant: string | null | undefined): boolean {
  return said === null || said === (meant ?? said).toLowerCase();
}

/**
 * Of the cards that came, those that were asked for; none where these are others. An order gets those that the service
 * lists under it, where that is known; else no more than were bought with those already here, unless the service says
 * itself that it sold another number. An invoice does not say beforehand what is on it.
 */
export function cardsMeant(subject: RevealSubject, came: readonly SoldCardId[]): readonly SoldCardId[] {
  switch (subject.kind) {
    case 'order': {
      const { order, listed } = subject;
      const cards = listed === null ? came : came.filter((card) => listed.has(card));
      return isMoreThanBought(order, cards) ? [] : cards;
    }
    case 'card':
      return came.length === 1 && came[0] === subject.soldCardId ? came : [];
    case 'invoice':
      return came;
  }
}

function isMoreThanBought({ intent, completed, sealedCodes }: SoldOrder, cards: readonly SoldCardId[]): boolean {
  const all = new Set([...sealedCodes.keys(), ...cards]);
  return completed?.differs.includes('quantity') !== true && all.size > intent.quantity;
}
