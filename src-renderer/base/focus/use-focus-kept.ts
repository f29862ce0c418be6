import { useEffect } from 'react';
import { focusArea } from './focus-area.ts';
import { isModalOpen } from './modal.ts';

/**
 * Where what had the focus goes away or can be pressed no more, the keyboard goes on in the part of the page that it
 * was in. Whoever knows a better place takes it first; a person who leaves a field for nothing has lost nothing.
 */
export function useFocusKept(): void {
  useEffect(() => {
    let held: Element | null = null;
    let around: readonly HTMLElement[] = [];
    let frame = 0;
    const isLost = (): boolean =>
      document.activeElement === document.body && held !== null && (!held.isConnected || held.matches(':disabled'));
    const take = (): void => {
      if (isLost() && !isModalOpen()) focusPart(around.find((part) => part.isConnected));
    };
    // A dialog that closes gives the focus back with the next frame.
    const onChange = (): void => {
      if (!isLost()) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(take);
      });
    };
    const onFocus = ({ target }: FocusEvent): void => {
      held = target instanceof Element ? target : null;
      around = partsAround(held);
    };
    const onBlur = (): void =>
      queueMicrotask(() => {
        if (document.activeElement === document.body && !isLost()) held = null;
      });
    const changes = new MutationObserver(onChange);
    changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
    };
  }, []);
}

/** From the inside out. */
function partsAround(element: Element | null): HTMLElement[] {
  const part = element?.parentElement?.closest<HTMLElement>('section, aside, main') ?? null;
  return part === null ? [] : [part, ...partsAround(part)];
}

function focusPart(part: HTMLElement | undefined): void {
  if (part === undefined) {
    focusArea();
    return;
  }
  if (!part.hasAttribute('tabindex')) part.tabIndex = -1;
  part.focus({ preventScroll: true });
}
