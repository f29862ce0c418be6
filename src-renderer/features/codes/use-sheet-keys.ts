import { useEffect, useRef, type RefObject } from 'react';
import { latestKeyAtMs } from '../../base/focus/latest-key.ts';

interface SheetKeys {
  /** What Enter does where it presses no control; null for nothing. */
  readonly next: (() => void) | null;
  readonly print: (() => void) | null;
  /** Chooses the next means of payment. */
  readonly means: (() => void) | null;
}

/** Longer than a scanner waits between two keys, and shorter than a person does. */
const quietMs = 100;

/**
 * The keys of a codes sheet: Enter for what comes next, P for the printer, M for the means of payment. A held key does
 * nothing again. A scanner may begin its code with a letter and end it with Enter: a letter counts once no other key
 * has come, also none that is silenced as a scanner's before it is heard here; Enter only where none came just before.
 */
export function useSheetKeys(sheet: RefObject<HTMLElement | null>, keys: SheetKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    let typedAtMs = Number.NEGATIVE_INFINITY;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const unlessFollowed = (atMs: number, act: 'print' | 'means'): void => {
      if (latestKeyAtMs() === atMs) latest.current[act]?.();
    };
    const hear = (event: KeyboardEvent): void => {
      clearTimeout(waiting);
      const isEnter = event.code === 'Enter' || event.code === 'NumpadEnter';
      const isTyped = event.timeStamp - typedAtMs < quietMs;
      // Of one sign, and not Tab, an arrow or Alt.
      if (event.key.length === 1) typedAtMs = event.timeStamp;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !hasKeyboard(sheet.current)) return;
      if (isEnter && isTyped) {
        event.preventDefault();
        event.stopImmediatePropagation();
      } else if (event.repeat) return;
      else if (isEnter && !isControl(document.activeElement)) latest.current.next?.();
      else if ((event.code === 'KeyP' || event.code === 'KeyM') && !isTyped)
        waiting = setTimeout(() => unlessFollowed(event.timeStamp, event.code === 'KeyP' ? 'print' : 'means'), quietMs);
    };
    window.addEventListener('keydown', hear, { capture: true });
    return () => {
      clearTimeout(waiting);
      window.removeEventListener('keydown', hear, { capture: true });
    };
  }, [sheet]);
}

/** Whether the keyboard is on the sheet, or on nothing while nothing lies over it. */
function hasKeyboard(sheet: HTMLElement | null): boolean {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body)
    return document.querySelector('[role="alertdialog"]') === null;
  return sheet?.closest('[role="dialog"]')?.contains(activeElement) === true;
}

function isControl(element: Element | null): boolean {
  return element !== null && element.matches('button, a, input, select, textarea, [role="option"]');
}
