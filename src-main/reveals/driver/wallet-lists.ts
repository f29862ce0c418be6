import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import { createReads, type Reads } from '../../catalogue/reads.ts';
import { readAll } from '../../catalogue/walk.ts';
import type { WalletId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { longestRestMs, retrying } from '../../exchange/pacing.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Page, Skipped } from '../../partner-api/operations/list.ts';
import type { OwnedCard } from '../../partner-api/operations/owned-cards.ts';
import type { Wallet } from '../../partner-api/operations/wallets.ts';
import { revealEvent } from '../machine/events.ts';
import { compared, type KnownCards } from '../machine/known-cards.ts';
import { stopsEveryWallet, uncheckedOf, type Unchecked } from '../machine/unchecked.ts';
import { afterPage, afterRefusal, positionAfter, type ListPosition, type ListStep } from '../machine/wallet-list.ts';
import type { RevealContext } from '../records/context.ts';
import { openCheck } from '../records/owned-check.ts';
import { rowOfReveal } from '../records/stored-events.ts';

type ReadingContext = Pick<RevealContext, 'session' | 'journal' | 'background'>;

/** How much of one wallet is read at a time; the next check goes on after it. */
const pagesAtOnce = 1_000;
/** Goes on with the list of every wallet. Gives what could not be read; an error only where the journal fails. */
export async function readEveryWallet(
  context: ReadingContext,
  known: KnownCards,
): Promise<Result<readonly Unchecked[], Failure>> {
  const { session, journal, background } = context;
  const reads = createReads(session, undefined, retrying(session, background.signal, { longestRestMs }));
  const shown = await readWallets(reads);
  const unchecked: Unchecked[] = shown.failure === null ? [] : [uncheckedOf(shown.failure)];
  // An older copy may not know of any sale from a wallet.
  const wallets = new Set([...known.wallets, ...shown.wallets.map(({ id }) => id)]);
  let stop = shown.failure !== null && stopsEveryWallet(shown.failure) ? shown.failure : null;
  for (const walletId of wallets) {
    const failed = stop ?? (await readWallet({ journal, reads, known, nowMs: session.clock.nowMs() }, walletId));
    if (background.signal.aborted) return err({ code: 'connection_lost' });
    if (failed === null) continue;
    if (failed.code.startsWith('journal_')) return err(failed);
    unchecked.push(uncheckedOf(failed, walletId));
    if (stopsEveryWallet(failed)) stop ??= failed;
  }
  return ok(unchecked);
}

/** The wallets that the service shows, and why that may not be all of them. */
async function readWallets(
  reads: Reads,
): Promise<{ readonly wallets: readonly Wallet[]; readonly failure: Failure | null }> {
  let skipped = 0;
  const shown = await readAll(
    (cursor) => reads.wallets(cursor),
    (more) => {
      skipped += countOf(more);
    },
  );
  if (!shown.ok) return { wallets: [], failure: shown.error };
  const failure = skipped === 0 ? null : detailed('answer_unreadable', 'wallets_unreadable');
  return { wallets: shown.value, failure };
}

/** Entries of a page that could not be read. */
function countOf(skipped: Skipped | undefined): number {
  return Object.values(skipped ?? {}).reduce((sum, count) => sum + count, 0);
}

interface WalletReading {
  readonly journal: Journal;
  readonly reads: Reads;
  readonly known: KnownCards;
  readonly nowMs: number;
}

/** Goes on with the list of one wallet; gives why it could not be read to its end, or null where it was. */
async function readWallet(reading: WalletReading, walletId: WalletId): Promise<Failure | null> {
  const start = positionAfter(openCheck(reading.journal, reading.nowMs).wallets.get(walletId));
  if (start === null) return null;
  let position: ListPosition = start;
  for (let pages = 0; pages < pagesAtOnce; pages += 1) {
    const page = await reading.reads.ownedCards(walletId, position.cursor);
    const step = page.ok ? keepPage(reading, walletId, position, page.value) : ok(afterRefusal(position, page.error));
    if (!step.ok) return step.error;
    if (step.value.kind === 'ended') return step.value.failure;
    position = step.value.position;
  }
  return detailed('answer_unreadable', 'too_many_pages');
}

/** Makes a page durable as it was compared with these records. */
function keepPage(
  { journal, known }: WalletReading,
  walletId: WalletId,
  position: ListPosition,
  { items, nextCursor, skipped }: Page<OwnedCard>,
): Result<ListStep, Failure> {
  const end = { skipped: countOf(skipped), ...(nextCursor === undefined ? {} : { nextCursor }) };
  const { page, step } = afterPage(position, end);
  const body = { walletId, ...compared(known, items), ...page };
  const kept = journal.append(rowOfReveal(revealEvent('', 'owned-cards-read', body)));
  return kept.ok ? ok(step) : kept;
}
