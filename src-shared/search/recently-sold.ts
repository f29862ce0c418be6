interface Sale {
  readonly walletId: string;
  readonly cardId: string;
  readonly state: string;
  /** An instant, as text that sorts by time. */
  readonly intendedAt: string;
}

/** More would not be what was sold just now. */
const mostRecent = 12;

/** The cards that this counter sold last from a wallet, the latest first. */
export function recentlySold(orders: readonly Sale[], walletId: string): readonly string[] {
  const sold = orders
    .filter((order) => order.walletId === walletId && order.state === 'completed')
    .toSorted((one, other) => other.intendedAt.localeCompare(one.intendedAt));
  return [...new Set(sold.map(({ cardId }) => cardId))].slice(0, mostRecent);
}
