import { useEffect, useSyncExternalStore, type ReactNode } from 'react';

type Part = () => ReactNode;

const againAfterMs = 1_000;
const restAfterMs = 500;
const readings: (() => Promise<void>)[] = [];

/**
 * A part of the screens that no first screen needs, whose code is read later. It is drawn at once where it was read,
 * and reads itself where it is needed sooner, with `meanwhile` in its place.
 */
export function later(read: () => Promise<Part>, meanwhile: ReactNode): Part {
  let part: Part | null = null;
  let reading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const readOnce = (): Promise<void> =>
    (reading ??= read().then(
      (its) => {
        part = its;
        for (const listener of listeners) listener();
      },
      () => {
        reading = null;
      },
    ));
  /** Whoever serves the page may be away for a moment: as long as somebody waits, it is tried again. */
  const readNow = async (): Promise<void> => {
    await readOnce();
    if (part === null && listeners.size > 0) setTimeout(() => void readNow(), againAfterMs);
  };
  const listen = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  readings.push(readOnce);
  return function Later() {
    const Its = useSyncExternalStore(listen, () => part);
    useEffect(() => void readNow(), []);
    return Its === null ? meanwhile : <Its />;
  };
}

/** Reads all of them, once the page has had time to draw what it was opened for. */
export function readTheRest(): void {
  setTimeout(() => readings.forEach((read) => void read()), restAfterMs);
}
