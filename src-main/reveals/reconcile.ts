import { z } from 'zod';

import { knownId } from '../core/ids.ts';
import type { SoldCardId, WalletId } from '../core/ids.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { Failure } from '../../src-preload/contract/codes.ts';
import { createReads } from '../catalogue/reads.ts';
import { pagesOf, readAll } from '../catalogue/walk.ts';
import type { Journal } from '../journal/journal.ts';
import type { AttemptContext } from '../orders/context.ts';
import { ownedCardsReconciledKind } from '../orders/custody.ts';
import type { OwnedCard } from '../partner-api/operations/owned-cards.ts';

/** What the service's list of owned cards shows beside these records. Ids only. */
export interface Reconciled {
  readonly ownedCards: number;
  /** Owned, and no order of these records names them or their order: another copy bought them, or their order was lost. */
  readonly unknownCards: readonly SoldCardId[];
  /** In these records as bought, and not owned. */
  readonly missingCards: readonly SoldCardId[];
}

type Findings = z.infer<typeof findings>;

const pageSize = 500;

/**
 * Reads every owned card of every wallet that was sold from or that the service shows, and writes down what these records
 * do not know of: with that a person accepts them as the one copy, and codes come out again. Errors: those of any read.
 */
export async function reconcileOwnedCards({ session, journal, book }: Pick<AttemptContext, 'session' | 'journal' | 'book'>): Promise<Result<Reconciled, Failure>> {
  const { wallets, operationIds } = soldFrom(journal);
  const bought = new Set<SoldCardId>();
  const invoices = new Set<string>();
  for (const operationId of operationIds) {
    const facts = book.find(operationId);
    for (const card of facts?.sealedCodes.keys() ?? []) bought.add(card);
    if (typeof facts?.completed?.invoiceId === 'string') invoices.add(facts.completed.invoiceId);
  }
  const owned = new Map<SoldCardId, OwnedCard>();
  // An older copy may not know of any sale from a wallet.
  const reads = createReads(session);
  const shown = await readAll((cursor) => reads.wallets(cursor));
  if (!shown.ok) return shown;
  for (const walletId of new Set([...wallets, ...shown.value.map(({ id }) => id)])) {
    for await (const page of pagesOf((cursor) => reads.ownedCards(walletId, cursor))) {
      if (!page.ok) return err(page.error);
      for (const card of page.value) owned.set(card.soldCardId, card);
    }
  }
  const isKnown = ({ soldCardId, operationId, invoiceId }: OwnedCard): boolean =>
    bought.has(soldCardId) || (operationId !== undefined && operationIds.has(operationId)) || (invoiceId !== undefined && invoices.has(invoiceId));
  const found: Reconciled = {
    ownedCards: owned.size,
    unknownCards: [...owned.values()].filter((card) => !isKnown(card)).map(({ soldCardId }) => soldCardId),
    missingCards: [...bought].filter((card) => !owned.has(card)),
  };
  const findings = { ownedCards: found.ownedCards, unknownCards: [...found.unknownCards], missingCards: [...found.missingCards] };
  const written = journal.append({ subject: '', kind: ownedCardsReconciledKind, body: findings });
  const accepted = written.ok ? journal.reconcileCustody(findings) : written;
  return accepted.ok ? ok(found) : accepted;
}

const findingsNotedKind = 'findings-noted';
const findings = z.object({ ownedCards: z.number().int(), unknownCards: z.array(z.string()), missingCards: z.array(z.string()) });

/** What the latest comparison found, until a person has noted it: it must not be lost with a window. */
export function openFindings(journal: Pick<Journal, 'events'>): Findings | null {
  const latest = journal.events({ kind: ownedCardsReconciledKind }).at(-1);
  if (latest === undefined || journal.events({ kind: findingsNotedKind, afterSeq: latest.seq, limit: 1 }).length > 0) return null;
  const parsed = findings.safeParse(latest.body);
  return parsed.success ? parsed.data : null;
}

export function noteFindings(journal: Pick<Journal, 'append'>): Result<void, Failure> {
  const noted = journal.append({ subject: '', kind: findingsNotedKind, body: {} });
  return noted.ok ? ok(undefined) : noted;
}

function soldFrom(journal: Pick<Journal, 'operations'>): { readonly wallets: ReadonlySet<WalletId>; readonly operationIds: ReadonlySet<string> } {
  const [wallets, operationIds] = [new Set<WalletId>(), new Set<string>()];
  let cursor: string | undefined;
  do {
    const page = journal.operations({ limit: pageSize, ...(cursor === undefined ? {} : { cursor }) });
    if (!page.ok) break;
    for (const { walletId, operationId } of page.value.items) {
      wallets.add(knownId<WalletId>(walletId));
      operationIds.add(operationId);
    }
    cursor = page.value.nextCursor;
  } while (cursor !== undefined);
  return { wallets, operationIds };
}
