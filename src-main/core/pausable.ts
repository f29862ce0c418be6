/** Work of the system that a turn ends with: whoever has the time lets others run meanwhile. */
export interface Wait {
  now(): void;
  meanwhile(): Promise<void>;
}

/** Long work that can be paused: it yields wherever other work may have its turn. */
export type Pausable<T> = Generator<Wait | undefined, T>;

/** Does all of it without a pause. What a wait throws comes out where the work yielded it. */
export function atOnce<T>(work: Pausable<T>): T {
  for (let turn = work.next(); ;) {
    if (turn.done === true) return turn.value;
    const wait = turn.value;
    try {
      wait?.now();
    } catch (thrown) {
      turn = work.throw(thrown);
      continue;
    }
    turn = work.next();
  }
}

/** Does a turn, and then pauses, until all is done. Gives null where it `isOver` before: what was begun is given up. */
export async function oneByOne<T>(
  work: Pausable<T | null>,
  pause: () => Promise<void>,
  isOver: () => boolean,
): Promise<T | null> {
  for (let turn = isOver() ? null : work.next(); turn !== null;) {
    if (turn.done === true) return turn.value;
    const failed = await failureOf(turn.value);
    await pause();
    if (isOver()) break;
    turn = failed === null ? work.next() : work.throw(failed.thrown);
  }
  work.return(null);
  return null;
}

async function failureOf(wait: Wait | undefined): Promise<{ readonly thrown: unknown } | null> {
  try {
    await wait?.meanwhile();
    return null;
  } catch (thrown) {
    return { thrown };
  }
}
