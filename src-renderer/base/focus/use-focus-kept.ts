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
  // What became of a press is said there. Where that is in sight, the page stays where the person has it.
  if (isOutOfSight(part)) part.scrollIntoView({ block: 'nearest' });
}

/** Less of a part than this can be read by nobody. */
const readablePx = 48;

/** A part that there is room for belongs into sight as a whole; of a larger one some is enough. */
function isOutOfSight(part: HTMLElement): boolean {
  const { top, bottom, height } = part.getBoundingClientRect();
  const around = scrollerOf(part)?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
  const seen = Math.min(bottom, around.bottom) - Math.max(top, around.top);
  return height <= around.height ? seen < height - 1 : seen < readablePx;
}

function scrollerOf({ parentElement }: HTMLElement): HTMLElement | null {
  if (parentElement === null) return null;
  return ['auto', 'scroll'].includes(getComputedStyle(parentElement).overflowY)
    ? parentElement
    : scrollerOf(parentElement);
}
