import type { UncheckedBalance } from '../../../src-shared/contract/balance-findings.ts';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { ComparedBalances } from '../../../src-shared/contract/reports.ts';
import { err, type Result } from '../../core/result.ts';
import { saleIn } from '../../day/records/sale-row.ts';
import type { Journal } from '../../journal/journal.ts';
import { isSoldAt } from '../../orders/machine/turns.ts';
import type { BalanceReading } from '../machine/balance-events.ts';
import { positionOf, reckoned, type Purchase } from '../machine/balances.ts';
import type { BalanceRecords, Stretch } from '../records/balance-records.ts';
import type { BalanceReader, NotRead } from './balance-reader.ts';
import type { Subject } from './subject.ts';

interface BalanceContext {
  readonly journal: Pick<Journal, 'projected'>;
  readonly balances: BalanceRecords;
  readonly reader: Pick<BalanceReader, 'read'>;
  readonly nowMs: () => number;
}

/** So many are named; where there are more, it says how many. */
const namedAtMost = 500;
/** What is in no reading: it is said, and no figure is made up. */
const nothing: ComparedBalances = {
  openedAt: null,
  closedAt: null,
  wallets: [],
  purchases: 0,
  unclear: [],
  unclearCount: 0,
  outside: 0,
  unchecked: null,
  failure: null,
};

/** The balances around what is compared. Reads them now where that says more than what was read before. */
export async function comparedBalances(
  context: BalanceContext,
  { orders, span, stretch }: Subject,
  { signal, unread }: { readonly signal: AbortSignal; readonly unread: Failure | null },
): Promise<ComparedBalances> {
  const { balances, reader, nowMs } = context;
  const isOpen = span.untilMs > nowMs();
  const whole: Stretch | null = stretch === null ? null : { ...stretch, isOpen };
  const isNews = isOpen || (whole !== null && isUnclosed(balances, whole));
  const read = isNews ? await readNow(reader, signal, unread) : null;
  const [opening, closing] = readingsAround(balances, whole, span);
  const failure = read?.ok === false && read.error.kind === 'failed' ? read.error.failure : null;
  if (opening === null || closing === null || opening.seq === closing.seq)
    return { ...unreckoned(closing ?? opening, read, whole), failure };
  return { ...between(context, [opening, closing], orders), failure };
}

/** Nothing is asked of a service that did not answer; where only a permission is missing, another may be there. */
function readNow(
  reader: BalanceContext['reader'],
  signal: AbortSignal,
  unread: Failure | null,
): Promise<Result<void, NotRead>> {
  return unread === null || unread.code === 'insufficient_scope'
    ? reader.read('comparison', signal)
    : Promise.resolve(err({ kind: 'failed', failure: unread }));
}

function isUnclosed(balances: BalanceRecords, stretch: Stretch): boolean {
  const { closing } = balances.readingsOf(stretch);
  return stretch.limitSeq === null && (closing === null || closing.afterSeq < stretch.lastSeq);
}

function readingsAround(
  balances: BalanceRecords,
  stretch: Stretch | null,
  span: Subject['span'],
): readonly [BalanceReading | null, BalanceReading | null] {
  if (stretch !== null) {
    const { opening, closing } = balances.readingsOf(stretch);
    return [opening, closing];
  }
  const [first = null, last = null] = balances.readingsIn(span);
  return [first, last];
}

/** There are no two readings. What one says is shown all the same, and why it was not enough. */
function unreckoned(
  only: BalanceReading | null,
  read: Result<void, NotRead> | null,
  stretch: Stretch | null,
): ComparedBalances {
  const isClosing = only !== null && stretch !== null && only.afterSeq >= stretch.lastSeq;
  const unchecked: UncheckedBalance = isClosing && read?.ok !== false ? 'noOpening' : whyNot(read);
  return {
    ...nothing,
    openedAt: only === null || isClosing ? null : momentOf(only),
    closedAt: isClosing ? momentOf(only) : null,
    wallets: (only?.wallets ?? []).map(({ walletId, currency, amount }) => ({
      walletId,
      currency,
      opening: isClosing ? null : amount,
      closing: isClosing ? amount : null,
      bought: null,
      unexplained: null,
      causes: [],
      unchecked,
    })),
    unchecked,
  };
}

function whyNot(read: Result<void, NotRead> | null): UncheckedBalance {
  if (read === null || read.ok) return 'noClosing';
  if (read.error.kind === 'inFlight') return 'inFlight';
  const { code } = read.error.failure;
  if (code === 'insufficient_scope') return 'noPermission';
  return offline.has(code) ? 'offline' : 'notRead';
}

const offline: ReadonlySet<Failure['code']> = new Set(['service_unreachable', 'connection_lost', 'answer_timeout']);

function between(
  { journal, balances }: BalanceContext,
  [opening, closing]: readonly [BalanceReading, BalanceReading],
  orders: Subject['orders'],
): ComparedBalances {
  const purchases = balances.purchasesSince(opening);
  const lostRecords = balances.turnedBetween(opening, closing);
  const { wallets, purchases: count, unclear } = reckoned(opening, closing, purchases, { lostRecords });
  const within = new Set(
    purchases
      .filter((purchase) => positionOf(purchase, opening, closing) !== 'outside')
      .map(({ operationId }) => operationId),
  );
  const isOutside = (operationId: Purchase['operationId']): boolean => {
    const row = journal.projected(operationId);
    return row !== null && isSoldAt(saleIn(row).turns, Number.POSITIVE_INFINITY) && !within.has(operationId);
  };
  return {
    openedAt: momentOf(opening),
    closedAt: momentOf(closing),
    wallets: wallets.map((wallet) => ({ ...wallet, causes: [...wallet.causes] })),
    purchases: count,
    unclear: unclear.slice(0, namedAtMost).flatMap((purchase) => lineOf(journal, purchase)),
    unclearCount: unclear.length,
    outside: orders.filter(isOutside).length,
    unchecked: null,
    failure: null,
  };
}

function lineOf(journal: Pick<Journal, 'projected'>, { operationId, cost }: Purchase): ComparedBalances['unclear'] {
  const row = journal.projected(operationId);
  if (row === null) return [];
  const { walletId, cardName, cards, intendedAtMs } = saleIn(row);
  return [{ operationId, walletId, cardName, cards, at: new Date(intendedAtMs).toISOString(), cost }];
}

/** By the service's word, where it gave one. */
function momentOf({ wallets: [first], atMs }: BalanceReading): string {
  const signedMs = first === undefined || first.signedAtSeconds === null ? null : first.signedAtSeconds * 1000;
  return first?.asOf ?? new Date(signedMs ?? atMs).toISOString();
}
