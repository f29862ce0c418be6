import { useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';

const againAfterMs = 1_000;
const restAfterMs = 500;

/** What is read after the first screen was drawn: each is read once, and again where that went wrong. */
const readings: (() => Promise<void>)[] = [];

/**
 * A part of the screens that no first screen needs, whose code is a file of its own. It is drawn at once when it was
 * read, and reads itself when it is needed sooner, with `meanwhile` in its place.
 */
export function later<P extends object>(
  read: () => Promise<ComponentType<P>>,
  meanwhile: ReactNode,
): (props: P) => ReactNode {
  let part: ComponentType<P> | null = null;
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
  const readNow = async (): Promise<void> => {
    await readOnce();
    if (part === null && listeners.size > 0) setTimeout(() => void readNow(), againAfterMs);
  };
  const listen = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  readings.push(readOnce);
  return (props) => {
    const Part = useSyncExternalStore(listen, () => part);
    useEffect(() => void readNow(), []);
    return Part === null ? meanwhile : <Part {...props} />;
  };
}

/** Reads all of them, once the page has had time to draw what it was opened for. */
export function readTheRest(): void {
  setTimeout(() => readings.forEach((read) => void read()), restAfterMs);
}
