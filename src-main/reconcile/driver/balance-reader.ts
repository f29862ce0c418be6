import type { Failure } from '../../../src-shared/contract/codes.ts';
import { pagesOf } from '../../catalogue/walk.ts';
import type { OperationId, WalletId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { createSingleFlight } from '../../core/single-flight.ts';
import type { Background } from '../../exchange/background.ts';
import { longestRestMs, retrying, type Pacing } from '../../exchange/pacing.ts';
import { readOperation } from '../../exchange/read.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import { readWallets, type Wallet } from '../../partner-api/operations/wallets.ts';
import type { BalanceOccasion, WalletBalance } from '../machine/balance-events.ts';
import type { BalanceRecords } from '../records/balance-records.ts';

/** Why no balance was kept: the service's answer, or an attempt that was under way each time. */
export type NotRead = { readonly kind: 'inFlight' } | { readonly kind: 'failed'; readonly failure: Failure };

/** Reads the balances of all wallets while nothing is under way, and keeps them as one event. */
export interface BalanceReader {
  /** Now, waiting a little for what is under way. A second one at the same time is the first one. */
  read(occasion: BalanceOccasion, signal?: AbortSignal): Promise<Result<void, NotRead>>;
  /** Without anybody waiting; what does not go well is tried again for a while. */
  readSoon(occasion: BalanceOccasion): void;
  /** The same where the process ended, or nothing answered, after a shift began or a day was closed. */
  readMissing(): void;
}

export interface BalanceReaderContext {
  readonly session: PartnerSession;
  readonly balances: BalanceRecords;
  readonly background: Background;
  /** Orders of which a request is under way, or waits for its turn. */
  readonly underWay: () => readonly OperationId[];
}

/** For how long one try waits until nothing is under way, and how often it looks. */
const [quietWithinMs, lookEveryMs] = [10_000, 100];
/** A sale that comes in between is not waited for: what was read then is thrown away. */
const mostReads = 4;
/** Between the tries of a reading that nobody waits for. */
const soonAfterMs = [0, 5_000, 30_000, 120_000, 300_000, 600_000] as const;

export function createBalanceReader(context: BalanceReaderContext): BalanceReader {
  const { background, session, balances } = context;
  const flights = createSingleFlight<'read', Result<void, NotRead>>();
  const read: BalanceReader['read'] = (occasion, signal) =>
    flights.run('read', () => readQuietly(context, occasion, either(background.signal, signal)));
  let latest = new AbortController();
  const readSoon = (occasion: BalanceOccasion): void => {
    latest.abort();
    latest = new AbortController();
    const signal = either(background.signal, latest.signal);
    background.run(async () => {
      for (const pauseMs of soonAfterMs) {
        await session.clock.sleep(pauseMs, signal);
        // One that was under way may have begun before.
        await flights.ended('read');
        if (signal.aborted || !balances.isMissing()) return;
        const found = await read(occasion);
        if (found.ok || !isWorthAnotherTry(found.error)) return;
      }
    });
  };
  return {
    read,
    readSoon,
    readMissing: () => {
      if (balances.isMissing()) readSoon('z');
    },
  };
}

async function readQuietly(
  context: BalanceReaderContext,
  occasion: BalanceOccasion,
  signal: AbortSignal,
): Promise<Result<void, NotRead>> {
  const { balances, session, underWay } = context;
  const paced = retrying(session, signal, { longestRestMs, inTurn: true });
  for (let reads = 1; reads <= mostReads; reads += 1) {
    if (!(await isQuiet(context, signal))) return err({ kind: 'inFlight' });
    const afterSeq = balances.headSeq();
    const found = await walletsThere(session, paced);
    if (signal.aborted) return err({ kind: 'failed', failure: { code: 'connection_lost' } });
    if (!found.ok) return err({ kind: 'failed', failure: found.error });
    if (underWay().length > 0 || balances.wasAttemptedAfter(afterSeq)) continue;
    const kept = balances.record({ occasion, afterSeq, ...found.value });
    return kept.ok ? kept : err({ kind: 'failed', failure: kept.error });
  }
  return err({ kind: 'inFlight' });
}

async function isQuiet({ session, underWay }: BalanceReaderContext, signal: AbortSignal): Promise<boolean> {
  const { clock } = session;
  const untilMs = clock.monotonicMs() + quietWithinMs;
  while (underWay().length > 0) {
    if (signal.aborted || clock.monotonicMs() >= untilMs) return false;
    await clock.sleep(lookEveryMs, signal);
  }
  return true;
}

/** Every wallet with its balance, each as the answer that it stands in says it. */
async function walletsThere(
  session: PartnerSession,
  paced: Pacing,
): Promise<Result<{ readonly wallets: WalletBalance[]; readonly unreadable: number }, Failure>> {
  const { wallets: holder, cursor: cursorName } = session.profile.bodies;
  const found = new Map<WalletId, WalletBalance>();
  let unreadable = 0;
  const page = (cursor: string | undefined) =>
    paced(async () => {
      const draft = { operation: 'getPartnerWallets', parameters: {} } as const;
      const read = await readOperation(session, cursor === undefined ? draft : { ...draft, cursor }, (body) =>
        readWallets(body, { holder, cursor: cursorName }),
      );
      if (!read.ok) return read;
      // The service lets nothing of it be kept.
      if (read.value.noStore) return err({ code: 'answer_unreadable' } satisfies Failure);
      const { value, signed, requestId } = read.value;
      return ok({ ...value, items: value.items.map((wallet) => balanceOf(wallet, signed, requestId)) });
    });
  const skipped = (more: Readonly<Record<string, number>>): void => {
    unreadable += Object.values(more).reduce((sum, one) => sum + one, 0);
  };
  for await (const read of pagesOf(page, skipped)) {
    if (!read.ok) return read;
    for (const wallet of read.value) found.set(wallet.walletId, wallet);
  }
  return ok({ wallets: [...found.values()], unreadable });
}

function balanceOf(
  { id, balance, allowedDebt }: Wallet,
  { createdAtSeconds, serviceKeyId, signatureSha256 }: SignedFacts,
  requestId: string | null,
): WalletBalance {
  const { amount, currency, asOf } = balance;
  return {
    walletId: id,
    amount,
    currency,
    ...(allowedDebt === undefined
      ? {}
      : { allowedDebt: { amount: allowedDebt.amount, currency: allowedDebt.currency } }),
    ...(asOf === undefined ? {} : { asOf }),
    signedAtSeconds: createdAtSeconds,
    serviceKeyId,
    signatureSha256,
    requestId,
  };
}

interface SignedFacts {
  readonly createdAtSeconds: number | null;
  readonly serviceKeyId: string;
  readonly signatureSha256: string;
}

/** What only a person at the service or here can change comes out the same the next time. */
function isWorthAnotherTry(notRead: NotRead): boolean {
  return notRead.kind === 'inFlight' || !['insufficient_scope', 'not_enrolled'].includes(notRead.failure.code);
}

function either(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? one : AbortSignal.any([one, other]);
}
