import { constants } from 'node:os';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** What a signal does to a command that runs; both are said once. */
export interface OnSignal {
  /** The first: nothing more is started, and what is under way comes to its end. */
  readonly first: () => void;
  /** The second: the process ends with this exit code. */
  readonly second: (exitByShells: number) => number;
}

/** Takes SIGINT and SIGTERM until the given function is called. */
export function takeSignals({ first, second }: OnSignal): () => void {
  let isDraining = false;
  const onSignal = (signal: (typeof signals)[number]): void => {
    if (isDraining) process.exit(second(128 + constants.signals[signal]));
    isDraining = true;
    first();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return () => signals.forEach((signal) => process.off(signal, onSignal));
}
