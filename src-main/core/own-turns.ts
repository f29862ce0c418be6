/**
 * Work that nobody waits for, each piece in a turn of the event loop of its own: what comes together after an order
 * would else hold up the screens for as long as all of it takes.
 */
export function inOwnTurn(work: () => void): void {
  if (waiting.push(work) === 1) setImmediate(takeTurn);
}

const waiting: (() => void)[] = [];

function takeTurn(): void {
  const work = waiting[0];
  try {
    work?.();
  } finally {
    waiting.shift();
    // Asked for within a turn it is the next one: the screens have theirs between.
    if (waiting.length > 0) setImmediate(takeTurn);
  }
}
