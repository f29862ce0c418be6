import { useEffect, useSyncExternalStore, type ReactNode } from 'react';

type Part = () => ReactNode;

const restAfterMs = 500;
const readings: (() => Promise<void>)[] = [];
let isMissing = false;

/**
 * A part of the screens that no first screen needs, whose code is read later. It is drawn at once where it was read;
 * where it is needed sooner, all parts are read, for they are one file, with `meanwhile` in its place.
 */
export function later(read: () => Promise<Part>, meanwhile: ReactNode): Part {
  let part: Part | null = null;
  let failure: Error | null = null;
  let reading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const readOnce = (): Promise<void> =>
    (reading ??= read()
      .then(
        (its) => {
          part = its;
        },
        (error: unknown) => {
          failure = new Error('a part of the page did not come', { cause: error });
          isMissing = true;
        },
      )
      .finally(() => listeners.forEach((listener) => listener())));
  const listen = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  readings.push(readOnce);
  return function Later() {
    const Its = useSyncExternalStore(listen, () => part);
    const error = useSyncExternalStore(listen, () => failure);
    useEffect(readAll, []);
    if (error !== null) throw error;
    return Its === null ? meanwhile : <Its />;
  };
}

function readAll(): void {
  readings.forEach((read) => void read());
}

/** Reads all of them, once the page has had time to draw what it was opened for. */
export function readTheRest(): void {
  setTimeout(readAll, restAfterMs);
}

/**
 * What draws a broken part again: a browser asks no second time for code that did not come, so the page is loaded anew
 * and comes back to its work.
 */
export function againOr(again: () => void): () => void {
  return () => (isMissing ? location.reload() : again());
}
