import type { CodesOwner } from '../../core/card-codes.ts';
import type { SoldCardId } from '../../core/ids.ts';
import { readCredentials, type RevealedCredential } from './credential.ts';
import { readOrder } from './order.ts';
import { isRecord, listOf, member } from './record.ts';

export type { RevealedCredential } from './credential.ts';

/**
 * The API does not show these bodies: one credential, one under `card`, a bare list, a list under one of these names,
 * or either under any name. What was sealed must be readable whatever the profile says by then, so no profile is asked.
 */
const listNames = ['soldCards', 'items', 'cards'] as const;

/** The codes that the reveal of a card or an invoice carries; null for a body of no known shape. */
export function readRevealed(body: unknown): readonly RevealedCredential[] | null {
  const entries = entriesOf(body);
  return entries === null ? null : readCredentials(entries.map(withoutWrapper)).usable;
}

/**
 * Of each card with codes what the body says it is of: by the card itself, else by what it came in. Where that is no
 * order, an operation that it names may be the reveal itself.
 */
export function ownersIn(body: unknown): ReadonlyMap<SoldCardId, CodesOwner> {
  const ofBody = { ...ownerOf(body, unsaid), operationId: readOrder(body)?.operationId ?? null };
  return new Map(
    (entriesOf(body) ?? []).flatMap((entry) => {
      const card = withoutWrapper(entry);
      const owner = ownerOf(card, ownerOf(entry, ofBody));
      return readCredentials([card]).usable.map(({ soldCardId }) => [soldCardId, owner] as const);
    }),
  );
}

const unsaid: CodesOwner = { operationId: null, invoiceId: null };

function ownerOf(value: unknown, outer: CodesOwner): CodesOwner {
  if (!isRecord(value)) return outer;
  return {
    operationId: smallText(member(value, 'operationId')) ?? outer.operationId,
    invoiceId: smallText(member(value, 'invoiceId')) ?? outer.invoiceId,
  };
}

function smallText(value: unknown): string | null {
  return typeof value === 'string' ? value.toLowerCase() : null;
}

function entriesOf(body: unknown): readonly unknown[] | null {
  if (!isRecord(body)) return listOf(body);
  for (const name of listNames) {
    const list = listOf(member(body, name));
    if (list !== null) return list;
  }
  if (isCredential(body)) return [body];
  for (const value of Object.values(body)) {
    const entries = listOf(value) ?? [value];
    if (entries.some(isCredential)) return entries;
  }
  return null;
}

function isCredential(entry: unknown): boolean {
  const single = withoutWrapper(entry);
  return isRecord(single) && Object.hasOwn(single, 'soldCardId');
}

function withoutWrapper(entry: unknown): unknown {
  return isRecord(entry) && isRecord(member(entry, 'card')) ? member(entry, 'card') : entry;
}
