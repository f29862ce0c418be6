import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Takes the focus where a change has removed what had it; the keyboard would else begin again at the top of the page.
 */
export function useFocusWhenLost<T extends HTMLElement>(change: unknown): RefObject<T | null> {
  const target = useRef<T>(null);
  const before = useRef(change);
  // Before the next picture: a dialog that misses its focus then takes it to its first button, which closes it.
  useLayoutEffect(() => {
    if (before.current !== change) takeFocus(target.current);
  }, [change]);
  // After it: a dialog that closes lets the focus go only then.
  useEffect(() => {
    if (before.current !== change) takeFocus(target.current);
    before.current = change;
  }, [change]);
  return target;
}

function takeFocus(target: HTMLElement | null): void {
  if (document.activeElement === document.body) target?.focus();
}
