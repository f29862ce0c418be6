import { useLayoutEffect } from 'react';

/**
 * Where the keyboard is sent from anywhere on the page, by name: who sends it there does not know who draws that.
 */
export type FocusTarget = 'search' | 'sale' | 'orderSearch' | 'tray';

const ways = new Map<FocusTarget, () => void>();

/** Sends the keyboard to a target; nowhere while it is not drawn. */
export function focusOn(target: FocusTarget): void {
  ways.get(target)?.();
}

/** For who draws a target: `take` brings the keyboard there, as long as it is drawn. It must be stable. */
export function useFocusTarget(target: FocusTarget, take: () => void): void {
  // Before the picture: a key may open an area and go on to a target in it at once.
  useLayoutEffect(() => {
    ways.set(target, take);
    return () => {
      if (ways.get(target) === take) ways.delete(target);
    };
  }, [target, take]);
}
