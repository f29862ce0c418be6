/** Long work that can be paused: it yields wherever other work may have its turn. */
export type Turns<T> = Generator<undefined, T>;

/** Does all of it without a pause. */
export function atOnce<T>(turns: Turns<T>): T {
  for (;;) {
    const turn = turns.next();
    if (turn.done === true) return turn.value;
  }
}
