import { useEffect } from 'react';
import { isModalOpen } from '../../base/focus/modal.ts';
import { commandOf } from './command-map.ts';
import { perform } from './perform.ts';

/**
 * Commands on every area, none over a sheet or a question. A held key does nothing again. Esc comes last, after every
 * control that has a step back of its own; the others first, since fields keep the keys they hear to themselves, and
 * yet behind the scanner, which hears at the window what is a sign of its code.
 */
export function useCommands(showHelp: () => void): void {
  useEffect(() => {
    const obey = (event: KeyboardEvent): void => {
      const isModified = event.ctrlKey || event.altKey || event.metaKey;
      const id =
        isModified || event.defaultPrevented || isModalOpen() ? null : commandOf(event, isTyping(event.target));
      if (id === null) return;
      if ((id === 'back') !== (event.currentTarget === window)) return;
      event.preventDefault();
      if (event.repeat) return;
      if (id === 'help') showHelp();
      else perform[id]();
    };
    document.addEventListener('keydown', obey, { capture: true });
    window.addEventListener('keydown', obey);
    return () => {
      document.removeEventListener('keydown', obey, { capture: true });
      window.removeEventListener('keydown', obey);
    };
  }, [showHelp]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]');
}
