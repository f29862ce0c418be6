import { useState } from 'react';

/** So many stand in a list until a person wants them all. */
const firstOf = 12;

/** The first of a list, and how to have all of it where there are more. */
export function useFirst<T>(items: readonly T[]): {
  readonly shown: readonly T[];
  readonly showAll: (() => void) | null;
} {
  const [isWhole, setWhole] = useState(false);
  // One more is no reason for a press.
  if (isWhole || items.length <= firstOf + 1) return { shown: items, showAll: null };
  return { shown: items.slice(0, firstOf), showAll: () => setWhole(true) };
}
