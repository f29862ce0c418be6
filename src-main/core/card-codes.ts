/**
 * The codes of one card. They leave main only as a picture or over the clipboard; what crosses the contract names cards
 * alone.
 */
export interface CardCodes {
  readonly soldCardId: string;
  readonly serialNumber: string | null;
  readonly voucher: string | null;
  /** When the service revealed them, as it wrote it. */
  readonly revealedAt?: string;
}

/** What an answer says its codes are of, in small letters; null where it does not say. */
export interface CodesOwner {
  readonly operationId: string | null;
  readonly invoiceId: string | null;
}
