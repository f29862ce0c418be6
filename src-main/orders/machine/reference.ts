import type { Failure } from '../../../src-shared/contract/codes.ts';

/**
 * What goes into `externalReference` ("CreateOrderRequest"): the shop's own reference, and before it, where the journal
 * is countersigned, the head of its chain. The service then signs for that head with every answer that covers our
 * digest.
 */

/** What of a deployment's profile counts here. */
export interface ReferenceTerms {
  readonly countersignedJournal: boolean;
}

const sentMaximum = 100;
const letters = /^[A-Za-z0-9 \-_.:/#]+$/;
/** Allowed by the API and no letter of base64url, so that a reader sees where the head ends. */
const separator = '/';
/** SHA-256 in base64url. */
const headLength = 43;

/** How long the shop's own reference may be; nothing is ever cut off. */
export function ownReferenceMaximum({ countersignedJournal }: ReferenceTerms): number {
  return countersignedJournal ? sentMaximum - headLength - separator.length : sentMaximum;
}

/** What is wrong with the shop's own reference; null where it can be sent. */
export function referenceFault(own: string, profile: ReferenceTerms): Failure | null {
  if (!letters.test(own)) return { code: 'input_invalid', field: 'reference' };
  const maximum = ownReferenceMaximum(profile);
  return own.length > maximum ? { code: 'input_invalid', field: 'reference', detail: `at_most_${maximum}` } : null;
}

/** What the service is sent, or null for nothing. `chainHead` null: the journal is not countersigned. */
export function sentReference(own: string | null, chainHead: string | null): string | null {
  if (chainHead === null) return own;
  return own === null ? chainHead : `${chainHead}${separator}${own}`;
}
