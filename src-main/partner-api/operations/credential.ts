import { z } from 'zod';
import type { SoldCardId } from '../../core/ids.ts';
import type { BodyReader } from './body-reader.ts';
import { maximumItems } from './list.ts';
import { idInAnyCase, isRecord, member, readInstant, readRecord, reading } from './record.ts';
import { isVisible } from './visible.ts';

/**
 * The codes of one sold card ("RevealedCredential"). `serialNumber` and `voucher` are secrets; one of them is there.
 */
export interface RevealedCredential {
  readonly soldCardId: SoldCardId;
  readonly serialNumber?: string;
  readonly voucher?: string;
  readonly revealedAt?: string;
}

/** What shows nothing would be handed over as an empty code. */
const readSecret = reading(z.string().refine(isVisible));

/**
 * A credential that can be handed over: it names its card, in whatever letter case, and carries a serial number or a
 * voucher.
 */
const readCredential: BodyReader<RevealedCredential> = (body) => {
  const read = readRecord(
    body,
    { soldCardId: idInAnyCase<SoldCardId>() },
    { serialNumber: readSecret, voucher: readSecret, revealedAt: readInstant },
  );
  if (read === null || (read.value.serialNumber === undefined && read.value.voucher === undefined)) return null;
  return read.value;
};

/** What a list of credentials came to. */
export interface Credentials {
  readonly usable: readonly RevealedCredential[];
  /** Entries without an id or without codes, and one that says again what another said. */
  readonly unusable: number;
  /** Whether an id of a usable entry was in another letter case than the API promises. */
  readonly oddIds: boolean;
}

/**
 * The usable entries. Codes are delivered once, so one bad entry must not lose the others; two entries that name one
 * card with other codes are both kept, because nobody here can tell which of them is right.
 */
export function readCredentials(entries: readonly unknown[]): Credentials {
  const usable = new Map<string, RevealedCredential>();
  let oddIds = false;
  for (const entry of entries.slice(0, maximumItems)) {
    const credential = readCredential(entry);
    if (credential === null) continue;
    oddIds ||= isRecord(entry) && member(entry, 'soldCardId') !== credential.soldCardId;
    const { soldCardId, serialNumber, voucher } = credential;
    const said = JSON.stringify([soldCardId, serialNumber, voucher]);
    if (!usable.has(said)) usable.set(said, credential);
  }
  return { usable: [...usable.values()], unusable: entries.length - usable.size, oddIds };
}
