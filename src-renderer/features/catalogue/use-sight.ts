import { useLayoutEffect, useState, type RefObject } from 'react';

export interface Sight {
  /** How far the person has scrolled, in steps that no row is lost between. */
  readonly scrolled: number;
  readonly inlineSize: number;
  readonly blockSize: number;
}

/** Less than this brings no other row into sight than those that are made beyond it anyway. */
export const noticeable = 90;

/** What part of a scrolled element is seen. `content` is what it scrolls. */
export function useSight(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): Sight {
  const [sight, setSight] = useState<Sight>({ scrolled: 0, inlineSize: 0, blockSize: 0 });
  useLayoutEffect(() => {
    const [outer, inner] = [scroller.current, content.current];
    if (outer === null || inner === null) return undefined;
    const look = (): void => {
      const now = {
        scrolled: Math.floor(outer.scrollTop / noticeable) * noticeable,
        inlineSize: inner.clientWidth,
        blockSize: outer.clientHeight,
      };
      setSight((before) => (isSame(before, now) ? before : now));
    };
    look();
    const observer = new ResizeObserver(look);
    for (const element of [outer, inner]) observer.observe(element);
    outer.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      outer.removeEventListener('scroll', look);
    };
  }, [scroller, content]);
  return sight;
}

function isSame(one: Sight, other: Sight): boolean {
  return one.scrolled === other.scrolled && one.inlineSize === other.inlineSize && one.blockSize === other.blockSize;
}
