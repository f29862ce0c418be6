import { useLayoutEffect } from 'react';

/**
 * Where the keyboard is sent from anywhere on the page, by name: who sends it there does not know who draws the place.
 */
export type FocusPlace = 'search' | 'sale' | 'orderSearch' | 'tray';

const ways = new Map<FocusPlace, () => void>();

/** Sends the keyboard to a place; nowhere while it is not drawn. */
export function focusOn(place: FocusPlace): void {
  ways.get(place)?.();
}

/** For who draws a place: `take` brings the keyboard there, as long as it is drawn. It must be stable. */
export function useFocusPlace(place: FocusPlace, take: () => void): void {
  // Before the picture: a key may open an area and go on to a place in it at once.
  useLayoutEffect(() => {
    ways.set(place, take);
    return () => {
      if (ways.get(place) === take) ways.delete(place);
    };
  }, [place, take]);
}
