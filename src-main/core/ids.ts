/** Identifiers of the partner API: UUIDs, lower-case with hyphens ("Resources and their fields"). */
declare const brand: unique symbol;
type Id<Name extends string> = string & { readonly [brand]: Name };

export type OperationId = Id<'operation'>;
export type WalletId = Id<'wallet'>;
export type CardId = Id<'card'>;
export type CategoryId = Id<'category'>;
export type SubcategoryId = Id<'subcategory'>;
export type SoldCardId = Id<'soldCard'>;
export type InvoiceId = Id<'invoice'>;
export type InvitationId = Id<'invitation'>;
export type KeyId = Id<'key'>;
/** Ours, and random: the partner API knows nobody of the shop. */
export type StaffId = Id<'staff'>;
/** Ours, and random: what one customer buys at one press. */
export type BasketId = Id<'basket'>;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True for a UUID in the one form the API knows; an upper-case one is another string on the wire and is refused. */
export function isUuid<T extends Id<string>>(text: string): text is T {
  return uuidPattern.test(text);
}

/** The branded id, or null when `text` is not a lower-case hyphenated UUID. */
export function parseId<T extends Id<string>>(text: string): T | null {
  return isUuid<T>(text) ? text : null;
}

/** The branded id of text that was checked before, by a schema or by our own journal; anything else is a bug. */
export function knownId<T extends Id<string>>(text: string): T {
  if (!isUuid<T>(text)) throw new Error('an id that is none passed its check');
  return text;
}
